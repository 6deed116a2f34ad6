// Dimensions for which there are no direction vectors here are refused by name.
// FINDING: api-error error none none *@many message="curandSetQuasiRandomGeneratorDimensions: an argument is out of range"
// STDERR: ^fencepost: curandSetQuasiRandomGeneratorDimensions: more than 161 dimensions is not supported by Fencepost
// STDOUT: ^104$
#include <curand.h>

#include <cstdio>

__global__ void k() {}

int main() {
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_QUASI_SOBOL32);
  printf("%d\n", curandSetQuasiRandomGeneratorDimensions(generator, 200));  // @many
  k<<<1, 1>>>();
}
