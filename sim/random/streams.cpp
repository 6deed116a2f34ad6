// XORWOW and MRG32k3a: subsequences take turns, one value or pair of normal values each.
#include <cmath>
#include <vector>

#include "sim/random/device_functions.h"

namespace fencepost::sim {
namespace {

void to_next_subsequence(curandStateXORWOW* state) { skipahead_sequence(1, state); }
void to_next_subsequence(curandStateMRG32k3a* state) { skipahead_subsequence(1, state); }

template <class State>
class Streams final : public Sequence {
 public:
  Streams(unsigned long long seed, std::size_t count, unsigned long long offset)
      : count_(count), next_(offset % count), first_(next_) {
    curand_init(seed, 0, offset / count, &unused_);
  }

  curandStatus_t fill(const Distribution& d, void* out, std::size_t n) override {
    const auto mean = static_cast<float>(d.mean);
    const auto deviation = static_cast<float>(d.deviation);
    switch (d.kind) {
      case Distribution::Kind::kBits:
        return singly(static_cast<unsigned int*>(out), n, [](State* s) { return curand(s); });
      case Distribution::Kind::kUniform:
        return singly(static_cast<float*>(out), n, [](State* s) { return curand_uniform(s); });
      case Distribution::Kind::kUniformDouble:
        return singly(static_cast<double*>(out), n, [](State* s) { return curand_uniform_double(s); });
      case Distribution::Kind::kPoisson:
        return singly(static_cast<unsigned int*>(out), n, [&](State* s) { return poisson_of(curand(s), d.mean); });
      case Distribution::Kind::kNormal:
        return in_pairs(static_cast<float*>(out), n, [=](State* s) {
          const float2 v = curand_normal2(s);
          return float2{mean + deviation * v.x, mean + deviation * v.y};
        });
      case Distribution::Kind::kNormalDouble:
        return in_pairs(static_cast<double*>(out), n, [&](State* s) {
          const double2 v = curand_normal2_double(s);
          return double2{d.mean + d.deviation * v.x, d.mean + d.deviation * v.y};
        });
      case Distribution::Kind::kLogNormal:
        return in_pairs(static_cast<float*>(out), n, [=](State* s) { return curand_log_normal2(s, mean, deviation); });
      case Distribution::Kind::kLogNormalDouble:
        return in_pairs(static_cast<double*>(out), n,
                        [&](State* s) { return curand_log_normal2_double(s, d.mean, d.deviation); });
      case Distribution::Kind::kBits64:
        break;
    }
    return CURAND_STATUS_TYPE_ERROR;
  }

 private:
  /// Of the subsequence whose turn it is. States come into being as they are first needed.
  State* next() {
    while (states_.size() <= next_) {
      states_.push_back(unused_);
      // Those before the first have had a turn more.
      if (states_.size() <= first_) curand(&states_.back());
      to_next_subsequence(&unused_);
    }
    State* const state = &states_[next_];
    next_ = next_ + 1 == count_ ? 0 : next_ + 1;
    return state;
  }

  template <class T, class Draw>
  curandStatus_t singly(T* out, std::size_t n, Draw draw) {
    for (std::size_t i = 0; i < n; ++i) out[i] = draw(next());
    return CURAND_STATUS_SUCCESS;
  }
  template <class T, class Draw>
  curandStatus_t in_pairs(T* out, std::size_t n, Draw draw) {
    if (n % 2 != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    for (std::size_t i = 0; i < n; i += 2) {
      const auto pair = draw(next());
      out[i] = pair.x;
      out[i + 1] = pair.y;
    }
    return CURAND_STATUS_SUCCESS;
  }

  std::size_t count_;  ///< Of subsequences.
  std::size_t next_;   ///< Whose turn it is.
  std::size_t first_;  ///< Whose turn it was first.
  std::vector<State> states_;
  State unused_;  ///< What follows the last of them.
};

}  // namespace

std::unique_ptr<Sequence> make_streams(const SequenceOptions& options) {
  if (options.type == CURAND_RNG_PSEUDO_MRG32K3A) {
    const std::size_t count = options.ordering == CURAND_ORDERING_PSEUDO_LEGACY ? 4096 : 81920;
    return std::make_unique<Streams<curandStateMRG32k3a>>(options.seed, count, options.offset);
  }
  return std::make_unique<Streams<curandStateXORWOW>>(options.seed, 4096, options.offset);
}

}  // namespace fencepost::sim
