// What is wrong with calls of cuRAND is told at their line, and the call returns NVIDIA's status.
// FINDING: api-error error none none *@place message="curandCreateGenerator: the place for the generator is null"
// FINDING: api-error error none none *@type message="curandCreateGenerator: there is no such type"
// FINDING: api-error error none none *@null message="curandGenerateUniform: its generator is null"
// FINDING: api-error error none none *@used message="curandGenerateUniform: its generator was never created, or was destroyed"
// FINDING: api-error error none none *@twice message="curandDestroyGenerator: its generator was never created, or was destroyed"
// FINDING: api-error error none none *@seed message="curandSetPseudoRandomGeneratorSeed: the generator's type does not have that"
// FINDING: api-error error none none *@dimensions message="curandSetQuasiRandomGeneratorDimensions: an argument is out of range"
// FINDING: api-error error none none *@odd message="curandGenerateNormal: the count is not a multiple of what the generator makes at once"
// FINDING: api-error error none none *@far message="curandGenerateUniform: its destination \(1600 bytes\) goes 1536 bytes past"
// FINDING: api-error error none none *@host message="curandGenerateUniform: its destination \(16 bytes\) is not device memory"
// FINDING: api-error error none none *@lambda message="curandGeneratePoisson: lambda is not above 0 and at most 400000"
// FINDING: api-error error none none *@stream message="curandGenerateUniform: its stream was never created, or was destroyed"
// FINDING: api-error error none none *@distribution message="curandDestroyDistribution: its distribution was never created, or was destroyed"
// FINDING: api-error error none none *@wide message="curandGenerateLongLong: the generator's type does not have that"
// FINDING: api-error error none none *@few message="curandSetQuasiRandomGeneratorDimensions: the generator's type does not have that"
// FINDING: api-error error none none *@order message="curandSetGeneratorOrdering: an argument is out of range"
// FINDING: api-error error none none *@points message="curandGenerate: the count is not a multiple of what the generator makes at once"
// FINDING: api-error error none none *@seeded message="curandSetGeneratorOrdering: an argument is out of range"
// FINDING: api-error error none none *@offset message="curandSetGeneratorOffset: the generator's type does not have that"
// FINDING: api-error error none none *@mtgp message="curandGenerateLongLong: the generator's type does not have that"
// STDOUT: ^101 103 101 101 101 103 104 103 103 104 105 105 201 201 104 201 101 0 104 103 103 $
#include <curand.h>

#include <cstdio>

__global__ void nothing() {}

int main() {
  float *a, host[4];
  unsigned int* counts;
  cudaMalloc(&a, 64);
  cudaMalloc(&counts, 64);
  nothing<<<1, 1>>>();
  cudaStream_t gone;
  cudaStreamCreate(&gone);
  cudaStreamDestroy(gone);
  curandGenerator_t generator, destroyed, quasi, made;
  curandCreateGenerator(&destroyed, CURAND_RNG_PSEUDO_DEFAULT);
  curandDestroyGenerator(destroyed);
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandCreateGenerator(&quasi, CURAND_RNG_QUASI_SOBOL32);
  int status[21], s = 0;
  status[s++] = curandCreateGenerator(nullptr, CURAND_RNG_PSEUDO_DEFAULT);  // @place
  status[s++] = curandCreateGenerator(&made, static_cast<curandRngType_t>(9));  // @type
  status[s++] = curandGenerateUniform(nullptr, a, 4);  // @null
  status[s++] = curandGenerateUniform(destroyed, a, 4);  // @used
  status[s++] = curandDestroyGenerator(destroyed);  // @twice
  status[s++] = curandSetPseudoRandomGeneratorSeed(quasi, 1);  // @seed
  status[s++] = curandSetQuasiRandomGeneratorDimensions(quasi, 0);  // @dimensions
  status[s++] = curandGenerateLongLong(generator, reinterpret_cast<unsigned long long*>(counts), 1);  // @wide
  status[s++] = curandSetQuasiRandomGeneratorDimensions(generator, 2);  // @few
  status[s++] = curandSetGeneratorOrdering(generator, CURAND_ORDERING_QUASI_DEFAULT);  // @order
  curandSetQuasiRandomGeneratorDimensions(quasi, 3);
  status[s++] = curandGenerate(quasi, counts, 10);  // @points
  status[s++] = curandGenerateNormal(generator, a, 3, 0, 1);  // @odd
  status[s++] = curandGenerateUniform(generator, a, 400);  // @far
  status[s++] = curandGenerateUniform(generator, host, 4);  // @host
  status[s++] = curandGeneratePoisson(generator, counts, 4, -1);  // @lambda
  curandSetStream(generator, gone);
  status[s++] = curandGenerateUniform(generator, a, 4);  // @stream
  curandDiscreteDistribution_t distribution;
  curandCreatePoissonDistribution(1, &distribution);
  curandDestroyDistribution(distribution);
  status[s++] = curandDestroyDistribution(distribution);  // @distribution
  curandSetStream(generator, nullptr);
  status[s++] = curandGenerateUniform(generator, a, 4);
  curandCreateGenerator(&made, CURAND_RNG_PSEUDO_MTGP32);
  status[s++] = curandSetGeneratorOrdering(made, CURAND_ORDERING_PSEUDO_SEEDED);  // @seeded
  status[s++] = curandSetGeneratorOffset(made, 5);  // @offset
  status[s++] = curandGenerateLongLong(made, reinterpret_cast<unsigned long long*>(counts), 2);  // @mtgp
  for (const int value : status) printf("%d ", value);
  printf("\n");
}
