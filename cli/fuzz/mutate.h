// New inputs from old ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "cli/fuzz/inputs/space.h"

namespace fencepost::cli {

/// A generator whose numbers are the same with every compiler and library.
class FuzzRandom {
 public:
  explicit FuzzRandom(std::uint64_t seed) : generator_(seed) {}
  /// From 0 to `end` - 1; 0 if `end` is 0.
  std::uint64_t below(std::uint64_t end) { return end == 0 ? 0 : generator_() % end; }
  /// `times` of `of` times.
  bool chance(std::uint64_t times, std::uint64_t of) { return below(of) < times; }
  double part() { return static_cast<double>(generator_() >> 11) / 9007199254740992.0; }

 private:
  std::mt19937_64 generator_;
};

/// The input with one to four of its values changed: numbers to those around powers of two, the sizes of warps and
/// blocks, numbers of the source, other numbers of the input, and near what they were; contents of arrays; bytes of
/// texts; now and then the schedule. Always one that the space's repair() accepts; allows() may not.
FuzzInput mutated(const FuzzInput& input, const FuzzSpace& space, FuzzRandom& random);

/// An input of which each value is new.
FuzzInput random_input(const FuzzSpace& space, FuzzRandom& random);

/// First inputs in which one number, or the contents of one array, are a number of the source: those that random ones
/// rarely hit before others. At most `most`.
std::vector<FuzzInput> inputs_of_dictionary(const FuzzSpace& space, std::size_t most);

}  // namespace fencepost::cli
