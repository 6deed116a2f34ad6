// What was so in all observations and a proof may need: relations between variables.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/smt/expression.h"

namespace fencepost::cli::infer {

/// From what is least to what is most likely a coincidence of the sizes that were observed.
enum class FactKind : std::uint8_t {
  kSame,        ///< The variable has one value for all threads of a block at a time.
  kDefinition,  ///< variable == an expression of the thread's number and variables that all threads agree on.
  kRelation,    ///< A comparison with a number, or of two variables.
  kEqual,       ///< variable == an expression of others, both the same for all threads.
  kDivides,     ///< The left side of the comparison is a multiple: a % b == 0.
  kPowerOfTwo,  ///< Up to 2^30.
  kDistinct     ///< The values of an expression differ from thread to thread, where the guard holds.
};

struct Fact {
  FactKind kind{};
  std::size_t variable = 0;  ///< kSame, kDefinition, kPowerOfTwo.
  Comparison comparison{};   ///< Of all but kSame, kPowerOfTwo and kDistinct.
  Expression expression{};   ///< kDistinct.
  Guard guard{};             ///< kDistinct.
};

inline constexpr int kLargestPower = 30;

/// The variables that CUDA defines are the last of each table.
inline constexpr std::size_t kBuiltins = 12;
inline bool is_builtin(const Table& table, std::size_t v) { return v + kBuiltins >= table.names.size(); }

/// What is true in every row of `table` and speaks of the variables that `clauses` mention, of those that their
/// definitions mention, and of the block's size. `groups`: for each row a number that threads of one block at one time
/// share.
std::vector<Fact> facts_of(const Table& table, const std::vector<IndexClause>& clauses,
                           const std::vector<std::size_t>& groups);

/// Whether the fact is true of these rows, too.
bool holds(const Fact& fact, const Table& table, const std::vector<std::size_t>& groups);

std::string text_of(const Fact& fact, const Table& table);

/// Adds the variables that it mentions.
void add_variables(const Expression& e, std::vector<std::size_t>& variables);
void add_variables(const IndexClause& clause, std::vector<std::size_t>& variables);
void add_variables(const Fact& fact, std::vector<std::size_t>& variables);

}  // namespace fencepost::cli::infer
