#include "sim/random/sequence.h"

namespace fencepost::sim {

std::size_t element_bytes(Distribution::Kind kind) {
  switch (kind) {
    case Distribution::Kind::kBits64:
    case Distribution::Kind::kUniformDouble:
    case Distribution::Kind::kNormalDouble:
    case Distribution::Kind::kLogNormalDouble:
      return 8;
    default:
      return 4;
  }
}

std::unique_ptr<Sequence> make_sequence(const SequenceOptions& options) {
  switch (options.type) {
    case CURAND_RNG_PSEUDO_DEFAULT:
    case CURAND_RNG_PSEUDO_XORWOW:
    case CURAND_RNG_PSEUDO_MRG32K3A:
      return make_streams(options);
    case CURAND_RNG_PSEUDO_PHILOX4_32_10:
      return make_philox_sequence(options);
    case CURAND_RNG_PSEUDO_MTGP32:
      return make_mtgp32_sequence(options);
    case CURAND_RNG_PSEUDO_MT19937:
      return make_mt19937_sequence(options);
    case CURAND_RNG_QUASI_DEFAULT:
    case CURAND_RNG_QUASI_SOBOL32:
    case CURAND_RNG_QUASI_SOBOL64:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64:
      return make_sobol_sequence(options);
    default:
      return nullptr;
  }
}

}  // namespace fencepost::sim
