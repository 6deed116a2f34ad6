// MRG32k3a: two multiple recursive generators of order 3, combined (P. L'Ecuyer, "Good parameters and implementations
// for combined multiple recursive random number generators", Operations Research 47(1), 1999).
#pragma once

#include "xorwow.h"

struct curandStateMRG32k3a {
  unsigned int s1[3];
  unsigned int s2[3];
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

namespace fencepost_rt::random {

constexpr unsigned int kModulus1 = 4294967087U;  ///< 2^32 - 209
constexpr unsigned int kModulus2 = 4294944443U;  ///< 2^32 - 22853

/// The two vectors that a step multiplies by a matrix, modulo kModulus1 and kModulus2.
struct Mrg32k3aWords {
  unsigned int s1[3], s2[3];
};

FENCEPOST_RANDOM unsigned int product(unsigned int a, unsigned int b, unsigned int modulus) {
  return static_cast<unsigned int>(static_cast<unsigned long long>(a) * b % modulus);
}

}  // namespace fencepost_rt::random

extern "C" {
/// The words after `steps` steps, 2^76 `subsequences` steps and 2^127 `sequences` steps. Thread safety: full.
fencepost_rt::random::Mrg32k3aWords fencepost_mrg32k3a_jump(fencepost_rt::random::Mrg32k3aWords words,
                                                            unsigned long long steps, unsigned long long subsequences,
                                                            unsigned long long sequences);
}

/// A value from 1 to 4294967087.
FENCEPOST_RANDOM double curand_MRG32k3a(curandStateMRG32k3a_t* state) {
  using namespace fencepost_rt::random;
  const unsigned int x1 = state->s1[1];
  const unsigned int x2 = state->s2[2];
  const unsigned int next1 =
      static_cast<unsigned int>((1403580ULL * x1 + 810728ULL * (kModulus1 - state->s1[0])) % kModulus1);
  const unsigned int next2 =
      static_cast<unsigned int>((527612ULL * x2 + 1370589ULL * (kModulus2 - state->s2[0])) % kModulus2);
  state->s1[0] = x1;
  state->s1[1] = state->s1[2];
  state->s1[2] = next1;
  state->s2[0] = state->s2[1];
  state->s2[1] = x2;
  state->s2[2] = next2;
  return next1 > next2 ? next1 - next2 : next1 - next2 + kModulus1;
}

/// Spread over 32 bits.
FENCEPOST_RANDOM unsigned int curand(curandStateMRG32k3a_t* state) {
  return static_cast<unsigned int>(curand_MRG32k3a(state) * 1.000000048662);
}

namespace fencepost_rt::random {
FENCEPOST_RANDOM void jump(curandStateMRG32k3a_t* state, unsigned long long steps, unsigned long long subsequences,
                           unsigned long long sequences) {
  Mrg32k3aWords words;
  for (int i = 0; i < 3; ++i) {
    words.s1[i] = state->s1[i];
    words.s2[i] = state->s2[i];
  }
  words = fencepost_mrg32k3a_jump(words, steps, subsequences, sequences);
  for (int i = 0; i < 3; ++i) {
    state->s1[i] = words.s1[i];
    state->s2[i] = words.s2[i];
  }
}
}  // namespace fencepost_rt::random

/// As if `n` values had been drawn.
FENCEPOST_RANDOM void skipahead(unsigned long long n, curandStateMRG32k3a_t* state) {
  fencepost_rt::random::jump(state, n, 0, 0);
}
/// By `n` subsequences of 2^76 values.
FENCEPOST_RANDOM void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t* state) {
  fencepost_rt::random::jump(state, 0, n, 0);
}
/// By `n` sequences of 2^127 values.
FENCEPOST_RANDOM void skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t* state) {
  fencepost_rt::random::jump(state, 0, 0, n);
}

/// Seed 0 leaves L'Ecuyer's 12345 in all six words; others multiply them.
FENCEPOST_RANDOM void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                                  curandStateMRG32k3a_t* state) {
  using namespace fencepost_rt::random;
  const unsigned int low = seed == 0 ? 1 : static_cast<unsigned int>(seed) ^ 0x55555555U;
  const unsigned int high = seed == 0 ? 1 : static_cast<unsigned int>(seed >> 32) ^ 0xaaaaaaaaU;
  Mrg32k3aWords words;
  for (int i = 0; i < 3; ++i) {
    words.s1[i] = product(i == 1 ? high : low, 12345, kModulus1);
    words.s2[i] = product(i == 1 ? low : high, 12345, kModulus2);
  }
  if ((subsequence | offset) != 0) words = fencepost_mrg32k3a_jump(words, offset, subsequence, 0);
  for (int i = 0; i < 3; ++i) {
    state->s1[i] = words.s1[i];
    state->s2[i] = words.s2[i];
  }
  forget_cached(state);
}
