// The values that a generator of cuRAND's host API gives, in their order (cuRAND, "Host API", "Generator options").
#pragma once

#include <cstddef>
#include <memory>

#include "sim/include/curand.h"

namespace fencepost::sim {

/// What values are made of the generator's bits.
struct Distribution {
  enum class Kind {
    kBits,
    kBits64,
    kUniform,
    kUniformDouble,
    kNormal,
    kNormalDouble,
    kLogNormal,
    kLogNormalDouble,
    kPoisson,  ///< Of mean `mean`.
  };
  Kind kind;
  double mean = 0;
  double deviation = 1;
};

std::size_t element_bytes(Distribution::Kind);

/// Thread safety: none.
class Sequence {
 public:
  virtual ~Sequence() = default;
  /// The next n values, to `out`. CURAND_STATUS_TYPE_ERROR for a distribution that the generator does not have,
  /// CURAND_STATUS_LENGTH_NOT_MULTIPLE for n that it cannot give; then nothing is written.
  virtual curandStatus_t fill(const Distribution& distribution, void* out, std::size_t n) = 0;
};

/// What of a generator's options decides its values.
struct SequenceOptions {
  curandRngType_t type = CURAND_RNG_PSEUDO_XORWOW;
  curandOrdering_t ordering = CURAND_ORDERING_PSEUDO_DEFAULT;
  unsigned long long seed = 0;
  unsigned long long offset = 0;
  unsigned int dimensions = 1;
};

/// From the beginning, `offset` values on. Null for types that are not supported.
std::unique_ptr<Sequence> make_sequence(const SequenceOptions&);
std::unique_ptr<Sequence> make_streams(const SequenceOptions&);  ///< XORWOW and MRG32k3a.
/// Without an offset, which cuRAND's MTGP32 does not take.
std::unique_ptr<Sequence> make_mtgp32_sequence(const SequenceOptions&);
std::unique_ptr<Sequence> make_philox_sequence(const SequenceOptions&);
/// Without an offset, too.
std::unique_ptr<Sequence> make_mt19937_sequence(const SequenceOptions&);
std::unique_ptr<Sequence> make_sobol_sequence(const SequenceOptions&);  ///< Scrambled ones, too.

}  // namespace fencepost::sim
