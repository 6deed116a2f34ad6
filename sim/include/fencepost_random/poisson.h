// Poisson values, and values from the table that curandCreatePoissonDistribution() makes.
//
// Up to a mean of 64 the values are those of NVIDIA (D. Knuth, "The Art of Computer Programming", volume 2, 3.4.1),
// beyond 4000 they are a normal value, rounded; between them the method is another one than NVIDIA's (W. Hörmann, "The
// transformed rejection method for generating Poisson random variables", Insurance: Mathematics and Economics 12, 1993,
// algorithm PTRS): the same distribution, not the same values.
#pragma once

#include "normal.h"

namespace fencepost_rt::random {

template <class State>
FENCEPOST_RANDOM unsigned int poisson_by_product(State* state, float mean) {
  unsigned int count = 0;
  for (float product = ::expf(mean) * curand_uniform(state); product > 1; product *= curand_uniform(state)) ++count;
  return count;
}

template <class State>
FENCEPOST_RANDOM unsigned int poisson_by_rejection(State* state, double mean) {
  const double b = 0.931 + 2.53 * ::sqrt(mean);
  const double a = -0.059 + 0.02483 * b;
  const double log_inverse_alpha = ::log(1.1239 + 1.1328 / (b - 3.4));
  for (;;) {
    const double u = static_cast<double>(curand_uniform(state)) - 0.5;
    const double v = curand_uniform(state);
    const double room = 0.5 - ::fabs(u);
    if (!(room > 0)) continue;
    const double count = ::floor((2 * a / room + b) * u + mean + 0.43);
    if (room >= 0.07 && v <= 0.9277 - 3.6224 / (b - 2)) return static_cast<unsigned int>(count);
    if (count < 0 || (room < 0.013 && v > room)) continue;
    if (::log(v) + log_inverse_alpha - ::log(a / (room * room) + b) <=
        count * ::log(mean) - mean - ::lgamma(count + 1)) {
      return static_cast<unsigned int>(count);
    }
  }
}

FENCEPOST_RANDOM unsigned int rounded_normal(double mean, double deviation, double value) {
  return static_cast<unsigned int>(deviation * value + mean + 0.5);
}

/// The count whose probabilities, summed up, pass `u`. The sum is scaled by a power of e while the first term is too
/// small.
FENCEPOST_RANDOM unsigned int poisson_by_inversion(double u, double mean) {
  constexpr double kStep = 500;
  double sum = 1;
  double term = 1;
  unsigned int count = 0;
  for (double reached = 0; reached < mean; reached += kStep) {
    const double scale = ::exp(mean - reached > kStep ? -kStep : reached - mean);
    term *= scale;
    sum *= scale;
    while (u > sum) {
      ++count;
      term *= mean / count;
      sum += term;
    }
  }
  return count;
}

/// In (0, 1): the inversion does not end for 1.
FENCEPOST_RANDOM double below_one(unsigned int bits) { return bits * 0x1p-32 + 0x1p-33; }
FENCEPOST_RANDOM double below_one(unsigned long long bits) {
  return static_cast<double>(bits >> 11) * 0x1p-53 + 0x1p-55;
}

}  // namespace fencepost_rt::random

template <class State>
FENCEPOST_RANDOM fencepost_rt::random::OfGenerator<State, unsigned int> curand_poisson(State* state, double lambda) {
  using namespace fencepost_rt::random;
  if constexpr (kHasPairs<State>) {
    if (lambda < 64) return poisson_by_product(state, static_cast<float>(lambda));
    if (lambda <= 4000) return poisson_by_rejection(state, lambda);
    return rounded_normal(lambda, ::sqrt(lambda), curand_normal_double(state));
  } else {
    const auto bits = curand(state);
    return lambda < 1000 ? poisson_by_inversion(below_one(bits), lambda)
                         : rounded_normal(lambda, ::sqrt(lambda), inverse_normal_double(bits));
  }
}

FENCEPOST_RANDOM uint4 curand_poisson4(curandStatePhilox4_32_10_t* state, double lambda) {
  using namespace fencepost_rt::random;
  if (lambda > 4000) {
    const double4 v = curand_normal4_double(state);
    const double deviation = ::sqrt(lambda);
    return uint4{rounded_normal(lambda, deviation, v.x), rounded_normal(lambda, deviation, v.y),
                 rounded_normal(lambda, deviation, v.z), rounded_normal(lambda, deviation, v.w)};
  }
  uint4 counts;
  counts.x = curand_poisson(state, lambda);
  counts.y = curand_poisson(state, lambda);
  counts.z = curand_poisson(state, lambda);
  counts.w = curand_poisson(state, lambda);
  return counts;
}

/// What curandCreatePoissonDistribution() makes, in device memory: the chances of at most `first`, `first + 1`, … .
struct curandDiscreteDistribution_st {
  const double* sums;
  unsigned int first, length;
};

namespace fencepost_rt::random {
FENCEPOST_RANDOM unsigned int discrete(double u, curandDiscreteDistribution_t distribution) {
  const double* const sums = distribution->sums;
  unsigned int low = 0;
  unsigned int high = distribution->length - 1;
  while (low < high) {
    const unsigned int middle = (low + high) / 2;
    if (u <= sums[middle]) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return distribution->first + low;
}
}  // namespace fencepost_rt::random

template <class State>
FENCEPOST_RANDOM fencepost_rt::random::OfGenerator<State, unsigned int> curand_discrete(
    State* state, curandDiscreteDistribution_t discrete_distribution) {
  if constexpr (fencepost_rt::random::kIsMrg<State>) {
    return fencepost_rt::random::discrete(curand_uniform_double(state), discrete_distribution);
  } else {
    return fencepost_rt::random::discrete(fencepost_rt::random::to_double(curand(state)), discrete_distribution);
  }
}
FENCEPOST_RANDOM uint4 curand_discrete4(curandStatePhilox4_32_10_t* state,
                                        curandDiscreteDistribution_t discrete_distribution) {
  uint4 values;
  values.x = curand_discrete(state, discrete_distribution);
  values.y = curand_discrete(state, discrete_distribution);
  values.z = curand_discrete(state, discrete_distribution);
  values.w = curand_discrete(state, discrete_distribution);
  return values;
}
