// The number of a context: the same for the same one, and another one after a reset of the device.
// CLEAN
// STDOUT: ^1 1 1 1 1 1$
#include <cuda.h>

#include <cstdio>

int main() {
  cudaFree(nullptr);
  CUcontext primary, own;
  cuCtxGetCurrent(&primary);
  unsigned long long first = 0, again = 0, of_own = 0, after = 0;
  const bool known = cuCtxGetId(primary, &first) == CUDA_SUCCESS && cuCtxGetId(nullptr, &again) == CUDA_SUCCESS;
  cuCtxCreate(&own, 0, 0);
  cuCtxGetId(nullptr, &of_own);
  const bool apart = of_own != first;
  cuCtxDestroy(own);
  cudaDeviceReset();
  cudaFree(nullptr);
  cuCtxGetId(primary, &after);
  printf("%d %d %d %d %d %d\n", known, again == first, apart, after != first && after != of_own,
         cuCtxGetId(primary, nullptr) == CUDA_ERROR_INVALID_VALUE,
         cuCtxGetId(reinterpret_cast<CUcontext>(8), &after) == CUDA_ERROR_INVALID_CONTEXT);
}
