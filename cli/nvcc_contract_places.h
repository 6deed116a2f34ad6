// What stands where annotations do: the function, the barrier, the loop or the statement that one is for.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/nvcc_declarations.h"
#include "cli/nvcc_statements.h"

namespace fencepost::cli {

/// The places in a translation unit that annotations can be for.
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
    bool free =
        false;  ///< A declaration of a function, or in a function's body another statement, may be put in front.
  };

  /// Both must outlive the places.
  ContractPlaces(const TokenStream& tokens, const std::vector<FunctionDeclaration>& functions);

  /// What the annotations in front of token `i` are for.
  [[nodiscard]] Target target(std::size_t i) const;

  /// The `{` of the innermost namespace or class around token `i`; kNoToken if there is none.
  [[nodiscard]] std::size_t scope_around(std::size_t i) const;
  [[nodiscard]] bool is_class(std::size_t scope) const { return classes_.contains(scope); }

  [[nodiscard]] const std::vector<Statement>& statements() const { return statements_.statements; }
  [[nodiscard]] const Statements& all() const { return statements_; }

  /// Name with its namespaces, of a function; empty if it has none (operators).
  [[nodiscard]] std::string name_of(std::size_t function) const;

 private:
  struct Function {
    std::size_t first, parameters_open, open, close;
  };

  void add_members(std::size_t begin, std::size_t end);
  [[nodiscard]] bool is_barrier(std::size_t i, std::size_t function) const;
  [[nodiscard]] bool is_block_group(std::string_view name, std::size_t function) const;

  const TokenStream& tokens_;
  const std::vector<FunctionDeclaration>& functions_;
  Statements statements_;
  std::multimap<std::size_t, std::size_t> by_first_;         // Of statements.
  std::vector<Function> members_;                            // All functions, the host's, too; and prototypes.
  std::map<std::size_t, std::size_t> by_parameters_open_;    // Of functions_.
  std::vector<std::pair<std::size_t, std::size_t>> scopes_;  // Braces of namespaces and classes, outer ones first.
  std::set<std::size_t> classes_;
};

/// The condition of the loop at `keyword`, whose statement ends with token `last`.
struct LoopCondition {
  std::size_t begin = 0, end = 0;  ///< Its tokens, one past the last; equal if `for (;;)` has none.
  std::string obstacle;            ///< Why nothing can be put in front of it; else empty.
  bool over_range = false;         ///< `for (x : xs)`: it has no condition of its own.
  std::string_view declared;       ///< In `while (T x = e)` x, and the tokens are those of e.
};
LoopCondition loop_condition(const TokenStream& tokens, std::size_t keyword, std::size_t last);

/// A `__shared__` declaration in tokens `begin` … `end`.
struct SharedDeclaration {
  std::vector<std::string_view> names;
  std::size_t end;  ///< Its `;`.
};
std::vector<SharedDeclaration> shared_declarations(const TokenStream& tokens, std::size_t begin, std::size_t end);

/// Those of `names` that are references when token `at` of the function is reached: a lambda that copies what it
/// captures would copy what they refer to.
std::vector<std::string> references(const TokenStream& tokens, const FunctionDeclaration& function, std::size_t at,
                                    const std::set<std::string>& names);

}  // namespace fencepost::cli
