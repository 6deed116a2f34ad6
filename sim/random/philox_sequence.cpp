// Philox4x32-10: 65,536 subsequences take turns, four values each. Calls may end and begin within the four.
#include "sim/random/device_functions.h"

namespace fencepost::sim {
namespace {

constexpr unsigned long long kSubsequences = 65536;
constexpr unsigned long long kGroup = 4;
constexpr unsigned long long kRound = kSubsequences * kGroup;

class PhiloxSequence final : public Sequence {
 public:
  PhiloxSequence(unsigned long long seed, unsigned long long offset)
      : seed_(seed), next_(offset % kRound), drawn_(offset / kRound * kGroup) {}

  curandStatus_t fill(const Distribution& d, void* out, std::size_t n) override {
    using State = curandStatePhilox4_32_10_t;
    const auto mean = static_cast<float>(d.mean);
    const auto deviation = static_cast<float>(d.deviation);
    switch (d.kind) {
      case Distribution::Kind::kBits:
        return by_groups<1>(static_cast<unsigned int*>(out), n, [](State* s) { return curand4(s); });
      case Distribution::Kind::kUniform:
        return by_groups<1>(static_cast<float*>(out), n, [](State* s) { return curand_uniform4(s); });
      case Distribution::Kind::kUniformDouble:
        return by_groups<2>(static_cast<double*>(out), n, [](State* s) { return curand_uniform4_double(s); });
      case Distribution::Kind::kNormal:
        return by_groups<1>(static_cast<float*>(out), n, [=](State* s) {
          const float4 v = curand_normal4(s);
          return float4{mean + deviation * v.x, mean + deviation * v.y, mean + deviation * v.z, mean + deviation * v.w};
        });
      case Distribution::Kind::kNormalDouble:
        return by_groups<2>(static_cast<double*>(out), n, [&](State* s) {
          const double4 v = curand_normal4_double(s);
          return double4{d.mean + d.deviation * v.x, d.mean + d.deviation * v.y, d.mean + d.deviation * v.z,
                         d.mean + d.deviation * v.w};
        });
      case Distribution::Kind::kLogNormal:
        return by_groups<1>(static_cast<float*>(out), n,
                            [=](State* s) { return curand_log_normal4(s, mean, deviation); });
      case Distribution::Kind::kLogNormalDouble:
        return by_groups<2>(static_cast<double*>(out), n,
                            [&](State* s) { return curand_log_normal4_double(s, d.mean, d.deviation); });
      case Distribution::Kind::kPoisson:
        return by_groups<1>(static_cast<unsigned int*>(out), n, [&](State* s) {
          const uint4 bits = curand4(s);
          return uint4{poisson_of(bits.x, d.mean), poisson_of(bits.y, d.mean), poisson_of(bits.z, d.mean),
                       poisson_of(bits.w, d.mean)};
        });
      case Distribution::Kind::kBits64:
        break;
    }
    return CURAND_STATUS_TYPE_ERROR;
  }

 private:
  /// `draw` gives four values, of `Words` words of 32 bits each.
  template <int Words, class T, class Draw>
  curandStatus_t by_groups(T* out, std::size_t n, Draw draw) {
    for (std::size_t i = 0; i < n;) {
      curandStatePhilox4_32_10_t state;
      curand_init(seed_, next_ / kGroup, drawn_, &state);
      const auto v = draw(&state);
      const T values[kGroup] = {v.x, v.y, v.z, v.w};
      do {
        out[i++] = values[next_++ % kGroup];
      } while (next_ % kGroup != 0 && i < n);
      if (next_ == kRound) {
        next_ = 0;
        drawn_ += kGroup * Words;
      }
    }
    return CURAND_STATUS_SUCCESS;
  }

  unsigned long long seed_;
  unsigned long long next_;   ///< The place in the round of the next value.
  unsigned long long drawn_;  ///< Words that each subsequence has given in earlier rounds.
};

}  // namespace

std::unique_ptr<Sequence> make_philox_sequence(const SequenceOptions& options) {
  return std::make_unique<PhiloxSequence>(options.seed, options.offset);
}

}  // namespace fencepost::sim
