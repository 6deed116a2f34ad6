// What programs bring for old devices compiles beside ours, and a kernel for new ones may exist without being run.
// CLEAN
// COMPILE: -arch=sm_35
// STDOUT: ^64 350 350$
#include <cstdio>

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#else
static __inline__ __device__ double atomicAdd(double* address, double value) {
  unsigned long long* bits = (unsigned long long*)address;
  unsigned long long old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}
#endif

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
__global__ void tensor(double* sum) { *sum = -1; }
#endif

__device__ double sum;
__device__ int arch;

__global__ void add() {
#if __CUDA_ARCH__ < 600
  atomicAdd(&sum, 1.0);
#endif
  atomicAdd(&sum, 1.0);
#ifdef __CUDA_ARCH__
  if (threadIdx.x == 0) arch = __CUDA_ARCH__;
#endif
}

int main() {
  double result;
  int compiled_for;
  add<<<1, 32>>>();
  cudaMemcpyFromSymbol(&result, sum, sizeof result);
  cudaMemcpyFromSymbol(&compiled_for, arch, sizeof compiled_for);
  const int list[] = {__CUDA_ARCH_LIST__};
  printf("%g %d %d\n", result, compiled_for, list[0]);
}
