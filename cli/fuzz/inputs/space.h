// What may vary in the inputs of a kernel or program, and how an input is run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/fuzz/inputs/input.h"

namespace fencepost::cli {

struct FuzzNumber {
  enum Role : std::uint8_t { kValue, kGrid, kBlock, kBytes };
  std::string name;
  Role role = kValue;
  bool whole = true;
  double least = 0, greatest = 0;  ///< Both allowed.
  double usual = 0;                ///< What is usual is not beyond it: larger numbers come from the source alone.
  double start = 0;                ///< In the first input.
};

struct FuzzArray {
  std::string name;
  bool whole = true;     ///< Its elements are.
  bool guessed = false;  ///< Nobody gave its size: nothing is said of accesses beyond it.
  bool fixed = false;    ///< The user gave its contents.
  bool single = true;    ///< Elements are numbers: one can be changed alone.
};

struct FuzzText {
  std::string name;   ///< "standard input", "file"
  std::string start;  ///< In the first input.
};

/// How to run an input.
struct FuzzRun {
  std::vector<std::string> arguments;
  std::string standard_input;  ///< A file; empty: nothing.
};

/// Thread safety: const members may be called by any thread.
class FuzzSpace {
 public:
  virtual ~FuzzSpace() = default;

  [[nodiscard]] const std::vector<FuzzNumber>& numbers() const { return numbers_; }
  [[nodiscard]] const std::vector<FuzzArray>& arrays() const { return arrays_; }
  [[nodiscard]] const std::vector<FuzzText>& texts() const { return texts_; }
  /// Numbers that the source compares with or computes with, ascending.
  [[nodiscard]] const std::vector<double>& dictionary() const { return dictionary_; }

  /// The first input of all.
  [[nodiscard]] FuzzInput start() const;
  /// Brings all values into what is allowed for them; of an input that allows() accepts nothing changes. False: it has
  /// not as many values as there are slots.
  [[nodiscard]] bool repair(FuzzInput& input) const;
  /// Whether it may be run: assumptions hold, a block has at most 1024 threads, sizes are bounded. `input` is one that
  /// repair() accepts.
  [[nodiscard]] virtual bool allows(const FuzzInput& input) const = 0;
  /// Threads of a block; 0 if that is no number of the space.
  [[nodiscard]] std::uint32_t threads(const FuzzInput& input) const;
  /// Elements of an array; 0 if it cannot be told.
  [[nodiscard]] virtual std::uint64_t count(const FuzzInput& input, std::size_t array) const = 0;
  /// Least and greatest that an element may be.
  struct Limits {
    double least = 0, greatest = 0;
  };
  [[nodiscard]] virtual Limits limits(const FuzzInput& input, std::size_t array) const = 0;

  /// Writes the files of a run, whose names begin with `prefix`. Throws std::runtime_error if that fails.
  [[nodiscard]] virtual FuzzRun prepare(const FuzzInput& input, const std::string& prefix) const = 0;
  /// What varies, and its value: `n=33 grid=1 block=64`.
  [[nodiscard]] virtual std::string label(const FuzzInput& input) const = 0;
  /// The command that runs it again. Files that it needs are written, their names beginning with `prefix`.
  [[nodiscard]] virtual std::string command(const FuzzInput& input, const std::string& prefix) const = 0;

 protected:
  std::vector<FuzzNumber> numbers_;
  std::vector<FuzzArray> arrays_;
  std::vector<FuzzText> texts_;
  std::vector<double> dictionary_;
};

}  // namespace fencepost::cli
