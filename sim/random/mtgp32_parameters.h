// The parameters of cuRAND's MTGP32.
#pragma once

#include <cstdint>

namespace fencepost::sim {

/// Of one sequence (M. Saito and M. Matsumoto, "Variants of Mersenne Twister Suitable for Graphic Processors", ACM
/// Transactions on Mathematical Software 39, 2013). The matrices are what they make of each of four bits.
struct Mtgp32Parameters {
  std::uint8_t position, first_shift, second_shift;
  std::uint32_t recursion[4], tempering[4];
};

constexpr unsigned int kMtgp32Sequences = 192;
extern const Mtgp32Parameters kMtgp32Parameters[kMtgp32Sequences];

}  // namespace fencepost::sim
