// XORWOW: the xorshift generator of 160 bits plus a Weyl sequence (G. Marsaglia, "Xorshift RNGs", Journal of
// Statistical Software 8(14), 2003, section 3.1).
#pragma once

#define FENCEPOST_RANDOM static inline __attribute__((always_inline, unused))

struct curandStateXORWOW {
  unsigned int d, v[5];
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

namespace fencepost_rt::random {

/// The part of a state that the xorshift steps are linear in.
struct XorwowWords {
  unsigned int v[5];
};

constexpr unsigned int kWeylStep = 362437;

/// What a cached half of a pair of normal values is, in boxmuller_flag.
enum Cached { kNothing = 0, kNormal = 1, kLogNormal = 2 };

template <class State>
FENCEPOST_RANDOM void forget_cached(State* state) {
  state->boxmuller_flag = kNothing;
  state->boxmuller_flag_double = kNothing;
  state->boxmuller_extra = 0;
  state->boxmuller_extra_double = 0;
}

}  // namespace fencepost_rt::random

extern "C" {
/// The words after `steps` steps and `sequences` times 2^67 steps. Thread safety: full.
fencepost_rt::random::XorwowWords fencepost_xorwow_jump(fencepost_rt::random::XorwowWords words,
                                                        unsigned long long steps, unsigned long long sequences);
}

FENCEPOST_RANDOM unsigned int curand(curandStateXORWOW_t* state) {
  const unsigned int oldest = state->v[0];
  const unsigned int newest = state->v[4];
  state->v[0] = state->v[1];
  state->v[1] = state->v[2];
  state->v[2] = state->v[3];
  state->v[3] = newest;
  const unsigned int t = oldest ^ oldest >> 2;
  const unsigned int next = newest ^ newest << 4 ^ t ^ t << 1;
  state->v[4] = next;
  return next + (state->d += fencepost_rt::random::kWeylStep);
}

namespace fencepost_rt::random {
FENCEPOST_RANDOM void jump(curandStateXORWOW_t* state, unsigned long long steps, unsigned long long sequences) {
  XorwowWords words;
  for (int i = 0; i < 5; ++i) words.v[i] = state->v[i];
  words = fencepost_xorwow_jump(words, steps, sequences);
  for (int i = 0; i < 5; ++i) state->v[i] = words.v[i];
  // 2^67 steps of the Weyl sequence, modulo 2^32, are none.
  state->d += kWeylStep * static_cast<unsigned int>(steps);
}
}  // namespace fencepost_rt::random

/// As if `n` values had been drawn.
FENCEPOST_RANDOM void skipahead(unsigned long long n, curandStateXORWOW_t* state) {
  fencepost_rt::random::jump(state, n, 0);
}
/// By `n` subsequences of 2^67 values.
FENCEPOST_RANDOM void skipahead_sequence(unsigned long long n, curandStateXORWOW_t* state) {
  fencepost_rt::random::jump(state, 0, n);
}

/// The seed scatters Marsaglia's initial words by constants of cuRAND's own.
FENCEPOST_RANDOM void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                                  curandStateXORWOW_t* state) {
  const unsigned int low = 1099087573U * (static_cast<unsigned int>(seed) ^ 0xaad26b49U);
  const unsigned int high = 2591861531U * (static_cast<unsigned int>(seed >> 32) ^ 0xf7dcefddU);
  fencepost_rt::random::XorwowWords words = {
      {123456789U + low, 362436069U ^ low, 521288629U + high, 88675123U ^ high, 5783321U + low}};
  if ((subsequence | offset) != 0) words = fencepost_xorwow_jump(words, offset, subsequence);
  for (int i = 0; i < 5; ++i) state->v[i] = words.v[i];
  state->d = 6615241U + low + high + fencepost_rt::random::kWeylStep * static_cast<unsigned int>(offset);
  fencepost_rt::random::forget_cached(state);
}
