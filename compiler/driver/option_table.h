// nvcc's options: their spellings and what each does to NvccOptions.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/driver/options.h"

namespace fencepost::compiler {

enum class OptionValue : std::uint8_t {
  kNone,      ///< A flag. `--flag=true` and `--flag=false` are understood.
  kSeparate,  ///< `-o x`, `-o=x`
  kJoined,    ///< `-Ix`, `-I x`, `-I=x`
  kOptional,  ///< `-O3`, `-G`: a value only if it is attached.
};

struct OptionRule {
  std::string_view name;   ///< With its dashes.
  std::string_view alias;  ///< A second spelling, or empty.
  OptionValue value{};
  /// Applies the option; a non-empty result is a usage error.
  std::function<std::string(NvccOptions&, const std::string& value)> apply;
};

/// An option of the command line that has a rule.
struct OptionMatch {
  const OptionRule* rule = nullptr;
  std::optional<std::string> attached;  ///< The value written in the same argument.
};

/// Hands an option without a rule to the host compiler or linker, as --forward-unknown-… asks for. A non-empty result
/// is a usage error.
std::string forward_option(NvccOptions& options, const std::string& argument);

/// The rule for `argument` (which starts with a dash); `rule` is null if there is none.
OptionMatch match_option(std::string_view argument);

/// All spellings that have a rule.
std::vector<std::string> option_spellings();

/// What -Xcompiler does with one option. A non-empty result is a usage error.
std::string forward_to_host_compiler(NvccOptions& options, const std::string& option);

}  // namespace fencepost::compiler
