// Values of a kernel as expressions for people: sums of products, with the source's names.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "cli/symbolic/term.h"
#include "compiler/symbolic/symbolic_kernel.h"

namespace fencepost::cli::symbolic {

/// A sum: of each product of factors (sorted texts) how often. Without factors: the number.
using Sum = std::map<std::vector<std::string>, Wide>;

/// Thread safety: one user.
class ValueText {
 public:
  /// `primed`: phis that are written with ' behind their name.
  ValueText(const compiler::SymbolicKernel& kernel, std::set<int> primed);

  [[nodiscard]] Sum sum_of(int value) const;
  [[nodiscard]] std::string text_of(int value) const;
  /// "2·stride·t + stride - 1": the products of most factors first.
  [[nodiscard]] static std::string text_of(const Sum& sum);
  /// The condition, or its contrary.
  [[nodiscard]] std::string condition(int value, bool holds) const;

 private:
  [[nodiscard]] std::string comparison(const compiler::SymbolicValue& v, bool holds) const;
  [[nodiscard]] std::string factor(int value) const;
  [[nodiscard]] std::string name_of(int value) const;
  [[nodiscard]] const compiler::SymbolicValue& at(int value) const {
    return kernel_.values[static_cast<std::size_t>(value)];
  }

  const compiler::SymbolicKernel& kernel_;
  const std::set<int> primed_;
  bool one_dimension_ = true;  ///< Of threadIdx.
};

}  // namespace fencepost::cli::symbolic
