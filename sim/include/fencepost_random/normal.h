// Normal and log-normal values: pairs by G. Box and M. Muller, "A note on the generation of random normal deviates",
// Annals of Mathematical Statistics 29(2), 1958, of which the second waits in the state for the next call; of Sobol'
// sequences by the inverse of the distribution function, one for one. The bits taken are those that NVIDIA's take; a
// GPU computes the sines in single precision only roughly, so that its last digits differ.
#pragma once

#include <math.h>

#include "uniform.h"

extern "C" {
float erfcinvf(float x);
double erfcinv(double x);
}

namespace fencepost_rt::random {

constexpr float kTwoPi = 6.2831855F;
constexpr double kPi = 3.1415926535897932;

FENCEPOST_RANDOM float2 box_muller(float u, float angle) {
  const float radius = ::sqrtf(-2.0F * ::logf(u));
  return float2{::sinf(angle) * radius, ::cosf(angle) * radius};
}
/// `half_turns`: the angle divided by pi.
FENCEPOST_RANDOM double2 box_muller(double u, double half_turns) {
  const double radius = ::sqrt(-2.0 * ::log(u));
  return double2{::sin(half_turns * kPi) * radius, ::cos(half_turns * kPi) * radius};
}

FENCEPOST_RANDOM float2 normal_pair(unsigned int x, unsigned int y) {
  constexpr float kScale = 0x1p-32F * kTwoPi;
  return box_muller(to_float(x), static_cast<float>(y) * kScale + kScale / 2);
}
FENCEPOST_RANDOM double2 normal_pair(unsigned int x0, unsigned int x1, unsigned int y0, unsigned int y1) {
  const unsigned long long y = y0 ^ static_cast<unsigned long long>(y1) << 21;
  return box_muller(to_double(x0, x1), static_cast<double>(y) * 0x1p-52 + 0x1p-53);
}

template <class State>
FENCEPOST_RANDOM float2 draw_pair(State* state) {
  if constexpr (kIsMrg<State>) {
    const float u = curand_uniform(state);
    return box_muller(u, curand_uniform(state) * kTwoPi);
  } else {
    const unsigned int x = curand(state);
    return normal_pair(x, curand(state));
  }
}
template <class State>
FENCEPOST_RANDOM double2 draw_pair_double(State* state) {
  if constexpr (kIsMrg<State>) {
    const double u = curand_uniform_double(state);
    return box_muller(u, curand_uniform_double(state) * 2);
  } else {
    const unsigned int x0 = curand(state);
    const unsigned int x1 = curand(state);
    const unsigned int y0 = curand(state);
    return normal_pair(x0, x1, y0, curand(state));
  }
}

/// The normal value below which the given part of them lies; exact towards both ends.
FENCEPOST_RANDOM float inverse_normal(unsigned int bits) {
  const bool upper = bits > 0x80000000U;
  const float size = 1.4142135F * ::erfcinvf(2 * to_float(upper ? ~bits : bits));
  return upper ? size : -size;
}
FENCEPOST_RANDOM float inverse_normal(unsigned long long bits) {
  return inverse_normal(static_cast<unsigned int>(bits >> 32));
}
FENCEPOST_RANDOM double inverse_normal_double(unsigned int bits) {
  const bool upper = bits > 0x80000000U;
  const double size = 1.4142135623730951 * ::erfcinv(2 * ((upper ? ~bits : bits) * 0x1p-32 + 0x1p-33));
  return upper ? size : -size;
}
FENCEPOST_RANDOM double inverse_normal_double(unsigned long long bits) {
  const bool upper = (bits >> 11) > 0x10000000000000ULL;
  const double size = 1.4142135623730951 * ::erfcinv(2 * to_double(upper ? ~bits : bits));
  return upper ? size : -size;
}

template <class State>
constexpr bool kHasPairs = kIsMrg<State> || ::std::is_same<State, curandStateXORWOW>::value ||
                           ::std::is_same<State, curandStatePhilox4_32_10>::value;

template <class State, class Result>
using OfPairs = typename ::std::enable_if<kHasPairs<State>, Result>::type;

FENCEPOST_RANDOM float2 log_of(float2 v, float mean, float deviation) {
  return float2{::expf(mean + deviation * v.x), ::expf(mean + deviation * v.y)};
}
FENCEPOST_RANDOM double2 log_of(double2 v, double mean, double deviation) {
  return double2{::exp(mean + deviation * v.x), ::exp(mean + deviation * v.y)};
}

/// The cached value of the kind, or the first of the pair that `draw` returns, whose second is cached then.
template <class State, class Draw>
FENCEPOST_RANDOM float one_of_pair(State* state, Cached kind, Draw draw) {
  if (state->boxmuller_flag == kind) {
    state->boxmuller_flag = kNothing;
    return state->boxmuller_extra;
  }
  const float2 pair = draw();
  state->boxmuller_extra = pair.y;
  state->boxmuller_flag = kind;
  return pair.x;
}
template <class State, class Draw>
FENCEPOST_RANDOM double one_of_pair_double(State* state, Cached kind, Draw draw) {
  if (state->boxmuller_flag_double == kind) {
    state->boxmuller_flag_double = kNothing;
    return state->boxmuller_extra_double;
  }
  const double2 pair = draw();
  state->boxmuller_extra_double = pair.y;
  state->boxmuller_flag_double = kind;
  return pair.x;
}

}  // namespace fencepost_rt::random

/// Mean 0, standard deviation 1.
template <class State>
FENCEPOST_RANDOM fencepost_rt::random::OfGenerator<State, float> curand_normal(State* state) {
  using namespace fencepost_rt::random;
  if constexpr (kHasPairs<State>) {
    return one_of_pair(
        state, kNormal, [state]() __attribute__((always_inline)) { return draw_pair(state); });
  } else {
    return inverse_normal(curand(state));
  }
}
template <class State>
FENCEPOST_RANDOM fencepost_rt::random::OfGenerator<State, double> curand_normal_double(State* state) {
  using namespace fencepost_rt::random;
  if constexpr (kHasPairs<State>) {
    return one_of_pair_double(
        state, kNormal, [state]() __attribute__((always_inline)) { return draw_pair_double(state); });
  } else {
    return inverse_normal_double(curand(state));
  }
}

template <class State>
FENCEPOST_RANDOM fencepost_rt::random::OfPairs<State, float2> curand_normal2(State* state) {
  return fencepost_rt::random::draw_pair(state);
}
template <class State>
FENCEPOST_RANDOM fencepost_rt::random::OfPairs<State, double2> curand_normal2_double(State* state) {
  return fencepost_rt::random::draw_pair_double(state);
}
FENCEPOST_RANDOM float4 curand_normal4(curandStatePhilox4_32_10_t* state) {
  const uint4 bits = curand4(state);
  const float2 a = fencepost_rt::random::normal_pair(bits.x, bits.y);
  const float2 b = fencepost_rt::random::normal_pair(bits.z, bits.w);
  return float4{a.x, a.y, b.x, b.y};
}
FENCEPOST_RANDOM double4 curand_normal4_double(curandStatePhilox4_32_10_t* state) {
  const double2 a = fencepost_rt::random::draw_pair_double(state);
  const double2 b = fencepost_rt::random::draw_pair_double(state);
  return double4{a.x, a.y, b.x, b.y};
}

/// Whose logarithm is normal with this mean and standard deviation.
template <class State>
FENCEPOST_RANDOM fencepost_rt::random::OfGenerator<State, float> curand_log_normal(State* state, float mean,
                                                                                   float stddev) {
  using namespace fencepost_rt::random;
  if constexpr (kHasPairs<State>) {
    return one_of_pair(
        state, kLogNormal, [=]() __attribute__((always_inline)) { return log_of(draw_pair(state), mean, stddev); });
  } else {
    return ::expf(mean + stddev * inverse_normal(curand(state)));
  }
}
template <class State>
FENCEPOST_RANDOM fencepost_rt::random::OfGenerator<State, double> curand_log_normal_double(State* state, double mean,
                                                                                           double stddev) {
  using namespace fencepost_rt::random;
  if constexpr (kHasPairs<State>) {
    return one_of_pair_double(
        state,
        kLogNormal, [=]() __attribute__((always_inline)) { return log_of(draw_pair_double(state), mean, stddev); });
  } else {
    return ::exp(mean + stddev * inverse_normal_double(curand(state)));
  }
}
template <class State>
FENCEPOST_RANDOM fencepost_rt::random::OfPairs<State, float2> curand_log_normal2(State* state, float mean,
                                                                                 float stddev) {
  return fencepost_rt::random::log_of(fencepost_rt::random::draw_pair(state), mean, stddev);
}
template <class State>
FENCEPOST_RANDOM fencepost_rt::random::OfPairs<State, double2> curand_log_normal2_double(State* state, double mean,
                                                                                         double stddev) {
  return fencepost_rt::random::log_of(fencepost_rt::random::draw_pair_double(state), mean, stddev);
}
FENCEPOST_RANDOM float4 curand_log_normal4(curandStatePhilox4_32_10_t* state, float mean, float stddev) {
  const float4 v = curand_normal4(state);
  const float2 a = fencepost_rt::random::log_of(float2{v.x, v.y}, mean, stddev);
  const float2 b = fencepost_rt::random::log_of(float2{v.z, v.w}, mean, stddev);
  return float4{a.x, a.y, b.x, b.y};
}
FENCEPOST_RANDOM double4 curand_log_normal4_double(curandStatePhilox4_32_10_t* state, double mean, double stddev) {
  const double2 a = curand_log_normal2_double(state, mean, stddev);
  const double2 b = curand_log_normal2_double(state, mean, stddev);
  return double4{a.x, a.y, b.x, b.y};
}
