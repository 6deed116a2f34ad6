// A failed assertion names file, line and expression, as on hardware.
// FINDING: crash error * * *@assert message="value < 5"
// STDERR: assert_fails\.cu:\d+: .*k\(.*block: \[1,0,0\], thread: \[5,0,0\] Assertion `value < 5` failed
// STDOUT: ^cudaErrorAssert$
#include <cassert>
#include <cstdio>

__global__ void k() {
  int value = blockIdx.x * threadIdx.x;
  assert(value < 5);  // @assert
}

int main() {
  k<<<2, 6>>>();
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
