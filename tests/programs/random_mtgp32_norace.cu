// MTGP32 of cuRAND's host API: values as NVIDIA's library gives them, both orders, the device's and the host's alike.
// COMPILE: -lcurand
// CLEAN
// STDOUT: ^all right$
#include <curand.h>

#include <cmath>
#include <cstdio>
#include <vector>

static bool right = true;
#define EXPECT(what) \
  if (!(what)) right = false, printf("line %d: %s\n", __LINE__, #what)

static curandGenerator_t generator(bool of_host) {
  curandGenerator_t made;
  const auto create = of_host ? curandCreateGeneratorHost : curandCreateGenerator;
  EXPECT(create(&made, CURAND_RNG_PSEUDO_MTGP32) == CURAND_STATUS_SUCCESS);
  EXPECT(curandSetPseudoRandomGeneratorSeed(made, 777) == CURAND_STATUS_SUCCESS);
  return made;
}

static unsigned int sum_of(const std::vector<unsigned int>& values) {
  unsigned int sum = 0;
  for (const unsigned int value : values) sum = sum * 31 + value;
  return sum;
}

int main() {
  constexpr size_t n = 200000;
  std::vector<unsigned int> bits(n), copied(n);
  auto made = generator(true);
  EXPECT(curandGenerate(made, bits.data(), 999) == CURAND_STATUS_SUCCESS);
  EXPECT(curandGenerate(made, bits.data() + 999, n - 999) == CURAND_STATUS_SUCCESS);
  EXPECT(bits[0] == 2457026238U && bits[n - 1] == 2269264833U && sum_of(bits) == 381480504U);
  auto on_device = generator(false);
  unsigned int* memory;
  cudaMalloc(&memory, n * sizeof(int));
  EXPECT(curandGenerate(on_device, memory, n) == CURAND_STATUS_SUCCESS);
  cudaMemcpy(copied.data(), memory, n * sizeof(int), cudaMemcpyDeviceToHost);
  EXPECT(copied == bits);
  EXPECT(curandSetGeneratorOrdering(made, CURAND_ORDERING_PSEUDO_LEGACY) == CURAND_STATUS_SUCCESS);
  EXPECT(curandGenerate(made, bits.data(), n) == CURAND_STATUS_SUCCESS);
  EXPECT(bits[n - 1] == 2004385979U && sum_of(bits) == 2242500596U);
  std::vector<float> floats(300);
  std::vector<double> doubles(300);
  EXPECT(curandGenerateUniform(generator(true), floats.data(), 300) == CURAND_STATUS_SUCCESS);
  EXPECT(floats[0] == 0.572071016F && floats[299] == 0.916665971F);
  EXPECT(curandGenerateUniformDouble(generator(true), doubles.data(), 300) == CURAND_STATUS_SUCCESS);
  EXPECT(doubles[0] == 0.57207100070081651 && doubles[299] == 0.91666594776324928);
  EXPECT(curandGenerateNormal(generator(true), floats.data(), 300, 1, 2) == CURAND_STATUS_SUCCESS);
  EXPECT(std::fabs(floats[0] - 1.36329842F) < 1e-6F && std::fabs(floats[299] - 3.76597881F) < 1e-6F);
  EXPECT(curandGenerateNormalDouble(generator(true), doubles.data(), 300, 1, 2) == CURAND_STATUS_SUCCESS);
  EXPECT(std::fabs(doubles[0] - 1.3632984161376953) < 1e-6 && std::fabs(doubles[299] - 3.7659788131713867) < 1e-6);
  if (right) printf("all right\n");
}
