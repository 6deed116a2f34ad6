// Uniform values in (0, 1] from the bits of a generator (cuRAND, "Distributions").
#pragma once

#include "mrg32k3a.h"
#include "philox.h"
#include "sobol.h"
#include "xorwow.h"

namespace fencepost_rt::random {

/// Of the number of 32 bits: (bits + 1/2) / 2^32, rounded.
FENCEPOST_RANDOM float to_float(unsigned int bits) { return static_cast<float>(bits) * 0x1p-32F + 0x1p-33F; }
FENCEPOST_RANDOM float to_float(unsigned long long bits) { return to_float(static_cast<unsigned int>(bits >> 32)); }

/// (bits + 1) / 2^32.
FENCEPOST_RANDOM double to_double(unsigned int bits) { return bits * 0x1p-32 + 0x1p-32; }
FENCEPOST_RANDOM double to_double(unsigned long long bits) {
  return static_cast<double>(bits >> 11) * 0x1p-53 + 0x1p-54;
}
/// Of 53 bits, the low ones from `low`.
FENCEPOST_RANDOM double to_double(unsigned int low, unsigned int high) {
  const unsigned long long bits = low ^ static_cast<unsigned long long>(high) << 21;
  return static_cast<double>(bits) * 0x1p-53 + 0x1p-54;
}

template <class State>
struct IsGenerator {
  static constexpr bool value = false;
};
#define FENCEPOST_GENERATOR(type)       \
  template <>                           \
  struct IsGenerator<type> {            \
    static constexpr bool value = true; \
  };
FENCEPOST_GENERATOR(curandStateXORWOW)
FENCEPOST_GENERATOR(curandStatePhilox4_32_10)
FENCEPOST_GENERATOR(curandStateMRG32k3a)
FENCEPOST_GENERATOR(curandStateSobol32)
FENCEPOST_GENERATOR(curandStateScrambledSobol32)
FENCEPOST_GENERATOR(curandStateSobol64)
FENCEPOST_GENERATOR(curandStateScrambledSobol64)
#undef FENCEPOST_GENERATOR

/// `Result`, for functions that take any of cuRAND's states.
template <class State, class Result>
using OfGenerator = typename ::std::enable_if<IsGenerator<State>::value, Result>::type;

template <class State>
constexpr bool kIsMrg = ::std::is_same<State, curandStateMRG32k3a>::value;

}  // namespace fencepost_rt::random

template <class State>
FENCEPOST_RANDOM fencepost_rt::random::OfGenerator<State, float> curand_uniform(State* state) {
  if constexpr (fencepost_rt::random::kIsMrg<State>) {
    return static_cast<float>(curand_MRG32k3a(state) * 2.3283065498378288e-10);
  } else {
    return fencepost_rt::random::to_float(curand(state));
  }
}

/// XORWOW gives 53 bits, Sobol64 its upper 53, the others 32.
template <class State>
FENCEPOST_RANDOM fencepost_rt::random::OfGenerator<State, double> curand_uniform_double(State* state) {
  if constexpr (fencepost_rt::random::kIsMrg<State>) {
    return curand_MRG32k3a(state) * 2.3283065498378288e-10;
  } else if constexpr (::std::is_same<State, curandStateXORWOW>::value) {
    const unsigned int low = curand(state);
    return fencepost_rt::random::to_double(low, curand(state));
  } else {
    return fencepost_rt::random::to_double(curand(state));
  }
}

FENCEPOST_RANDOM float4 curand_uniform4(curandStatePhilox4_32_10_t* state) {
  using fencepost_rt::random::to_float;
  const uint4 bits = curand4(state);
  return float4{to_float(bits.x), to_float(bits.y), to_float(bits.z), to_float(bits.w)};
}
FENCEPOST_RANDOM double2 curand_uniform2_double(curandStatePhilox4_32_10_t* state) {
  const uint4 bits = curand4(state);
  return double2{fencepost_rt::random::to_double(bits.x, bits.y), fencepost_rt::random::to_double(bits.z, bits.w)};
}
FENCEPOST_RANDOM double4 curand_uniform4_double(curandStatePhilox4_32_10_t* state) {
  const double2 a = curand_uniform2_double(state);
  const double2 b = curand_uniform2_double(state);
  return double4{a.x, a.y, b.x, b.y};
}
