// cudaFuncGetAttributes tells the bytes of a kernel's own __shared__ variables and of functions that it calls, as
// NVIDIA's compiler lays them out; with them a launch must not take more than is allowed.
// CLEAN
// STDOUT: ^none 0 one 144 several 2032 called 96 template 16 48 dynamic 16 aligned 128 pointer 48 bounds 64$
// STDOUT: ^left 48640 launch 1 0 1 set 1 0 launch 0 1$
// STDOUT: ^occupancy 4 3$
#include <cuda.h>

#include <cstdio>

__device__ int rotate(int i) {
  __shared__ int mine[10];
  mine[i] = i;
  __syncthreads();
  const int other = mine[(i + 1) % 10];
  __syncthreads();
  return other;
}
__device__ __noinline__ double rotate_wide(int i) {
  __shared__ double wide[7];
  if (i < 7) wide[i] = i;
  __syncthreads();
  return wide[(i + 1) % 7];
}

__global__ void none(int* out) { *out = 1; }
__global__ void one(int* out) {
  __shared__ int tile[33];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = tile[9 - threadIdx.x];
}
__global__ void several(int* out) {
  __shared__ int unused[100];
  __shared__ volatile char a;
  __shared__ volatile double b;
  __shared__ volatile short c[3];
  __shared__ volatile char d[2000];
  if (sizeof(int) == 8) unused[out[0]] = 1;
  if (threadIdx.x == 0) {
    a = 1;
    b = 2;
    c[1] = 3;
    d[1999] = 4;
  }
  __syncthreads();
  out[threadIdx.x] = a + b + c[1] + d[1999];
}
__global__ void called(int* out) { out[threadIdx.x] = rotate(threadIdx.x) + rotate_wide(threadIdx.x); }
template <int N>
__global__ void sized(int* out) {
  __shared__ volatile char bytes[N];
  if (threadIdx.x == 0) bytes[N - 1] = 1;
  __syncthreads();
  out[threadIdx.x] = bytes[N - 1];
}
__global__ void dynamic(int* out) {
  extern __shared__ int rest[];
  __shared__ volatile char one;
  if (threadIdx.x == 0) one = 1;
  rest[threadIdx.x] = 2;
  __syncthreads();
  out[threadIdx.x] = rest[9 - threadIdx.x] + one;
}
__global__ void aligned(int* out) {
  __shared__ volatile char first;
  __shared__ __align__(64) volatile char second[64];
  if (threadIdx.x == 0) first = second[63] = 1;
  __syncthreads();
  out[threadIdx.x] = first + second[63];
}
__device__ int (*const functions[])(int) = {rotate};
__global__ void by_pointer(int* out, int which) { out[threadIdx.x] = functions[which](threadIdx.x); }
__global__ void __launch_bounds__(128) bounds(int* out) {
  __shared__ volatile int four[16];
  if (threadIdx.x < 16) four[threadIdx.x] = 4;
  __syncthreads();
  out[threadIdx.x] = four[threadIdx.x];
}
__global__ void __launch_bounds__(64) large(int n) {
  extern __shared__ int rest[];
  __shared__ int fixed[128];
  fixed[threadIdx.x] = rest[threadIdx.x] = n;
  __syncthreads();
  if (fixed[63 - threadIdx.x] != rest[63 - threadIdx.x]) __trap();
}

template <class Kernel>
int bytes(Kernel* kernel) {
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, kernel);
  return (int)attributes.sharedSizeBytes;
}

int try_launch(int shared) {
  large<<<1, 64, shared>>>(1);
  const bool is_refused = cudaGetLastError() == cudaErrorInvalidValue;
  return cudaDeviceSynchronize() == cudaSuccess && is_refused;
}

int main() {
  CUfunction function;
  int by_driver = 0;
  cudaGetFuncBySymbol(&function, (const void*)bounds);
  cuFuncGetAttribute(&by_driver, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function);
  printf("none %d one %d several %d called %d template %d %d dynamic %d aligned %d pointer %d bounds %d\n", bytes(none),
         bytes(one), bytes(several), bytes(called), bytes(sized<5>), bytes(sized<40>), bytes(dynamic), bytes(aligned),
         bytes(by_pointer), by_driver);

  int* out;
  cudaMalloc(&out, 128 * sizeof(int));
  one<<<1, 10>>>(out);
  called<<<1, 10>>>(out);
  by_pointer<<<1, 10>>>(out, 0);
  dynamic<<<1, 10, 48 * 1024 - 16>>>(out);
  cudaDeviceSynchronize();

  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, large);
  const int left = attributes.maxDynamicSharedSizeBytes, most = 227 * 1024;
  printf("left %d launch %d %d ", left, try_launch(left + 1), try_launch(left));
  printf("%d ", attributes.maxThreadsPerBlock == 64);
  const auto allow = [](int shared) {
    return cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, shared) == cudaErrorInvalidValue;
  };
  const int refused = allow(most - 512 + 1);
  cudaGetLastError();
  printf("set %d %d launch %d %d\n", refused, allow(most - 512), try_launch(most - 512), try_launch(most - 511));

  int blocks = 0, fewer = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, large, 64, 228 * 256 - 1024 - 512);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fewer, large, 64, 228 * 256 - 1024);
  printf("occupancy %d %d\n", blocks, fewer);
}
