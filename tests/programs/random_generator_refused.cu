// A generator that is not there says so.
// CLEAN
// EXIT: 0
// STDERR: ^fencepost: curandCreateGenerator: CURAND_RNG_PSEUDO_MT19937 is not supported by Fencepost
// STDOUT: ^103$
#include <curand.h>

#include <cstdio>

__global__ void k() {}

int main() {
  curandGenerator_t generator;
  printf("%d\n", curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_MT19937));
  k<<<1, 1>>>();
}
