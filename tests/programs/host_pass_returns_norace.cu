// What a device function returns is hidden from the host's pass: no warning.
// CLEAN
// STDOUT: ^3$
#include <cstdio>

namespace part {
struct Numbers {
  __device__ int one() {
#ifdef __CUDA_ARCH__
    return 1;
#endif
  }
};
template <class T>
__device__ T same(T x) {
#if __CUDA_ARCH__ >= 700
  return x;
#endif
}
__device__ int two() {
#if __CUDA_ARCH__ >= 700
  return 2;
#endif
}
}  // namespace part

__global__ void k(int* to) { *to = part::same(part::Numbers().one() + part::two()); }

int main() {
  int* to;
  cudaMallocManaged(&to, sizeof(int));
  k<<<1, 1>>>(to);
  cudaDeviceSynchronize();
  printf("%d\n", *to);
}
