// One input of a fuzzed kernel or program: a value for everything that may vary.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fencepost::cli {

/// What an array begins with. Numbers are doubles: whole ones up to 2^53 are exact.
struct FuzzContents {
  enum Kind : std::uint8_t { kConstant, kIota, kRandom };
  Kind kind = kConstant;
  double first = 0;                         ///< The constant; iota's start; the least of random numbers.
  double second = 0;                        ///< Iota's step; the greatest of random numbers.
  std::uint32_t seed = 1;                   ///< Of random numbers.
  std::map<std::uint64_t, double> changed;  ///< Elements that are something else.
  /// An array whose size nobody gave is 8^grown times as large as at first.
  std::uint32_t grown = 0;
  /// Of such an array, for a trial that is not kept: its elements; 0: as guessed.
  std::uint64_t size = 0;
  friend bool operator==(const FuzzContents&, const FuzzContents&) = default;
};

/// Values by the slots of a FuzzSpace, which says what they stand for.
struct FuzzInput {
  std::vector<double> numbers;
  std::vector<FuzzContents> arrays;
  std::vector<std::string> texts;
  std::uint32_t seed = 0;  ///< Of --schedule random; 0: forward.
  std::vector<std::uint32_t>
      first{};  ///< Without a seed: the threads of each block that run before the others, --first.
  friend bool operator==(const FuzzInput&, const FuzzInput&) = default;
};

/// The first `count` elements of such an array of whole or other numbers, as the classes of fillers_text() do it.
std::vector<double> elements_of(const FuzzContents& contents, std::uint64_t count, bool whole);

/// JSON of one line, the same for the same input.
std::string text_of(const FuzzInput& input);

/// Reads it back; nullopt if it is none.
std::optional<FuzzInput> parse_input(const std::string& text);

/// How the order of its threads is given to `fencepost run` and its kin, with a blank in front; empty: forward.
std::string order_options(const FuzzInput& input);

/// The same for people, `seed=5` or `first=3,1`; empty: forward.
std::string order_text(const FuzzInput& input);

/// `1e+06` as 1000000, 0.1 as 0.1: what reads back as the same number.
std::string number_text(double number);

}  // namespace fencepost::cli
