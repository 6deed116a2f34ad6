// The expressions and conditions that are tried on a table, simplest first.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "cli/smt/expression.h"

namespace fencepost::cli::infer {

/// A set of rows of a sample.
class RowSet {
 public:
  explicit RowSet(std::size_t rows) : words_((rows + 63) / 64) {}
  void insert(std::size_t row) { words_[row / 64] |= std::uint64_t{1} << (row % 64); }
  [[nodiscard]] bool contains(std::size_t row) const { return (words_[row / 64] >> (row % 64) & 1) != 0; }
  [[nodiscard]] bool includes(const RowSet& other) const;
  [[nodiscard]] bool meets(const RowSet& other) const;
  [[nodiscard]] RowSet meet(const RowSet& other) const;
  [[nodiscard]] RowSet without(const RowSet& other) const;
  [[nodiscard]] bool empty() const;
  [[nodiscard]] std::size_t count() const;
  [[nodiscard]] bool has_size() const { return !words_.empty(); }
  friend bool operator==(const RowSet&, const RowSet&) = default;
  [[nodiscard]] std::size_t hash() const;

 private:
  std::vector<std::uint64_t> words_;
};

/// Nothing that is compared with it is equal, nor with it and other terms added.
constexpr std::int64_t kNoValue = -(std::int64_t{1} << 40) - 0x5bd1e995;

/// An expression and what it is in each row of the sample.
struct Term {
  Expression expression;
  int cost = 0;
  bool uniform = false;
  bool only_index = false;             ///< Not for conditions.
  std::vector<std::int64_t> column{};  ///< kNoValue where it has none.
  bool partial = false;                ///< There is such a row: it is for where a condition holds that says it has one.
};

/// constant + the sum of factor * term.
struct Linear {
  static constexpr std::size_t kMostTerms = 3;
  std::size_t terms[kMostTerms] = {};
  std::int64_t factors[kMostTerms] = {};  ///< 0: no further term.
  std::int64_t constant = 0;
  int cost = 0;
};

class Candidates {
 public:
  /// Of some rows of the table, which must outlive it.
  Candidates(const Table& table, std::vector<std::size_t> sample);

  [[nodiscard]] const std::vector<std::size_t>& sample() const { return sample_; }
  [[nodiscard]] const Row& row(std::size_t i) const { return table_.rows[sample_[i]]; }
  /// By cost; no two have the same column.
  [[nodiscard]] const std::vector<Term>& terms() const { return terms_; }

  [[nodiscard]] std::int64_t value(const Linear& linear, std::size_t row) const {
    std::int64_t sum = linear.constant;
    for (std::size_t k = 0; k < Linear::kMostTerms && linear.factors[k] != 0; ++k) {
      sum += linear.factors[k] * terms_[linear.terms[k]].column[row];
    }
    return sum;
  }
  /// Whether a term of it has no value there.
  [[nodiscard]] bool has_value(const Linear& linear, std::size_t row) const {
    for (std::size_t k = 0; k < Linear::kMostTerms && linear.factors[k] != 0; ++k) {
      if (terms_[linear.terms[k]].column[row] == kNoValue) return false;
    }
    return true;
  }
  [[nodiscard]] Expression expression(const Linear& linear) const;

  /// Each linear expression of up to `most_terms` terms; those of more terms later. Until `take` returns false.
  void each_linear(std::size_t most_terms, const std::function<bool(const Linear&)>& take) const;

  /// The cheapest that has the value target[row] in every row of `rows`.
  [[nodiscard]] std::optional<Expression> find_equal(const std::vector<std::int64_t>& target, const RowSet& rows) const;

  /// The simplest condition found that holds in all of `in` and in none of `out`. `own`: further expressions that
  /// comparisons are made of.
  [[nodiscard]] std::optional<Guard> find_guard(const RowSet& in, const RowSet& out, const Linear* own = nullptr);

  /// A comparison and the rows where it holds.
  struct Atom {
    Comparison comparison;
    int cost = 0;
    bool uniform = false;  ///< Both sides are.
    RowSet rows;
    RowSet undefined{0};  ///< Where a side has no value; of no size: nowhere.
  };
  const std::vector<Atom>& atoms();

 private:
  void add_term(Expression expression, int extra_cost = 0);
  void make_terms();
  [[nodiscard]] std::vector<std::size_t> arrays_in_order() const;
  void add_parts(const std::vector<std::size_t>& uniform, const std::vector<std::size_t>& varying);
  void add_atoms(const Term& left, bool only_plain, std::vector<Atom>& to) const;
  void add_remainders(std::vector<Atom>& to) const;
  void make_sums();
  [[nodiscard]] std::optional<Guard> combine(const std::vector<const Atom*>& atoms, const RowSet& out) const;
  [[nodiscard]] std::optional<Guard> search(const std::vector<Atom>& more, const RowSet& in, const RowSet& out) const;

  const Table& table_;
  std::vector<std::size_t> sample_;
  std::vector<Term> terms_;
  std::vector<Atom> atoms_, sums_;
  bool has_atoms_ = false, has_sums_ = false;
};

}  // namespace fencepost::cli::infer
