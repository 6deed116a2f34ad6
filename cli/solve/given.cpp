#include "cli/solve/given.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "cli/solve/candidates.h"

namespace fencepost::cli::infer {
namespace {

/// Calls `visit` for each element of an array in an expression.
void for_each_element(const Expression& e, const std::function<void(const ExpressionNode&)>& visit) {
  if (e == nullptr) return;
  if (e->op == Operator::kElement) visit(*e);
  for_each_element(e->left, visit);
  for_each_element(e->right, visit);
}
void for_each_element(const IndexClause& clause, const std::function<void(const ExpressionNode&)>& visit) {
  for (const Guard* guard : {&clause.guard, &clause.filter}) {
    for (const Comparison& c : *guard) {
      for_each_element(c.left, visit);
      for_each_element(c.right, visit);
    }
  }
  for (const Expression& e : {clause.index, clause.column, clause.first}) for_each_element(e, visit);
  for (const Expression& e : clause.ends) for_each_element(e, visit);
}

/// The rows of a kernel's entry, a block's threads one behind the other.
class Blocks {
 public:
  explicit Blocks(const Table& table) : table_(table) {
    const std::size_t own = table.names.size() - 12;
    for (const Row& row : table.rows) {
      const auto builtin = [&](std::size_t axis, std::size_t which) { return row.values[own + 4 * axis + which]; };
      bool first = true;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        first = first && builtin(axis, 0) == 0;
        one_block_ = one_block_ && builtin(axis, 3) == 1;
      }
      count_ += first ? 1 : 0;
      of_row_.push_back(count_ - 1);
    }
  }
  [[nodiscard]] bool are_whole_grids() const { return one_block_; }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t of_row(std::size_t r) const { return of_row_[r]; }

  /// One expression of what all threads agree on that has this value in each block.
  [[nodiscard]] std::optional<Expression> find(const std::vector<std::int64_t>& of_block) const {
    Table uniform = table_;
    uniform.arrays.clear();
    std::vector<std::size_t> all(uniform.rows.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::vector<std::int64_t> target;
    RowSet rows(all.size());
    for (std::size_t r = 0; r < all.size(); ++r) {
      target.push_back(of_block[of_row_[r]]);
      rows.insert(r);
    }
    return Candidates(uniform, all).find_equal(target, rows);
  }

 private:
  const Table& table_;
  std::vector<std::size_t> of_row_;
  std::size_t count_ = 0;
  bool one_block_ = true;
};

/// `entry`: the array's own clauses at the kernel's entry. `used`: how many elements of the sequence the block's
/// clauses name, at each block.
std::optional<GivenSequence> given_from(const FittedArray& entry, std::size_t array,
                                        const std::vector<std::int64_t>& used) {
  const Table& table = *entry.table;
  const Blocks blocks(table);
  const std::string& name = table.arrays[table.first_given + array];
  GivenSequence given{.point = entry.point, .name = name};
  const auto add = [&](const Guard& guard, const Expression& index, const std::string& value) {
    const std::string condition = text_of(guard, table);
    given.facts.push_back((condition.empty() ? "" : condition + " ==> ") + name + "[" + text_of(index, table) +
                          "] == " + value);
  };
  // Each thread tells what it has.
  std::vector<std::set<std::int64_t>> told(blocks.count());
  for (const IndexClause& clause : entry.clauses) {
    if (clause.quantified || clause.column != nullptr) return std::nullopt;
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
      std::vector<std::int64_t> elements;
      if (!elements_of(clause, table.rows[r], elements)) return std::nullopt;
      told[blocks.of_row(r)].insert(elements.begin(), elements.end());
    }
    add(clause.guard, clause.index, entry.array + "[" + text_of(clause.index, table) + "]");
  }
  // At most one element that nobody has is told by what it is.
  std::vector<std::int64_t> length(blocks.count()), lacking(blocks.count()), value(blocks.count());
  std::size_t lack = 0;
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const std::size_t block = blocks.of_row(r);
    if (r != 0 && block == blocks.of_row(r - 1)) continue;
    length[block] = std::max<std::int64_t>(used[block], told[block].empty() ? 0 : *told[block].rbegin() + 1);
    std::size_t missing = 0;
    for (std::int64_t i = 0; i < length[block]; ++i) {
      if (told[block].contains(i)) continue;
      lacking[block] = i;
      ++missing;
    }
    if (missing > 1) return std::nullopt;
    lack += missing;
    if (missing == 0) continue;
    const ArrayValues& values = table.rows[r].arrays[table.first_given + array];
    const auto at = static_cast<std::size_t>(lacking[block] + values.first);
    if (values.values == nullptr || at >= values.values->size()) return std::nullopt;
    value[block] = (*values.values)[at];
  }
  if (lack != 0) {
    if (lack != blocks.count()) return std::nullopt;
    const auto index = blocks.find(lacking);
    const auto known = blocks.find(value);
    if (!index || !known) return std::nullopt;
    add({}, *index, text_of(*known, table));
  }
  const auto whole = blocks.find(length);
  if (!whole) return std::nullopt;
  given.length = text_of(*whole, table);
  return given;
}

bool is_same(const Expression& a, const Expression& b) {
  if (a == nullptr || b == nullptr) return a == b;
  return a->op == b->op && a->number == b->number && is_same(a->left, b->left) && is_same(a->right, b->right);
}

Expression replaced(const Expression& e, const Expression& from, const Expression& to) {
  if (e == nullptr || is_same(e, from)) return e == nullptr ? e : to;
  ExpressionNode node = *e;
  node.left = replaced(e->left, from, to);
  node.right = replaced(e->right, from, to);
  return std::make_shared<ExpressionNode>(std::move(node));
}

/// The array of which the condition says that an element is not 0.
std::optional<std::size_t> flags_of(const Comparison& asked, const Expression& place) {
  if (asked.left->op != Operator::kElement || !is_same(asked.left->left, place)) return std::nullopt;
  if (asked.right->op != Operator::kNumber) return std::nullopt;
  const bool is_set = (asked.relation == Relation::kEqual && asked.right->number == 1) ||
                      (asked.relation == Relation::kNotEqual && asked.right->number == 0);
  return is_set ? std::optional(static_cast<std::size_t>(asked.left->number)) : std::nullopt;
}

struct PrefixSum {
  std::size_t positions = 0, flags = 0;
  Expression place, next;
  Guard guard;  ///< That there is a next place.
};

std::optional<PrefixSum> prefix_sum_of(const IndexClause& clause, const Table& table) {
  if (clause.quantified || clause.column != nullptr || clause.index->op != Operator::kElement) return std::nullopt;
  PrefixSum sum{.positions = static_cast<std::size_t>(clause.index->number), .place = clause.index->left};
  sum.next = add(sum.place, number(1));
  bool has_flags = false, has_end = false;
  for (const Comparison& asked : clause.guard) {
    if (const auto flags = flags_of(asked, sum.place)) {
      has_flags = true;
      sum.flags = *flags;
    } else if (!has_element(asked.left) && !has_element(asked.right)) {
      sum.guard.push_back(
          {replaced(asked.left, sum.place, sum.next), asked.relation, replaced(asked.right, sum.place, sum.next)});
      has_end = has_end || !is_same(sum.guard.back().left, asked.left);
    }
  }
  const bool are_plain = sum.positions < table.first_given && sum.flags < table.first_given;
  if (!has_flags || !has_end || !are_plain) return std::nullopt;
  const Expression before = add(element(sum.positions, sum.place), element(sum.flags, sum.place));
  std::size_t seen = 0;
  for (const Row& row : table.rows) {
    const auto has_next = holds(sum.guard, row);
    if (!has_next) return std::nullopt;
    if (!*has_next) continue;
    const auto value = value_of(before, row), next = value_of(element(sum.positions, sum.next), row);
    if (!value || value != next) return std::nullopt;
    ++seen;
  }
  return seen != 0 ? std::optional(std::move(sum)) : std::nullopt;
}

/// Each thread may read the next position, too. False: it is an array that is not only read.
bool read_next(Inference& inference, const Point& kernel, const PrefixSum& sum, const Table& table) {
  const std::string& name = table.arrays[sum.positions];
  const std::string text =
      text_of(sum.guard, table) + " ==> \\pointer_index(" + name + ", " + text_of(sum.next, table) + ", read)";
  std::vector<FittedArray*> at;
  for (FittedArray& fitted : inference.arrays) {
    const bool is_there = fitted.point.file == kernel.file && fitted.point.line == kernel.line &&
                          fitted.array == name && fitted.explained;
    const bool is_kernel =
        fitted.point.place == ClausePlace::kKernelRequires || fitted.point.place == ClausePlace::kKernelEnsures;
    if (is_there && is_kernel) at.push_back(&fitted);
  }
  const auto is_read = [](const FittedArray* fitted) {
    return std::ranges::all_of(fitted->fractions, [](const std::string& fraction) { return fraction == "read"; });
  };
  if (at.empty() || !std::ranges::all_of(at, is_read)) return false;
  for (FittedArray* fitted : at) {
    if (std::ranges::find(fitted->expressions, text) != fitted->expressions.end()) continue;
    fitted->expressions.push_back(text);
    fitted->clauses.push_back({.guard = sum.guard, .index = sum.next});
    fitted->fractions.emplace_back("read");
  }
  return true;
}

}  // namespace

void add_givens(Inference& inference) {
  // By kernel and sequence: those that name it, and how many of its elements in each block.
  struct Use {
    std::vector<FittedArray*> by;
    std::vector<std::int64_t> elements;
    std::size_t array = 0;
  };
  std::map<std::tuple<std::string, std::uint32_t, std::string>, Use> uses;
  for (FittedArray& fitted : inference.arrays) {
    if (fitted.table == nullptr) continue;
    const Table& table = *fitted.table;
    const Blocks blocks(table);
    for (const IndexClause& clause : fitted.clauses) {
      for_each_element(clause, [&](const ExpressionNode& e) {
        const auto array = static_cast<std::size_t>(e.number);
        if (array < table.first_given) return;
        Use& use = uses[{fitted.point.file, fitted.point.line, table.arrays[array]}];
        use.array = array - table.first_given;
        use.elements.resize(std::max(use.elements.size(), blocks.count()));
        if (std::ranges::find(use.by, &fitted) == use.by.end()) use.by.push_back(&fitted);
        for (std::size_t r = 0; r < table.rows.size(); ++r) {
          std::int64_t& most = use.elements[blocks.of_row(r)];
          if (const auto index = value_of(e.left, table.rows[r])) most = std::max(most, *index + 1);
        }
      });
    }
  }
  for (auto& [place, use] : uses) {
    std::optional<GivenSequence> given;
    for (const FittedArray& entry : inference.arrays) {
      if (entry.table == nullptr || entry.point.place != ClausePlace::kKernelRequires) continue;
      if (entry.point.file != std::get<0>(place) || entry.point.line != std::get<1>(place)) continue;
      const Blocks blocks(*entry.table);
      if (entry.array != entry.table->arrays[use.array] || blocks.count() != use.elements.size()) continue;
      if (blocks.are_whole_grids()) given = given_from(entry, use.array, use.elements);
    }
    if (given) {
      inference.givens.push_back(std::move(*given));
      continue;
    }
    for (FittedArray* fitted : use.by) {
      fitted->explained = false;
      fitted->why = "it depends on " + std::get<2>(place) + ", of which the threads cannot tell all elements";
      fitted->expressions.clear();
      fitted->facts.clear();
      fitted->clauses.clear();
      fitted->fractions.clear();
    }
  }
}

void add_prefix_sums(Inference& inference) {
  for (FittedArray& fitted : inference.arrays) {
    if (fitted.table == nullptr || fitted.point.place != ClausePlace::kKernelRequires) continue;
    for (const IndexClause& clause : fitted.clauses) {
      const Table& table = *fitted.table;
      const auto sum = prefix_sum_of(clause, table);
      if (!sum || !read_next(inference, fitted.point, *sum, table)) continue;
      const std::string& positions = table.arrays[sum->positions];
      const std::string place = text_of(sum->place, table);
      fitted.facts.push_back(text_of(sum->guard, table) + " ==> " + positions + "[" + text_of(sum->next, table) +
                             "] == " + positions + "[" + place + "] + " + table.arrays[sum->flags] + "[" + place + "]");
    }
  }
}

}  // namespace fencepost::cli::infer
