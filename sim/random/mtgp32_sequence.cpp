// MTGP32: sequences of other parameters take turns, 256 values each.
#include <vector>

#include "sim/random/mtgp32_parameters.h"
#include "sim/random/single_values.h"

namespace fencepost::sim {
namespace {

constexpr unsigned int kTurn = 256;
constexpr unsigned int kLegacySequences = 64;

/// What a matrix makes of four bits.
std::uint32_t product(const std::uint32_t (&matrix)[4], std::uint32_t bits) {
  std::uint32_t sum = 0;
  for (unsigned int i = 0; i < 4; ++i) {
    if ((bits >> i & 1) != 0) sum ^= matrix[i];
  }
  return sum;
}

class Mtgp32 {
 public:
  Mtgp32(const Mtgp32Parameters& parameters, std::uint32_t seed) : parameters_(&parameters) {
    const std::uint32_t hidden = parameters.recursion[2] ^ parameters.recursion[3] << 16;
    std::uint32_t sum = hidden + (hidden >> 16);
    sum += sum >> 8;
    for (unsigned int i = 0; i < kWords; ++i) state_[i] = (sum & 0xff) * 0x01010101U;
    state_[0] = seed;
    state_[1] = hidden;
    for (unsigned int i = 1; i < kWords; ++i) {
      state_[i] ^= 1812433253U * (state_[i - 1] ^ state_[i - 1] >> 30) + i;
    }
  }

  std::uint32_t next() {
    const unsigned int position = parameters_->position;
    std::uint32_t x = (at(0) & kMask) ^ at(1);
    x ^= x << parameters_->first_shift;
    const std::uint32_t y = x ^ at(position) >> parameters_->second_shift;
    const std::uint32_t value = y ^ product(parameters_->recursion, y);
    std::uint32_t t = at(position - 1);
    t ^= t >> 16;
    t ^= t >> 8;
    state_[first_] = value;
    first_ = first_ + 1 == kWords ? 0 : first_ + 1;
    return value ^ product(parameters_->tempering, t);
  }

 private:
  static constexpr unsigned int kWords = 351;
  static constexpr std::uint32_t kMask = 0xfff80000;  // Of the first word: 351 words have more bits than the period.

  [[nodiscard]] std::uint32_t at(unsigned int place) const { return state_[(first_ + place) % kWords]; }

  const Mtgp32Parameters* parameters_;
  std::uint32_t state_[kWords]{};
  unsigned int first_ = 0;
};

class Mtgp32Sequence final : public SingleValues<Mtgp32Sequence> {
 public:
  Mtgp32Sequence(unsigned long long seed, unsigned int count) {
    const auto folded = static_cast<std::uint32_t>(seed ^ seed >> 32);
    for (unsigned int i = 0; i < count; ++i) generators_.emplace_back(kMtgp32Parameters[i], folded + i + 1);
  }

  std::uint32_t next() {
    const std::uint32_t bits = generators_[turn_].next();
    if (++drawn_ == kTurn) {
      drawn_ = 0;
      turn_ = turn_ + 1 == generators_.size() ? 0 : turn_ + 1;
    }
    return bits;
  }

 private:
  std::vector<Mtgp32> generators_;
  std::size_t turn_ = 0;
  unsigned int drawn_ = 0;  ///< Of the turn.
};

}  // namespace

std::unique_ptr<Sequence> make_mtgp32_sequence(const SequenceOptions& options) {
  const bool is_legacy = options.ordering == CURAND_ORDERING_PSEUDO_LEGACY;
  return std::make_unique<Mtgp32Sequence>(options.seed, is_legacy ? kLegacySequences : kMtgp32Sequences);
}

}  // namespace fencepost::sim
