// A compare-and-swap loop.
// CLEAN
// SCHEDULE-DEPENDENT: how often a thread tries atomicCAS
// STDOUT: ^2080$
#include <cstdio>

__device__ double total;

__device__ void add(double* place, double value) {
  auto* bits = reinterpret_cast<unsigned long long*>(place);
  unsigned long long old = 0, seen;
  do {
    seen = old;
    old = atomicCAS(bits, seen, __double_as_longlong(__longlong_as_double(seen) + value));
  } while (old != seen);
}

__global__ void k() { add(&total, blockIdx.x * blockDim.x + threadIdx.x + 1); }

int main() {
  k<<<2, 32>>>();
  double host;
  cudaMemcpyFromSymbol(&host, total, sizeof host);
  printf("%g\n", host);
}
