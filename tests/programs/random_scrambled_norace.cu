// MT19937 and scrambled Sobol' sequences of the host API: as even, and as random, as they should be, and the same each time; the
// device's scrambled sequences are the host's.
// COMPILE: -lcurand
// CLEAN
// STDOUT: ^0 wrong$
#include <curand.h>
#include <curand_kernel.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

static int wrong = 0;
#define EXPECT(...) \
  if (!(__VA_ARGS__)) std::printf("line %d\n", __LINE__), ++wrong

__global__ void draw(curandDirectionVectors32_t* vectors, const unsigned int* constants, unsigned int* out) {
  curandStateScrambledSobol32_t state;
  curand_init(vectors[threadIdx.x], constants[threadIdx.x], 0, &state);
  for (int i = 0; i < 64; ++i) out[threadIdx.x * 64 + i] = curand(&state);
}

/// Of each 64 values that follow one another one lies in each of 64 equal parts.
template <class T>
bool is_even(const std::vector<T>& values, int shift) {
  for (std::size_t at = 0; at + 64 <= values.size(); at += 64) {
    unsigned long long seen = 0;
    for (int i = 0; i < 64; ++i) seen |= 1ULL << (values[at + i] >> shift);
    if (seen != ~0ULL) return false;
  }
  return true;
}

int main() {
  constexpr int kDimensions = 5;
  curandGenerator_t plain, scrambled, wide, first, second;
  curandCreateGeneratorHost(&plain, CURAND_RNG_QUASI_SOBOL32);
  EXPECT(curandCreateGeneratorHost(&scrambled, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32) == CURAND_STATUS_SUCCESS);
  for (curandGenerator_t generator : {plain, scrambled}) curandSetQuasiRandomGeneratorDimensions(generator, kDimensions);
  std::vector<unsigned int> points(kDimensions * 64), ordinary(kDimensions * 64), drawn(kDimensions * 64);
  curandGenerate(plain, ordinary.data(), ordinary.size());
  EXPECT(curandGenerate(scrambled, points.data(), points.size()) == CURAND_STATUS_SUCCESS);
  EXPECT(points != ordinary && is_even(points, 26));
  EXPECT(curandCreateGeneratorHost(&wide, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64) == CURAND_STATUS_SUCCESS);
  std::vector<unsigned long long> long_points(128);
  EXPECT(curandGenerateLongLong(wide, long_points.data(), 128) == CURAND_STATUS_SUCCESS && is_even(long_points, 58));

  curandDirectionVectors32_t *vectors, *d_vectors;
  unsigned int *constants, *d_constants, *d_out;
  EXPECT(curandGetDirectionVectors32(&vectors, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6) == CURAND_STATUS_SUCCESS);
  EXPECT(curandGetScrambleConstants32(&constants) == CURAND_STATUS_SUCCESS);
  cudaMalloc(&d_vectors, kDimensions * sizeof(*vectors));
  cudaMalloc(&d_constants, kDimensions * sizeof(*constants));
  cudaMalloc(&d_out, kDimensions * 64 * sizeof(*d_out));
  cudaMemcpy(d_vectors, vectors, kDimensions * sizeof(*vectors), cudaMemcpyHostToDevice);
  cudaMemcpy(d_constants, constants, kDimensions * sizeof(*constants), cudaMemcpyHostToDevice);
  draw<<<1, kDimensions>>>(d_vectors, d_constants, d_out);
  cudaMemcpy(drawn.data(), d_out, kDimensions * 64 * sizeof(*d_out), cudaMemcpyDeviceToHost);
  EXPECT(drawn == points);

  EXPECT(curandCreateGeneratorHost(&first, CURAND_RNG_PSEUDO_MT19937) == CURAND_STATUS_SUCCESS);
  curandCreateGeneratorHost(&second, CURAND_RNG_PSEUDO_MT19937);
  for (curandGenerator_t generator : {first, second}) curandSetPseudoRandomGeneratorSeed(generator, 5489);
  unsigned int begin[2], again[2];
  curandGenerate(first, begin, 2);
  curandGenerate(second, again, 1);
  curandGenerate(second, again + 1, 1);
  EXPECT(begin[0] == 3499211612u && std::memcmp(begin, again, sizeof(begin)) == 0);  // As its authors' program.
  std::vector<float> normal(10000);
  EXPECT(curandGenerateNormal(first, normal.data(), normal.size(), 2, 3) == CURAND_STATUS_SUCCESS);
  double sum = 0, squares = 0;
  for (const float value : normal) sum += value, squares += (value - 2) * (value - 2);
  EXPECT(std::fabs(sum / 10000 - 2) < 0.12 && std::fabs(squares / 10000 - 9) < 0.5);
  float* device;
  cudaMalloc(&device, 4 * sizeof(float));
  curandGenerator_t of_device;
  curandCreateGenerator(&of_device, CURAND_RNG_PSEUDO_MT19937);
  EXPECT(curandGenerateUniform(of_device, device, 4) == CURAND_STATUS_SUCCESS);
  std::printf("%d wrong\n", wrong);
}
