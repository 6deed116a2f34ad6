// What code for sm_90a may ask the preprocessor: of the device's code that it has the features, of the host's that it
// has not, and of other architectures that neither has theirs.
// COMPILE: -arch=sm_90a
// STDOUT: ^1 0$
// CLEAN
#include <cstdio>

#if __CUDA_ARCH_HAS_FEATURE__(SM90_ALL)
#define HAS_FEATURES 1
#else
#define HAS_FEATURES 0
#endif
#if __CUDA_ARCH_HAS_FEATURE__(SM100_ALL)
#error "of another architecture"
#endif

__global__ void ask(int* answer) { *answer = HAS_FEATURES; }

int main() {
  int* answer = nullptr;
  cudaMallocManaged(&answer, sizeof(int));
  ask<<<1, 1>>>(answer);
  cudaDeviceSynchronize();
  std::printf("%d %d\n", *answer, HAS_FEATURES);
  cudaFree(answer);
}
