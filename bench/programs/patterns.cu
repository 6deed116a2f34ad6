// How kernels access memory: nanoseconds for each access, of all kernels or of the one that is named. With STREAMS the
// program has a stream, so that what each launch accessed is to be known at its end.
#include <cooperative_groups.h>
#include <cuda_fp16.h>

#include <cstdio>
#include <cstring>

#include "bench_timer.h"

namespace {

constexpr int kElements = 1 << 18, kThreads = 256, kBlocks = kElements / kThreads;
const char* only = nullptr;

struct Three {
  float x, y, z;
};
struct Four {
  float x, y, z, w;
};

__device__ int index() { return blockIdx.x * kThreads + threadIdx.x; }

__global__ void streaming(float* a, const float* b, const float* c) {
  const int i = index();
  a[i] = b[i] * c[i] + a[i];
}
__global__ void structs(Three* a, const Three* b) {
  Three all = b[index()];
  all.x += 1;
  a[index()] = all;
}
__global__ void fields(Four* a, const Four* b) {
  const int i = index();
  a[i].x = b[i].x + b[i].w;
  a[i].y = b[i].y;
}
__global__ void vectors(float4* a, const float4* b) {
  float4 all = b[index()];
  all.x += all.y;
  a[index()] = all;
}
template <class T>
__global__ void tile(T* a, const T* b) {
  __shared__ T s[kThreads + 2];
  const int t = threadIdx.x;
  s[t + 1] = b[index()];
  if (t == 0) {
    s[0] = T(0);
    s[kThreads + 1] = T(0);
  }
  __syncthreads();
  a[index()] = s[t] + s[t + 1] + s[t + 2];
}
template <class T>
__global__ void product(T* c, const T* a, const T* b, int n) {
  __shared__ T at[16][16], bt[16][16];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  T sum = T(0);
  for (int k = 0; k < n; k += 16) {
    at[y][x] = a[row * n + k + x];
    bt[y][x] = b[(k + y) * n + column];
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += at[y][j] * bt[j][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
__global__ void transpose(float* a, const float* b, int n) {
  __shared__ float t[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) t[threadIdx.y + j][threadIdx.x] = b[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) a[(y + j) * n + x] = t[threadIdx.x][threadIdx.y + j];
}
__global__ void columns(float* a, const float* b, int n) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  a[x * n + y] = b[y * n + x];
}
__global__ void volume(float* a, const float* b) {
  const int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, z = blockIdx.z * 4 + threadIdx.z;
  if (x == 0 || x == 63 || y == 0 || y == 63 || z == 0 || z == 63) return;
  const int i = (z * 64 + y) * 64 + x;
  a[i] = b[i] + b[i - 1] + b[i + 1] + b[i - 64] + b[i + 64] + b[i - 4096] + b[i + 4096];
}
__global__ void gather(float* a, const float* b, const int* at) { a[index()] = b[at[index()]]; }
__global__ void scatter(float* a, const float* b, const int* at) { a[at[index()]] = b[index()]; }
__global__ void sparse(float* a, const int* begin, const int* column, const float* b) {
  float sum = 0;
  for (int k = begin[index()]; k < begin[index() + 1]; ++k) sum += b[column[k]];
  a[index()] = sum;
}
__global__ void turns(float* a, const float* b, int n) {
  float sum = 0;
  for (int j = 0; j < n; ++j) sum += b[(index() + j) % kElements];
  a[index()] = sum;
}
__global__ void by_value(int* a, const int* b) {
  const int v = b[index()];
  if (v & 1) a[index()] = v * 2;
}
// A word of the thread's own, by several lines again and again.
__global__ void own(int* a, int n) {
  for (int k = 0; k < n; ++k) {
    a[index()] += k;
    if (a[index()] & 1) a[index()] = 3 * a[index()] + 1;
  }
}
__global__ void sums(float* a, const float* b, int n) {
  __shared__ float s[kThreads];
  s[threadIdx.x] = 0;
  for (int j = 0; j < n; ++j) s[threadIdx.x] += b[(index() + j) % kElements];
  a[index()] = s[threadIdx.x];
}
__global__ void shuffles(float* a, const float* b) {
  float v = b[index()];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0U, v, d);
  if (threadIdx.x % 32 == 0) a[index() / 32] = v;
}
__global__ void tiles(float* a, const float* b) {
  const auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
  float v = b[index()];
  for (int d = 16; d > 0; d /= 2) v += tile.shfl_xor(v, d);
  if (tile.thread_rank() == 0) a[index() / 32] = v;
}
__global__ void warps(float* a, const float* b) {
  __shared__ float s[kThreads];
  const int t = threadIdx.x, lane = t % 32;
  s[t] = b[index()];
  __syncwarp();
  for (int d = 16; d > 0; d /= 2) {
    const float v = lane < d ? s[t + d] : 0;
    __syncwarp();
    if (lane < d) s[t] += v;
    __syncwarp();
  }
  a[index()] = s[t];
}
__global__ void bins(int* a, const int* b) {
  __shared__ int s[kThreads];
  s[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&s[b[index()] & 255], 1);
  __syncthreads();
  atomicAdd(&a[threadIdx.x], s[threadIdx.x]);
}
__global__ void table(unsigned char* a, const unsigned char* b) {
  __shared__ unsigned char s[256];
  s[threadIdx.x] = threadIdx.x * 7;
  __syncthreads();
  a[index()] = s[b[index()]];
}
__global__ void copies(float* a, const float* b) {
  __shared__ float s[kThreads];
  const auto at = static_cast<unsigned>(__cvta_generic_to_shared(&s[threadIdx.x]));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(b + index()));
  asm volatile("cp.async.wait_all;");
  __syncthreads();
  a[index()] = s[kThreads - 1 - threadIdx.x];
}

/// `accesses`: of a thread.
template <class Launch>
void time(const char* name, double accesses, Launch launch) {
  if (only != nullptr && std::strcmp(only, name) != 0) return;
  std::printf("%s %.3f\n", name, median_seconds(5, launch) * 1e9 / (accesses * kElements));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) only = argv[1];
  cudaStream_t stream = nullptr;
#ifdef STREAMS
  cudaStreamCreate(&stream);
#endif
  static int order[8 * kElements], begin[kElements + 1], any[kElements];
  unsigned random = 1;
  for (int& at : order) at = static_cast<int>((random = random * 1664525 + 1013904223) >> 8) % kElements;
  for (int i = 0; i <= kElements; ++i) begin[i] = 8 * i;
  for (int i = 0; i < kElements; ++i) any[i] = static_cast<int>(i * 40503U % kElements);
  void *a, *b, *c;
  int *at, *rows, *apart;
  for (void** each : {&a, &b, &c}) {
    cudaMalloc(each, 16 * kElements);
    cudaMemset(*each, 0, 16 * kElements);
  }
  cudaMalloc(&at, sizeof order);
  cudaMalloc(&rows, sizeof begin);
  cudaMalloc(&apart, sizeof any);
  cudaMemcpy(at, order, sizeof order, cudaMemcpyHostToDevice);
  cudaMemcpy(rows, begin, sizeof begin, cudaMemcpyHostToDevice);
  cudaMemcpy(apart, any, sizeof any, cudaMemcpyHostToDevice);
  const dim3 square(16, 16);
#define KERNEL(name, accesses, grid, block, ...) \
  time(#name, accesses, [&] { name<<<grid, block, 0, stream>>>(__VA_ARGS__); })
  KERNEL(streaming, 4, kBlocks, kThreads, (float*)a, (float*)b, (float*)c);
  KERNEL(structs, 2, kBlocks, kThreads, (Three*)a, (Three*)b);
  KERNEL(fields, 5, kBlocks, kThreads, (Four*)a, (Four*)b);
  KERNEL(vectors, 2, kBlocks, kThreads, (float4*)a, (float4*)b);
  KERNEL(tile<float>, 6, kBlocks, kThreads, (float*)a, (float*)b);
  KERNEL(tile<double>, 6, kBlocks, kThreads, (double*)a, (double*)b);
  KERNEL(tile<__half>, 6, kBlocks, kThreads, (__half*)a, (__half*)b);
  KERNEL(tile<char>, 6, kBlocks, kThreads, (char*)a, (char*)b);
  KERNEL(product<float>, 16 * 34 / 4., square, square, (float*)a, (float*)b, (float*)c, 256);
  KERNEL(product<__half>, 16 * 34 / 4., square, square, (__half*)a, (__half*)b, (__half*)c, 256);
  KERNEL(transpose, 4, square, dim3(32, 8), (float*)a, (float*)b, 512);
  KERNEL(columns, 2, dim3(32, 32), square, (float*)a, (float*)b, 512);
  KERNEL(volume, 8, dim3(8, 8, 16), dim3(8, 8, 4), (float*)a, (float*)b);
  KERNEL(gather, 3, kBlocks, kThreads, (float*)a, (float*)b, at);
  KERNEL(scatter, 3, kBlocks, kThreads, (float*)a, (float*)b, apart);
  KERNEL(sparse, 19, kBlocks, kThreads, (float*)a, rows, at, (float*)b);
  KERNEL(turns, 17, kBlocks, kThreads, (float*)a, (float*)b, 16);
  KERNEL(by_value, 1.5, kBlocks, kThreads, (int*)a, at);
  KERNEL(own, 16 * 4, kBlocks, kThreads, (int*)c, 16);
  KERNEL(sums, 16 * 3 + 3, kBlocks, kThreads, (float*)a, (float*)b, 16);
  KERNEL(shuffles, 6, kBlocks, kThreads, (float*)a, (float*)b);
  KERNEL(tiles, 6, kBlocks, kThreads, (float*)a, (float*)b);
  KERNEL(warps, 20, kBlocks, kThreads, (float*)a, (float*)b);
  KERNEL(bins, 5, kBlocks, kThreads, (int*)a, at);
  KERNEL(table, 4, kBlocks, kThreads, (unsigned char*)a, (unsigned char*)at);
  KERNEL(copies, 4, kBlocks, kThreads, (float*)a, (float*)b);
}
