// What stands where annotations do: the function, the barrier, the loop or the statement that one is for.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "compiler/source/mapped_source.h"

namespace fencepost::compiler {

/// The places in a translation unit that annotations can be for. All are indices of tokens.
class ContractPlaces {
 public:
  enum class Kind : std::uint8_t {
    kFunction,   ///< In front of a kernel or device function, or in its head.
    kNamespace,  ///< In front of another declaration, or at the end of the text.
    kHost,       ///< In front of a function of the host's, or inside of one.
    kBarrier,    ///< In front of a barrier of the block.
    kLoop,
    kStatement,  ///< In front of another statement in braces, or at the end of such a block.
    kInside,     ///< In the middle of a statement.
  };

  struct Target {
    Kind kind{};
    std::size_t function = kNoToken;   ///< Index into the functions: of kFunction the function, else the one around.
    std::size_t statement = kNoToken;  ///< Of kBarrier, kLoop, kStatement: index into statements().
    /// A declaration of a function, or in a function's body another statement, may be put in front.
    bool free = false;
  };

  /// Both must outlive the places.
  ContractPlaces(const TokenStream& tokens, const compiler::SourceMap& map);

  /// What the annotations in front of token `i` are for.
  [[nodiscard]] Target target(std::size_t i) const;

  /// The `{` of the innermost namespace or class around token `i`; kNoToken if there is none.
  [[nodiscard]] std::size_t scope_around(std::size_t i) const;
  [[nodiscard]] bool is_class(std::size_t scope) const { return classes_.contains(scope); }

  [[nodiscard]] const std::vector<compiler::MappedStatement>& statements() const { return map_.statements; }
  [[nodiscard]] const std::vector<compiler::MappedFunction>& functions() const { return map_.functions; }

 private:
  const TokenStream& tokens_;
  const compiler::SourceMap& map_;
  std::multimap<std::size_t, std::size_t> by_first_;  // Of statements.
  std::set<std::size_t> classes_;
};

/// Those of `names` that are references where token `at` of the function is: a lambda that copies what it captures
/// would copy what they refer to.
std::vector<std::string> references(const compiler::MappedFunction& function, std::size_t at,
                                    const std::set<std::string>& names);

}  // namespace fencepost::compiler
