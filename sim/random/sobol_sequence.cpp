// Sobol' sequences: all values of the first dimension, then all of the second, … .
#include <cmath>

#include "sim/random/device_functions.h"
#include "sim/random/scrambled_vectors.h"

namespace fencepost::sim {
namespace {

template <class State, class Word, int Bits>
class SobolSequence final : public Sequence {
 public:
  /// `constants`: of scrambled sequences, one for each dimension; null: it is none.
  SobolSequence(Word (*vectors)[Bits], const Word* constants, const SequenceOptions& options)
      : vectors_(vectors), constants_(constants), dimensions_(options.dimensions), next_(options.offset) {}

  curandStatus_t fill(const Distribution& d, void* out, std::size_t n) override {
    namespace random = fencepost_rt::random;
    const auto mean = static_cast<float>(d.mean);
    const auto deviation = static_cast<float>(d.deviation);
    switch (d.kind) {
      case Distribution::Kind::kBits:
        if constexpr (Bits == 64) return CURAND_STATUS_TYPE_ERROR;
        return by_dimension(static_cast<unsigned int*>(out), n, [](Word x) { return x; });
      case Distribution::Kind::kBits64:
        if constexpr (Bits == 32) return CURAND_STATUS_TYPE_ERROR;
        return by_dimension(static_cast<unsigned long long*>(out), n, [](Word x) { return x; });
      case Distribution::Kind::kUniform:
        return by_dimension(static_cast<float*>(out), n, [](Word x) { return random::to_float(x); });
      case Distribution::Kind::kUniformDouble:
        return by_dimension(static_cast<double*>(out), n, [](Word x) { return random::to_double(x); });
      case Distribution::Kind::kNormal:
        return by_dimension(static_cast<float*>(out), n,
                            [=](Word x) { return mean + deviation * random::inverse_normal(x); });
      case Distribution::Kind::kNormalDouble:
        return by_dimension(static_cast<double*>(out), n,
                            [&](Word x) { return d.mean + d.deviation * random::inverse_normal_double(x); });
      case Distribution::Kind::kLogNormal:
        return by_dimension(static_cast<float*>(out), n,
                            [=](Word x) { return std::exp(mean + deviation * random::inverse_normal(x)); });
      case Distribution::Kind::kLogNormalDouble:
        return by_dimension(static_cast<double*>(out), n,
                            [&](Word x) { return std::exp(d.mean + d.deviation * random::inverse_normal_double(x)); });
      case Distribution::Kind::kPoisson:
        return by_dimension(static_cast<unsigned int*>(out), n, [&](Word x) { return poisson_of(x, d.mean); });
    }
    return CURAND_STATUS_TYPE_ERROR;
  }

 private:
  template <class T, class Make>
  curandStatus_t by_dimension(T* out, std::size_t n, Make make) {
    if (n % dimensions_ != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    const std::size_t points = n / dimensions_;
    for (unsigned int dimension = 0; dimension < dimensions_; ++dimension) {
      const Word shift = constants_ != nullptr ? constants_[dimension] : 0;
      State state;
      curand_init(vectors_[dimension], static_cast<Word>(next_), &state);
      for (std::size_t i = 0; i < points; ++i) *out++ = static_cast<T>(make(curand(&state) ^ shift));
    }
    next_ += points;
    return CURAND_STATUS_SUCCESS;
  }

  Word (*vectors_)[Bits];
  const Word* constants_;
  unsigned int dimensions_;
  unsigned long long next_;  ///< The number of the next point.
};

}  // namespace

std::unique_ptr<Sequence> make_sobol_sequence(const SequenceOptions& options) {
  using Sobol32 = SobolSequence<curandStateSobol32, unsigned int, 32>;
  using Sobol64 = SobolSequence<curandStateSobol64, unsigned long long, 64>;
  switch (options.type) {
    case CURAND_RNG_QUASI_SOBOL64:
      return std::make_unique<Sobol64>(direction_vectors_64(), nullptr, options);
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64:
      return std::make_unique<Sobol64>(scrambled_vectors_64(), scramble_constants_64(), options);
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32:
      return std::make_unique<Sobol32>(scrambled_vectors_32(), scramble_constants_32(), options);
    default:
      return std::make_unique<Sobol32>(direction_vectors_32(), nullptr, options);
  }
}

}  // namespace fencepost::sim
