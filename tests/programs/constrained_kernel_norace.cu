// CLEAN
// COMPILE: -std=c++20
// What a tool that reads CUDA as text stumbles over: a kernel's constraints in brackets, a shift and a comparison among
// its template arguments, a variable of the host's with the name of one in shared memory.
#include <concepts>
constexpr int kSize = 64, kLimit = 40;

template <class T>
  requires(std::integral<T>) && (sizeof(T) == 4)
__global__ void reverse(T* data) {
  __shared__ T tile[kSize];
  tile[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = tile[kSize - 1 - threadIdx.x];
}

template <bool kHalf>
__global__ void fill(int* data) {
  data[threadIdx.x] = kHalf ? 1 : 2;
}

thread_local int tile[4] = {1, 2, 3, 4};

int main() {
  int* data;
  cudaMallocManaged(&data, kSize * sizeof(int));
  fill<(kSize >> 1) < kLimit><<<1, kSize>>>(data);
  cudaDeviceSynchronize();
  if (data[0] != 1) return 1;
  for (int i = 0; i < kSize; ++i) data[i] = i;
  reverse<<<1, kSize>>>(data);
  cudaDeviceSynchronize();
  tile[0] += data[0];
  return tile[0] != kSize;
}
