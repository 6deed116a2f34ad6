// Values of a symbolic kernel as expressions over a table's variables.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/solve/observations.h"
#include "cli/symbolic/uniformity.h"
#include "compiler/symbolic/symbolic_kernel.h"

namespace fencepost::cli::infer {

/// Whether the quantifier's variable is in it.
bool has_bound(const Expression& e);

/// How `x ^ j`, with one bit in `j`, is told: that bit is not set in x, or it is. A clause is tried in both ways.
enum class FlippedBit : std::uint8_t { kAdded, kTaken };

/// What holds if a phi is its `operand`-th operand, for those that come to its block: conditions on the way.
std::vector<std::pair<int, bool>> conditions_of(const compiler::SymbolicKernel& kernel,
                                                const compiler::SymbolicValue& phi, std::size_t operand);

/// Integers are taken not to overflow: what is made of the expressions is tried on the rows. All that is given must
/// outlive the object.
class TableValues {
 public:
  /// `fixed`: what some values are; `chosen`: those of two or more that are one of their operands.
  TableValues(const compiler::SymbolicKernel& kernel, const Table& table, const symbolic::Uniformity& uniform,
              std::map<int, Expression> fixed, FlippedBit flipped = FlippedBit::kAdded, std::map<int, int> chosen = {});

  /// Nullopt: it depends on more than the table tells.
  std::optional<Expression> convert(int value);

  /// A number of bytes as one of elements.
  std::optional<Expression> divided(int value, std::int64_t bytes);

  /// That the value is so. False: it cannot be said.
  bool add_condition(int value, bool holds, Guard& guard);

 private:
  [[nodiscard]] const compiler::SymbolicValue& at(int value) const;
  bool add_condition_of_phi(const compiler::SymbolicValue& phi, bool holds, Guard& guard);
  [[nodiscard]] bool is_uniform(int value) const { return uniform_.values[static_cast<std::size_t>(value)]; }
  [[nodiscard]] bool is_number(int value, std::int64_t number) const;
  [[nodiscard]] std::size_t place_of(const std::string& name) const;
  [[nodiscard]] std::optional<Expression> named(const std::string& name) const;
  [[nodiscard]] int without_extension(int value) const;
  [[nodiscard]] bool is_of_one_block(std::size_t dimension) const;
  std::optional<Comparison> flipped_with_itself(const compiler::SymbolicValue& comparison, bool holds);
  std::optional<Expression> operation(const compiler::SymbolicValue& v);
  std::optional<Expression> loaded(const compiler::SymbolicValue& v);
  std::optional<Expression> flipped(const compiler::SymbolicValue& v);
  std::optional<Expression> of_two(const compiler::SymbolicValue& v);
  [[nodiscard]] std::optional<Expression> renamed(const compiler::SymbolicValue& v,
                                                  std::optional<Expression> expression) const;

  const compiler::SymbolicKernel& kernel_;
  const Table& table_;
  const symbolic::Uniformity& uniform_;
  const FlippedBit flipped_;
  const std::map<int, int> chosen_;
  const symbolic::FixedContents fixed_;
  std::map<int, std::optional<Expression>> known_;
};

}  // namespace fencepost::cli::infer
