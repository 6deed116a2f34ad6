// Philox4x32-10: a counter, encrypted (J. Salmon, M. Moraes, R. Dror, D. Shaw, "Parallel random numbers: as easy as 1,
// 2, 3", SC 2011, section 3.3). Four values of 32 bits for each count of 128 bits.
#pragma once

#include "../vector_types.h"
#include "xorwow.h"

struct curandStatePhilox4_32_10 {
  uint4 ctr;           ///< Of `output`.
  uint4 output;        ///< The four values of which the next is taken.
  uint2 key;           ///< The seed.
  unsigned int STATE;  ///< How many of them have been taken, below 4.
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

FENCEPOST_RANDOM uint4 curand_Philox4x32_10(uint4 c, uint2 key) {
  for (int round = 0; round < 10; ++round) {
    const unsigned long long a = 0xd2511f53ULL * c.x;
    const unsigned long long b = 0xcd9e8d57ULL * c.z;
    c = uint4{static_cast<unsigned int>(b >> 32) ^ c.y ^ key.x, static_cast<unsigned int>(b),
              static_cast<unsigned int>(a >> 32) ^ c.w ^ key.y, static_cast<unsigned int>(a)};
    key.x += 0x9e3779b9U;
    key.y += 0xbb67ae85U;
  }
  return c;
}

namespace fencepost_rt::random {

/// `c` plus `low` plus 2^64 `high`, as numbers of 128 bits.
FENCEPOST_RANDOM uint4 count_on(uint4 c, unsigned long long low, unsigned long long high) {
  const unsigned long long sum = (static_cast<unsigned long long>(c.y) << 32 | c.x) + low;
  const unsigned long long upper = (static_cast<unsigned long long>(c.w) << 32 | c.z) + high + (sum < low ? 1 : 0);
  return uint4{static_cast<unsigned int>(sum), static_cast<unsigned int>(sum >> 32), static_cast<unsigned int>(upper),
               static_cast<unsigned int>(upper >> 32)};
}

FENCEPOST_RANDOM void jump(curandStatePhilox4_32_10_t* state, unsigned long long counts, unsigned long long sequences) {
  const uint4 counter = count_on(state->ctr, counts, sequences);
  state->ctr = counter;
  state->output = curand_Philox4x32_10(counter, state->key);
}

FENCEPOST_RANDOM unsigned int element(const uint4& of, unsigned int i) {
  return i == 0 ? of.x : i == 1 ? of.y : i == 2 ? of.z : of.w;
}

}  // namespace fencepost_rt::random

FENCEPOST_RANDOM unsigned int curand(curandStatePhilox4_32_10_t* state) {
  const unsigned int taken = state->STATE;
  const unsigned int value = fencepost_rt::random::element(state->output, taken);
  state->STATE = (taken + 1) & 3;
  if (taken == 3) fencepost_rt::random::jump(state, 1, 0);
  return value;
}

/// The next four values.
FENCEPOST_RANDOM uint4 curand4(curandStatePhilox4_32_10_t* state) {
  const unsigned int taken = state->STATE;
  const uint4 now = state->output;
  fencepost_rt::random::jump(state, 1, 0);
  if (taken == 0) return now;
  const uint4 then = state->output;
  if (taken == 1) return uint4{now.y, now.z, now.w, then.x};
  return taken == 2 ? uint4{now.z, now.w, then.x, then.y} : uint4{now.w, then.x, then.y, then.z};
}

/// As if `n` values had been drawn.
FENCEPOST_RANDOM void skipahead(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  const unsigned int taken = state->STATE + static_cast<unsigned int>(n & 3);
  state->STATE = taken & 3;
  fencepost_rt::random::jump(state, n / 4 + taken / 4, 0);
}
/// By `n` subsequences of 2^66 values.
FENCEPOST_RANDOM void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  fencepost_rt::random::jump(state, 0, n);
}

FENCEPOST_RANDOM void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                                  curandStatePhilox4_32_10_t* state) {
  const uint2 key = {static_cast<unsigned int>(seed), static_cast<unsigned int>(seed >> 32)};
  const uint4 counter = fencepost_rt::random::count_on(uint4{0, 0, 0, 0}, offset / 4, subsequence);
  state->ctr = counter;
  state->output = curand_Philox4x32_10(counter, key);
  state->key = key;
  state->STATE = static_cast<unsigned int>(offset & 3);
  fencepost_rt::random::forget_cached(state);
}
