// What a kernel is made of may be known on the device's side alone: in the host's pass, where `__CUDA_ARCH__` is not
// there, its constants and its launch bounds divide by zero, and a class that it uses could not be. CUB's policies of
// older versions are so.
// CLEAN
// STDOUT: ^0 0 1 1 2 2 3 3$
#include <cstdio>

template <class>
__host__ __device__ constexpr int width() {
#ifdef __CUDA_ARCH__
  return 2;
#else
  return 0;
#endif
}

template <class T, int N>
struct Pack {
  static_assert(N > 0, "a pack has elements");
  T elements[N];
};

template <class T>
__global__ void __launch_bounds__(64 / width<T>()) fills(T* out) {
  constexpr int packs = 8 / width<T>();
  Pack<T, width<T>()> pack;
  for (int i = 0; i < width<T>(); ++i) pack.elements[i] = threadIdx.x;
  if (threadIdx.x < packs) {
    for (int i = 0; i < width<T>(); ++i) out[threadIdx.x * width<T>() + i] = pack.elements[i];
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 8 * sizeof(int));
  fills<<<1, 32>>>(out);
  int result[8];
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; ++i) printf(i == 0 ? "%d" : " %d", result[i]);
  printf("\n");
  cudaFree(out);
}
