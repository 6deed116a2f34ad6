// The device API of cuRAND gives NVIDIA's values: bits, uniform values, skips, exactly.
// CLEAN
// STDOUT: ^0 wrong of 146$
#include <curand_kernel.h>

#include <cstdio>

struct Known {
  unsigned long long seed, subsequence, offset;
  unsigned int bits[5];
  float uniform;
  double uniform_double;
};

__constant__ Known xorwow[] = {
    {0, 0, 0, {0xbd7f03b6, 0x703e556d, 0x845af0c5, 0x283067fd, 0x1245241f}, 0x1.d99bccp-2, 0x1.51435efcda8a7p-2},
    {1234, 0, 0, {0x253d5e15, 0x6f558604, 0xdee6daf2, 0x7485b394, 0xdb6a6a85}, 0x1.2a32b8p-1, 0x1.92d049b2f344p-1},
    {1234, 1, 0, {0xd1f7605a, 0xed29ae49, 0x83030ed9, 0x899fbaf4, 0xcf2ac63b}, 0x1.1f1b6ep-6, 0x1.994454407c98p-1},
    {1234, 77777, 12345, {0x7a76df4c, 0x3f413857, 0x5a7e2ea4, 0x3b2be622, 0x97ed4b42}, 0x1.dc9ed8p-1, 0x1.4e1619574c961p-2},
    {0x123456789abcdef, 1000000007, 6, {0x3bbd8b37, 0x38eef18f, 0x46dc5864, 0x91f894ad, 0xbf8953f0}, 0x1.387a14p-1, 0x1.4f7219186e644p-1},
    {42, 3, 1ULL << 40, {0x7c4fdb52, 0x9b12c15a, 0x8f354bb8, 0xf896a4e1, 0xfe836a6b}, 0x1.ec0906p-3, 0x1.1652580074826p-3},
};
__constant__ Known philox[] = {
    {0, 0, 0, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8, 0xf8e4cca4}, 0x1.72c804p-2, 0x1.634ae9d8p-1},
    {1234, 0, 0, {0x2090b348, 0xda7cf0ab, 0x4401906f, 0xcbca470e, 0x9eeede35}, 0x1.cbe138p-4, 0x1.f44ee128p-1},
    {1234, 1, 0, {0xd115a128, 0x52fc7c75, 0xc7f33f17, 0x0f1539db, 0x07129e5f}, 0x1.94f5eap-2, 0x1.d8331c2p-4},
    {1234, 77777, 12345, {0xfb90119f, 0xc71663df, 0x1e71d12e, 0xdd207dab, 0x16819deb}, 0x1.54563ap-1, 0x1.87619d8cp-2},
    {0x123456789abcdef, 1000000007, 6, {0xab2cdc39, 0x7905fbc5, 0xb250fb67, 0x11e26104, 0xbfa75ef6}, 0x1.0672c8p-1, 0x1.42eb4904p-1},
    {42, 3, 1ULL << 40, {0x12aa61ce, 0xc51670a3, 0x67ae5e11, 0xff0ff112, 0x9856f18a}, 0x1.0cec78p-3, 0x1.3a945418p-2},
};
__constant__ Known mrg[] = {
    {0, 0, 0, {0x2083cd07, 0x518b05c4, 0x4f26d091, 0xd36ab334, 0x38bcbcf8}, 0x1.111934p-1, 0x1.ec5012a1ed5f4p-2},
    {1234, 0, 0, {0xc96891f0, 0x9650c684, 0x0cbc7881, 0x5fa111cd, 0x864a3897}, 0x1.f4c3bep-1, 0x1.9987152a57485p-2},
    {1234, 1, 0, {0x26f0d612, 0xac5068d7, 0xa3dbc910, 0x8fa62437, 0x76c19809}, 0x1.02ba64p-1, 0x1.8a99f0ee27adcp-2},
    {1234, 77777, 12345, {0xef8fc582, 0xdf356c02, 0x8bda324c, 0xda6c2eef, 0x2ce02f41}, 0x1.5262f2p-1, 0x1.47f210e3bc9fdp-1},
    {0x123456789abcdef, 1000000007, 6, {0x9a3c5186, 0x7a2e58a1, 0xd13dc589, 0xe2db1f08, 0xf64b49a5}, 0x1.120154p-2, 0x1.bc9a2be6f9ddep-2},
    {42, 3, 1ULL << 40, {0xe4476aa4, 0x64316501, 0x92097e6f, 0x114450a3, 0x7d882912}, 0x1.0aff82p-1, 0x1.195e5009b5ff6p-1},
};

__device__ int wrong, checks;
template <class T>
__device__ void expect(T value, T known) {
  ++checks;
  if (value != known) {
    ++wrong;
    printf("check %d: %.17g for %.17g\n", checks, (double)value, (double)known);
  }
}

template <class State>
__device__ void check(const Known* known) {
  for (int i = 0; i < 6; ++i) {
    State state;
    curand_init(known[i].seed, known[i].subsequence, known[i].offset, &state);
    for (unsigned int bits : known[i].bits) expect(curand(&state), bits);
    expect(curand_uniform(&state), known[i].uniform);
    expect(curand_uniform_double(&state), known[i].uniform_double);
  }
}

template <class State>
__device__ void check_skips(unsigned int after, unsigned int after_sequences, uint3 poisson) {
  State state;
  curand_init(42, 0, 0, &state);
  skipahead(1000001, &state);
  expect(curand(&state), after);
  skipahead_sequence(5, &state);
  expect(curand(&state), after_sequences);
  expect(curand_poisson(&state, 5), poisson.x);
  expect(curand_poisson(&state, 30), poisson.y);
  expect(curand_poisson(&state, 63), poisson.z);
}

__global__ void k() {
  check<curandState>(xorwow);
  check<curandStatePhilox4_32_10_t>(philox);
  check<curandStateMRG32k3a>(mrg);
  check_skips<curandStateXORWOW>(0x90440d7d, 0x02191f15, make_uint3(3, 29, 66));
  check_skips<curandStatePhilox4_32_10>(0x80744a7c, 0xaaeaef03, make_uint3(8, 28, 81));
  check_skips<curandStateMRG32k3a>(0x4fc65ea5, 0xc119aa94, make_uint3(3, 37, 74));
  curandStateMRG32k3a state;
  curand_init(42, 0, 0, &state);
  skipahead_subsequence(9, &state);
  expect(curand(&state), 0xb6562597u);

  // Four at once, from the middle of four.
  curandStatePhilox4_32_10_t four;
  curand_init(7, 8, 2, &four);
  const uint4 bits = curand4(&four);
  expect(bits.x, 0x0da7336fu);
  expect(bits.w, 0x4fa3d97au);
  const double2 uniform = curand_uniform2_double(&four);
  expect(uniform.x, 0x1.1867243eb7046p-1);
  expect(uniform.y, 0x1.79abcd86fa3fep-3);
}

int main() {
  k<<<1, 1>>>();
  int w, c;
  cudaMemcpyFromSymbol(&w, wrong, sizeof w);
  cudaMemcpyFromSymbol(&c, checks, sizeof c);
  printf("%d wrong of %d\n", w, c);
}
