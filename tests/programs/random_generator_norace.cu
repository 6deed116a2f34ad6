// The host API of cuRAND: order and values as NVIDIA's, device and host generators alike, options.
// COMPILE: -lcurand
// CLEAN
// STDOUT: ^0 wrong$
#include <curand.h>
#include <curand_kernel.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

int wrong = 0;
void expect(bool holds, int line) {
  if (holds) return;
  ++wrong;
  printf("line %d\n", line);
}
#define EXPECT(condition) expect(condition, __LINE__)

/// What a kernel does with a distribution's table.
__global__ void discrete(curandDiscreteDistribution_t distribution, unsigned int* sum) {
  curandState state;
  curand_init(3, threadIdx.x, 0, &state);
  for (int i = 0; i < 100; ++i) atomicAdd(sum, curand_discrete(&state, distribution));
}

void check_values(curandRngType_t type, const unsigned int (&known)[4], const float (&normal)[4], double uniform) {
  curandGenerator_t generator;
  EXPECT(curandCreateGenerator(&generator, type) == CURAND_STATUS_SUCCESS);
  EXPECT(curandSetPseudoRandomGeneratorSeed(generator, 1234) == CURAND_STATUS_SUCCESS);
  EXPECT(curandSetGeneratorOffset(generator, 262147) == CURAND_STATUS_SUCCESS);
  unsigned int* bits;
  cudaMalloc(&bits, sizeof known);
  EXPECT(curandGenerate(generator, bits, 4) == CURAND_STATUS_SUCCESS);
  unsigned int host[4];
  cudaMemcpy(host, bits, sizeof host, cudaMemcpyDeviceToHost);
  EXPECT(memcmp(host, known, sizeof host) == 0);
  cudaFree(bits);
  curandDestroyGenerator(generator);

  EXPECT(curandCreateGeneratorHost(&generator, type) == CURAND_STATUS_SUCCESS);
  curandSetPseudoRandomGeneratorSeed(generator, 1234);
  float values[4];
  EXPECT(curandGenerateNormal(generator, values, 4, 0, 1) == CURAND_STATUS_SUCCESS);
  for (int i = 0; i < 4; ++i) EXPECT(std::fabs(values[i] - normal[i]) < 1e-6f);
  EXPECT(curandSetGeneratorOffset(generator, 0) == CURAND_STATUS_SUCCESS);
  double value;
  EXPECT(curandGenerateUniformDouble(generator, &value, 1) == CURAND_STATUS_SUCCESS && value == uniform);

  // In pieces the same as at once.
  std::vector<float> whole(300000), pieces(300000);
  curandSetGeneratorOffset(generator, 0);
  curandGenerateUniform(generator, whole.data(), 300000);
  curandSetGeneratorOffset(generator, 0);
  for (int at = 0; at < 300000; at += 30000) curandGenerateUniform(generator, &pieces[at], 30000);
  EXPECT(whole == pieces);

  std::vector<unsigned int> counts(10000);
  EXPECT(curandGeneratePoisson(generator, counts.data(), counts.size(), 30) == CURAND_STATUS_SUCCESS);
  double sum = 0;
  for (unsigned int count : counts) sum += count;
  EXPECT(std::fabs(sum / 10000 - 30) < 4 * std::sqrt(30 / 10000.0));
  curandDestroyGenerator(generator);
}

void check_sobol() {
  curandGenerator_t generator;
  EXPECT(curandCreateGeneratorHost(&generator, CURAND_RNG_QUASI_SOBOL32) == CURAND_STATUS_SUCCESS);
  EXPECT(curandSetQuasiRandomGeneratorDimensions(generator, 3) == CURAND_STATUS_SUCCESS);
  unsigned int points[12];
  EXPECT(curandGenerate(generator, points, 12) == CURAND_STATUS_SUCCESS);
  EXPECT(curandGenerate(generator, points, 12) == CURAND_STATUS_SUCCESS);
  const unsigned int known[] = {0x60000000, 0xe0000000, 0xa0000000, 0x20000000, 0x60000000, 0xe0000000,
                                0x20000000, 0xa0000000, 0xa0000000, 0x20000000, 0xe0000000, 0x60000000};
  EXPECT(memcmp(points, known, sizeof known) == 0);
  curandDestroyGenerator(generator);

  // A sum over all direction vectors of the first 161 dimensions.
  curandDirectionVectors32_t* vectors;
  curandDirectionVectors64_t* wide_vectors;
  EXPECT(curandGetDirectionVectors32(&vectors, CURAND_DIRECTION_VECTORS_32_JOEKUO6) == CURAND_STATUS_SUCCESS);
  EXPECT(curandGetDirectionVectors64(&wide_vectors, CURAND_DIRECTION_VECTORS_64_JOEKUO6) == CURAND_STATUS_SUCCESS);
  unsigned int sum = 0;
  unsigned long long wide_sum = 0;
  for (int d = 0; d < 161; ++d) {
    for (unsigned int v : vectors[d]) sum = sum * 31 + v;
    for (unsigned long long v : wide_vectors[d]) wide_sum = wide_sum * 31 + v;
  }
  EXPECT(sum == 0x836f3bcd && wide_sum == 0x8320a018dc228a4d);
}

int main() {
  check_values(CURAND_RNG_PSEUDO_DEFAULT, {0xf894275a, 0x7a834eec, 0x6f9c7d2b, 0x8cf24229},
               {0.78097355f, -1.8015782f, -0.28084856f, 0.5635466f}, 0.43489880438841294);
  check_values(CURAND_RNG_PSEUDO_PHILOX4_32_10, {0x147edd50, 0x07129e5f, 0x653d7a73, 0x1d8331c1},
               {-1.6164905f, 1.2291554f, -1.5605404f, 0.46462137f}, 0.8534689954300143);
  check_values(CURAND_RNG_PSEUDO_MRG32K3A, {0x647c101d, 0xffde2d2b, 0x11821f9c, 0xa59d9c91},
               {-0.3606538f, -0.5912813f, -1.7185365f, -0.901612f}, 0.7867518627157294);
  check_sobol();

  curandDiscreteDistribution_t distribution;
  unsigned int* sum;
  cudaMallocManaged(&sum, sizeof *sum);
  *sum = 0;
  EXPECT(curandCreatePoissonDistribution(20, &distribution) == CURAND_STATUS_SUCCESS);
  discrete<<<1, 128>>>(distribution, sum);
  cudaDeviceSynchronize();
  EXPECT(std::fabs(*sum / 12800.0 - 20) < 4 * std::sqrt(20 / 12800.0));
  EXPECT(curandDestroyDistribution(distribution) == CURAND_STATUS_SUCCESS);

  int version = 0;
  EXPECT(curandGetVersion(&version) == CURAND_STATUS_SUCCESS && version == CURAND_VERSION);
  printf("%d wrong\n", wrong);
}
