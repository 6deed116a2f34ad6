// `__shared__` variables of kernels, of functions that several kernels call, of lambdas and of classes in kernels, and of the whole program: each block has those that it may use, and they are written anew in each.
// CLEAN
// STDOUT: ^sum 33264$
#include <cstdio>

__shared__ int of_all[64];

__device__ __noinline__ int turned(int value) {
  __shared__ int of_function[64];
  of_function[threadIdx.x] = value;
  __syncthreads();
  const int other = of_function[63 - threadIdx.x];
  __syncthreads();
  return other;
}

template <class T>
__global__ void mirror(T* out) {
  __shared__ T tile[64];
  tile[threadIdx.x] = static_cast<T>(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x] + turned(threadIdx.x);
}

__global__ void with_lambda(int* out) {
  const auto next = [](int value) {
    __shared__ int of_lambda[64];
    of_lambda[threadIdx.x] = value;
    __syncthreads();
    return of_lambda[(threadIdx.x + 1) % 64];
  };
  struct Store {
    __device__ static int swapped(int value) {
      __shared__ int of_class[64];
      of_class[threadIdx.x ^ 1] = value;
      __syncthreads();
      return of_class[threadIdx.x];
    }
  };
  of_all[threadIdx.x] = next(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] += of_all[threadIdx.x] + Store::swapped(threadIdx.x) + turned(threadIdx.x);
}

extern "C" __global__ void plain(int* out, int count) {
  __shared__ int sums[64];
  sums[threadIdx.x] = of_all[threadIdx.x] = out[threadIdx.x];
  for (int step = 32; step > 0; step /= 2) {
    __syncthreads();
    if (threadIdx.x < step) sums[threadIdx.x] += sums[threadIdx.x + step];
  }
  if (threadIdx.x == 0) out[count] = sums[0] + of_all[0];
}

int main() {
  int* out;
  double* other;
  cudaMalloc(&out, 65 * sizeof(int));
  cudaMalloc(&other, 64 * sizeof(double));
  int sum = 0;
  for (int round = 0; round < 8; ++round) {
    mirror<<<1, 64>>>(out);
    mirror<<<1, 64>>>(other);
    with_lambda<<<1, 64>>>(round % 2 == 0 ? (int*)other : out);
    cudaMemset(out, 0, 65 * sizeof(int));
    mirror<<<1, 64>>>(out);
    plain<<<1, 64>>>(out, 64);
    int last = 0;
    cudaMemcpy(&last, out + 64, sizeof last, cudaMemcpyDeviceToHost);
    sum += last;
  }
  printf("sum %d\n", sum);
}
