// Sobol' sequences of 32 and 64 bits in Gray code order (P. Bratley, B. Fox, "Algorithm 659", ACM TOMS 14(1), 1988),
// one dimension for each state; scrambled ones start from a constant and take scrambled direction vectors.
#pragma once

#include "../curand.h"
#include "xorwow.h"

namespace fencepost_rt::random {

/// `i`: the number of the next value, `x`. `c`: what number 0 is.
template <class Word, int Bits>
struct SobolState {
  Word i, x, c;
  Word direction_vectors[Bits];
};

template <class Word, int Bits>
FENCEPOST_RANDOM void sobol_go_to(SobolState<Word, Bits>* state, Word number) {
  Word x = state->c;
  const Word gray = number ^ number >> 1;
  for (int k = 0; k < Bits; ++k) {
    if ((gray >> k & 1) != 0) x ^= state->direction_vectors[k];
  }
  state->i = number;
  state->x = x;
}

template <class Word, int Bits>
FENCEPOST_RANDOM void sobol_init(SobolState<Word, Bits>* state, const Word* direction_vectors, Word scramble,
                                 Word offset) {
  state->c = scramble;
  for (int k = 0; k < Bits; ++k) state->direction_vectors[k] = direction_vectors[k];
  sobol_go_to(state, offset);
}

template <class Word, int Bits>
FENCEPOST_RANDOM Word sobol_next(SobolState<Word, Bits>* state) {
  const Word number = state->i;
  const Word value = state->x;
  // Successive Gray codes differ in the lowest bit that is 0 in the number; after the last one the highest.
  const Word zeros = ~number;
  const int bit = zeros == 0 ? Bits - 1 : __builtin_ctzll(static_cast<unsigned long long>(zeros));
  state->x = value ^ state->direction_vectors[bit];
  state->i = number + 1;
  return value;
}

}  // namespace fencepost_rt::random

struct curandStateSobol32 : fencepost_rt::random::SobolState<unsigned int, 32> {};
struct curandStateScrambledSobol32 : fencepost_rt::random::SobolState<unsigned int, 32> {};
struct curandStateSobol64 : fencepost_rt::random::SobolState<unsigned long long, 64> {};
struct curandStateScrambledSobol64 : fencepost_rt::random::SobolState<unsigned long long, 64> {};
typedef struct curandStateSobol32 curandStateSobol32_t;
typedef struct curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef struct curandStateSobol64 curandStateSobol64_t;
typedef struct curandStateScrambledSobol64 curandStateScrambledSobol64_t;

FENCEPOST_RANDOM void curand_init(curandDirectionVectors32_t direction_vectors, unsigned int offset,
                                  curandStateSobol32_t* state) {
  fencepost_rt::random::sobol_init(state, direction_vectors, 0U, offset);
}
FENCEPOST_RANDOM void curand_init(curandDirectionVectors32_t direction_vectors, unsigned int scramble_c,
                                  unsigned int offset, curandStateScrambledSobol32_t* state) {
  fencepost_rt::random::sobol_init(state, direction_vectors, scramble_c, offset);
}
FENCEPOST_RANDOM void curand_init(curandDirectionVectors64_t direction_vectors, unsigned long long offset,
                                  curandStateSobol64_t* state) {
  fencepost_rt::random::sobol_init(state, direction_vectors, 0ULL, offset);
}
FENCEPOST_RANDOM void curand_init(curandDirectionVectors64_t direction_vectors, unsigned long long scramble_c,
                                  unsigned long long offset, curandStateScrambledSobol64_t* state) {
  fencepost_rt::random::sobol_init(state, direction_vectors, scramble_c, offset);
}

FENCEPOST_RANDOM unsigned int curand(curandStateSobol32_t* state) { return fencepost_rt::random::sobol_next(state); }
FENCEPOST_RANDOM unsigned int curand(curandStateScrambledSobol32_t* state) {
  return fencepost_rt::random::sobol_next(state);
}
FENCEPOST_RANDOM unsigned long long curand(curandStateSobol64_t* state) {
  return fencepost_rt::random::sobol_next(state);
}
FENCEPOST_RANDOM unsigned long long curand(curandStateScrambledSobol64_t* state) {
  return fencepost_rt::random::sobol_next(state);
}

/// As if `n` values had been drawn.
FENCEPOST_RANDOM void skipahead(unsigned int n, fencepost_rt::random::SobolState<unsigned int, 32>* state) {
  fencepost_rt::random::sobol_go_to(state, state->i + n);
}
FENCEPOST_RANDOM void skipahead(unsigned long long n, fencepost_rt::random::SobolState<unsigned long long, 64>* state) {
  fencepost_rt::random::sobol_go_to(state, state->i + n);
}
