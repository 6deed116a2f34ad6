// A finding of each shape that a page of the report draws, for test_report_html.py.
#include <cstdio>

template <class T>
__device__ __forceinline__ T left_of(const T* values, int i) {
  return values[i - 1];  // @read
}

__global__ void prefix(const int* in, int* out) {
  __shared__ int tile[256];
  int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  for (int step = 0; step < 2; ++step) {
    if (t > 0) {
      tile[t] += left_of(tile, t);  // @write
    }
    __syncthreads();
  }
  out[t] = tile[t];
}

__global__ void halves(int* out) {
  if (threadIdx.x < 24) {
    __syncthreads();  // @some
  } else {
    __syncthreads();  // @others
  }
  out[threadIdx.x] = 1;
}

__global__ void neighbours(int* data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = data[(i + 1) % 128] + 1;  // @between
}

namespace names {
template <class T, class U>
__global__ void flag(int* out) {
  *out = 1;  // @same
}
}  // namespace names

__global__ void allowed(int* out) {
  *out = threadIdx.x;  // fencepost: allow(race) any thread may win
}

__global__ void beyond(int* out, int n) {
  if (threadIdx.x <= n) out[threadIdx.x] = 3;  // @beyond
}

__global__ void fill(int* out) {
  out[threadIdx.x] = 4;  // @fill
}

__global__ void hostile(int* out);

int main() {
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemset(in, 0, 256 * sizeof(int));
  cudaMemset(out, 0, 256 * sizeof(int));
  prefix<<<1, 256>>>(in, out);
  halves<<<1, 64>>>(out);
  neighbours<<<2, 64>>>(out);
  names::flag<unsigned long long, unsigned long long><<<1, 32>>>(out);
  allowed<<<1, 32>>>(out);
  int* few;
  cudaMalloc(&few, 100 * sizeof(int));
  beyond<<<1, 128>>>(few, 100);
  hostile<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaStream_t stream, other;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  fill<<<1, 64, 0, stream>>>(out);  // @launch
  int host[64];
  cudaMemcpyAsync(host, out, sizeof host, cudaMemcpyDeviceToHost, other);  // @copy
  cudaDeviceSynchronize();
  cudaFree(few);
  cudaFree(out);
  cudaFree(in);
}

#line 7 "</script><img src=x onerror=\"hacked=1\">&amp;'.cuh"
__global__ void hostile(int* out) {
  *out = threadIdx.x;
}
