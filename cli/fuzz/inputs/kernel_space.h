// The inputs of one kernel without a host program: its launch, numbers and arrays.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cli/fuzz/inputs/space.h"
#include "cli/kernel/argument.h"
#include "cli/kernel/choose.h"
#include "cli/kernel/kernel_driver.h"

namespace fencepost::cli {

/// As on the command line. What is not given may vary.
struct FuzzKernelRequest {
  std::string target;       ///< FILE.cu:NAME
  std::string grid, block;  ///< Of each dimension A..B, a number or arithmetic of the arguments.
  std::string shared;       ///< Likewise.
  bool cooperative = false;
  std::vector<std::string> arguments;    ///< NAME=A..B, or as `fencepost kernel` takes them.
  std::vector<std::string> assumptions;  ///< `n % 32 == 0 && n > 0`
};

/// `a < b && c != d`: comparisons of arithmetic. Throws ArgumentError if it is none.
bool holds(const std::string& condition, const Lookup& lookup);

/// The part of a source that a kernel can run: without the bodies of its other kernels and of main().
std::string text_for_kernel(const std::string& source, std::uint32_t line);

class KernelSpace : public FuzzSpace {
 public:
  /// `source`: the text of the file that has the kernel. `words`: compiler options, for command(). Throws
  /// ArgumentError: an argument does not fit, or cannot be given on a command line.
  KernelSpace(const ChosenKernel& chosen, FuzzKernelRequest request, const std::string& source,
              std::vector<std::string> words);

  /// What to compile.
  [[nodiscard]] const KernelDriver& driver() const { return driver_; }

  [[nodiscard]] bool allows(const FuzzInput& input) const override;
  [[nodiscard]] std::uint64_t count(const FuzzInput& input, std::size_t array) const override;
  [[nodiscard]] Limits limits(const FuzzInput& input, std::size_t array) const override;
  [[nodiscard]] FuzzRun prepare(const FuzzInput& input, const std::string& prefix) const override;
  [[nodiscard]] std::string label(const FuzzInput& input) const override;
  [[nodiscard]] std::string command(const FuzzInput& input, const std::string& prefix) const override;

 private:
  /// A number that an input has (slot), or that is arithmetic of others.
  struct Source {
    std::size_t slot = kNone;
    std::string expression;
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  };
  /// What the user, or nobody, says of an array.
  struct ArrayPlan {
    std::vector<std::string> sizes;  ///< None: guessed.
    ArrayContents contents;
    bool given = false;            ///< Contents were.
    compiler::ListedType element;  ///< Of arrays of arrays: the innermost ones'.
    std::string dimensions;        ///< Of these, `[4]`, and how many of the innermost each has.
    std::uint64_t inner = 1;
  };
  class Values;

  /// Also of arrays whose contents the user gave.
  [[nodiscard]] FuzzContents contents_of(const FuzzInput& input, std::size_t array) const;
  /// Behind `path=` for `fencepost kernel`.
  [[nodiscard]] std::string word_of(const FuzzInput& input, const std::string& path, const std::string& prefix) const;
  void add_parameter(const compiler::ListedParameter& parameter, const std::string& name);
  void add_value(const std::string& path, const std::string& flat, bool member, const compiler::ListedType& type,
                 const ArgumentValue* given);
  void add_number(const std::string& path, const compiler::ListedType& type, const ArgumentValue* given);
  void add_pointer(const std::string& path, const std::string& flat, bool member, const compiler::ListedType& type,
                   const ArgumentValue* given);
  void add_sizes(const std::string& option, const std::string& text, FuzzNumber::Role role,
                 const std::array<bool, 3>& read, std::array<Source, 3>& sizes);
  /// A slot for what varies from `least` to `greatest`, or the expression.
  Source source_of(const std::string& text, FuzzNumber slot);

  FuzzKernelRequest request_;
  std::vector<std::string> compiler_words_;
  KernelDriver driver_;
  std::array<Source, 3> grid_{}, block_{};
  Source shared_;
  std::map<std::string, Source> sources_;        ///< Of numbers, by path.
  std::vector<ArrayPlan> plans_;                 ///< By array.
  std::map<std::string, std::size_t> array_of_;  ///< By path.
  std::map<std::string, std::string> words_;     ///< Arguments that stay as they were given, by path.
  std::uint32_t line_ = 0;                       ///< Of the parameter that is added.
};

}  // namespace fencepost::cli
