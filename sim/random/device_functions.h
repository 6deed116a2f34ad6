// cuRAND's device functions, as ordinary ones: host sequences are made of the same.
#pragma once

#include <type_traits>

#include "sim/include/curand_kernel.h"
#include "sim/random/sequence.h"

namespace fencepost::sim {

/// The Poisson value that this part of all values lies below or at.
template <class Bits>
unsigned int poisson_of(Bits bits, double mean) {
  namespace random = fencepost_rt::random;
  if (mean < 1000) return random::poisson_by_inversion(random::below_one(bits), mean);
  return random::rounded_normal(mean, __builtin_sqrt(mean), random::inverse_normal_double(bits));
}

}  // namespace fencepost::sim
