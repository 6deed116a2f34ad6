#include "cli/infer/symbolic_hints.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "cli/symbolic/access_pattern.h"
#include "cli/symbolic/uniformity.h"

namespace fencepost::cli::infer {
namespace {

using compiler::SymbolicAccess;
using compiler::SymbolicBlock;
using compiler::SymbolicKernel;
using compiler::SymbolicOp;
using compiler::SymbolicValue;

constexpr std::int64_t kLargestShift = 40;
constexpr const char* kThreads[] = {"threadIdx.x", "threadIdx.y", "threadIdx.z"};
constexpr const char* kBlocks[] = {"blockIdx.x", "blockIdx.y", "blockIdx.z"};

bool has_bound(const Expression& e) {
  return e != nullptr && (e->op == Operator::kBound || has_bound(e->left) || has_bound(e->right));
}

Relation turned(Relation relation) {
  switch (relation) {
    case Relation::kLess:
      return Relation::kGreater;
    case Relation::kLessEqual:
      return Relation::kGreaterEqual;
    case Relation::kGreater:
      return Relation::kLess;
    case Relation::kGreaterEqual:
      return Relation::kLessEqual;
    default:
      return relation;
  }
}

/// Values of a kernel in a table's variables.
class Converter {
 public:
  /// `fixed`: what some values are.
  Converter(const SymbolicKernel& kernel, const Table& table, const symbolic::Uniformity& uniform,
            std::map<int, Expression> fixed)
      : kernel_(kernel), table_(table), uniform_(uniform) {
    for (auto& [value, expression] : fixed) known_[value] = std::move(expression);
  }

  std::optional<Expression> convert(int value) {
    const auto [known, is_new] = known_.try_emplace(value);
    if (is_new) known_[value] = renamed(at(value), operation(at(value)));
    return known_[value];
  }

  /// A number of bytes as one of elements.
  std::optional<Expression> divided(int value, std::int64_t bytes) {
    const SymbolicValue& v = at(value);
    if (bytes == 1) return convert(value);
    switch (v.op) {
      case SymbolicOp::kConstant:
        return v.number % bytes == 0 ? std::optional(number(v.number / bytes)) : std::nullopt;
      case SymbolicOp::kSignExtend:
      case SymbolicOp::kZeroExtend:
      case SymbolicOp::kTruncate:
        return divided(v.operands[0], bytes);
      case SymbolicOp::kAdd:
      case SymbolicOp::kSubtract: {
        const auto a = divided(v.operands[0], bytes), b = divided(v.operands[1], bytes);
        if (!a || !b) return std::nullopt;
        return v.op == SymbolicOp::kAdd ? infer::add(*a, *b) : subtract(*a, *b);
      }
      case SymbolicOp::kMultiply:
      case SymbolicOp::kShiftLeft: {
        const SymbolicValue& by = at(v.operands[1]);
        const bool is_shift = v.op == SymbolicOp::kShiftLeft;
        if (by.op != SymbolicOp::kConstant || (is_shift && (by.number < 0 || by.number > kLargestShift))) {
          return std::nullopt;
        }
        const std::int64_t times = is_shift ? std::int64_t{1} << by.number : by.number;
        const auto a = convert(v.operands[0]);
        if (!a || times % bytes != 0) return std::nullopt;
        return multiply(number(times / bytes), *a);
      }
      default:
        return std::nullopt;
    }
  }

  /// False: it cannot be said.
  bool add_condition(int value, bool holds, Guard& guard) {
    const SymbolicValue& v = at(value);
    const bool is_and = v.op == SymbolicOp::kAnd ||
                        (v.op == SymbolicOp::kSelect && is_number(v.operands[2], 0));  // a && b, as a choice.
    const bool is_or = v.op == SymbolicOp::kOr ||
                       (v.op == SymbolicOp::kSelect && !is_and && at(v.operands[1]).op == SymbolicOp::kConstant);
    if ((is_and && holds) || (is_or && !holds)) {
      const int other = v.op == SymbolicOp::kSelect && is_or ? v.operands[2] : v.operands[1];
      return add_condition(v.operands[0], holds, guard) && add_condition(other, holds, guard);
    }
    if (v.op == SymbolicOp::kXor && at(v.operands[1]).op == SymbolicOp::kConstant) {
      return add_condition(v.operands[0], is_number(v.operands[1], 0) == holds, guard);
    }
    const auto relation = relation_of(v.op, holds);
    if (!relation) return false;
    const auto left = convert(v.operands[0]), right = convert(v.operands[1]);
    if (!left || !right) return false;
    // What differs from thread to thread comes first: i < n.
    const bool turns =
        at(v.operands[0]).op == SymbolicOp::kConstant || (is_uniform(v.operands[0]) && !is_uniform(v.operands[1]));
    guard.push_back(turns ? Comparison{*right, turned(*relation), *left} : Comparison{*left, *relation, *right});
    return true;
  }

 private:
  [[nodiscard]] const SymbolicValue& at(int value) const { return kernel_.values[static_cast<std::size_t>(value)]; }

  [[nodiscard]] bool is_uniform(int value) const { return uniform_.values[static_cast<std::size_t>(value)]; }

  [[nodiscard]] bool is_number(int value, std::int64_t number) const {
    return at(value).op == SymbolicOp::kConstant && at(value).number == number;
  }

  static std::optional<Relation> relation_of(SymbolicOp op, bool holds) {
    switch (op) {
      case SymbolicOp::kEqual:
        return holds ? Relation::kEqual : Relation::kNotEqual;
      case SymbolicOp::kNotEqual:
        return holds ? Relation::kNotEqual : Relation::kEqual;
      case SymbolicOp::kUnsignedLess:
      case SymbolicOp::kSignedLess:
        return holds ? Relation::kLess : Relation::kGreaterEqual;
      case SymbolicOp::kUnsignedLessEqual:
      case SymbolicOp::kSignedLessEqual:
        return holds ? Relation::kLessEqual : Relation::kGreater;
      default:
        return std::nullopt;
    }
  }

  [[nodiscard]] std::optional<Expression> named(const std::string& name) const {
    const auto found = std::ranges::find(table_.names, name);
    if (name.empty() || found == table_.names.end()) return std::nullopt;
    return variable(static_cast<std::size_t>(found - table_.names.begin()));
  }

  std::optional<Expression> operation(const SymbolicValue& v) {
    const auto dimension = [&](const char* of) { return named(std::string(of) + "." + "xyz"[v.number]); };
    switch (v.op) {
      case SymbolicOp::kConstant:
        return number(v.number);
      case SymbolicOp::kThreadIdx:
        return dimension("threadIdx");
      case SymbolicOp::kBlockIdx:
        return dimension("blockIdx");
      case SymbolicOp::kBlockDim:
        return dimension("blockDim");
      case SymbolicOp::kGridDim:
        return dimension("gridDim");
      case SymbolicOp::kParameter:
      case SymbolicOp::kPhi:
        return named(v.name);
      case SymbolicOp::kSignExtend:
      case SymbolicOp::kZeroExtend:
      case SymbolicOp::kTruncate:
        return at(v.operands[0]).bits == 1 ? std::nullopt : convert(v.operands[0]);
      default:
        return v.operands.size() == 2 ? of_two(v) : std::nullopt;
    }
  }

  std::optional<Expression> of_two(const SymbolicValue& v) {
    const auto a = convert(v.operands[0]), b = convert(v.operands[1]);
    if (!a || !b) return std::nullopt;
    const SymbolicValue& by = at(v.operands[1]);
    const bool shifts = by.op == SymbolicOp::kConstant && by.number >= 0 && by.number <= kLargestShift;
    const Expression power = number(shifts ? std::int64_t{1} << by.number : 1);
    switch (v.op) {
      case SymbolicOp::kAdd:
        return infer::add(*a, *b);
      case SymbolicOp::kSubtract:
        return subtract(*a, *b);
      case SymbolicOp::kMultiply:
        return by.op == SymbolicOp::kConstant ? multiply(*b, *a) : multiply(*a, *b);
      case SymbolicOp::kUnsignedDivide:
      case SymbolicOp::kSignedDivide:
        return divide(*a, *b);
      case SymbolicOp::kUnsignedRemainder:
      case SymbolicOp::kSignedRemainder:
        return remainder(*a, *b);
      case SymbolicOp::kShiftLeft:
        return shifts ? std::optional(multiply(power, *a)) : std::nullopt;
      case SymbolicOp::kLogicalShiftRight:
      case SymbolicOp::kArithmeticShiftRight:
        return shifts ? std::optional(divide(*a, power)) : std::nullopt;
      default:
        return std::nullopt;
    }
  }

  [[nodiscard]] std::size_t place_of(const std::string& name) const {
    return static_cast<std::size_t>(std::ranges::find(table_.names, name) - table_.names.begin());
  }

  /// The kernel asks which block it is, but no row is of another one than the first.
  [[nodiscard]] bool is_of_one_block() const {
    const bool asks = std::ranges::any_of(kernel_.values,
                                          [](const SymbolicValue& value) { return value.op == SymbolicOp::kBlockIdx; });
    return asks && std::ranges::all_of(kBlocks, [&](const char* block) {
             const std::size_t i = place_of(block);
             return std::ranges::all_of(table_.rows, [i](const Row& row) { return row.values[i] == 0; });
           });
  }

  /// The source's own name of what it computes for each thread.
  std::optional<Expression> renamed(const SymbolicValue& v, std::optional<Expression> expression) const {
    if (!expression || (v.operands.empty() && v.op != SymbolicOp::kThreadIdx) || v.op == SymbolicOp::kPhi ||
        table_.rows.empty())
      return expression;
    if (has_bound(*expression)) return expression;
    const auto equals = [&](std::size_t i) {
      return std::ranges::all_of(table_.rows,
                                 [&](const Row& row) { return value_of(*expression, row) == row.values[i]; });
    };
    // Of one block only the thread's number in the grid is that in the block: which is meant is not told.
    if (is_of_one_block() &&
        std::ranges::any_of(kThreads, [&](const char* thread) { return equals(place_of(thread)); })) {
      return expression;
    }
    for (std::size_t i = 0; i < table_.names.size(); ++i) {
      if (!table_.uniform[i] && equals(i)) return variable(i);
    }
    return expression;
  }

  const SymbolicKernel& kernel_;
  const Table& table_;
  const symbolic::Uniformity& uniform_;
  std::map<int, std::optional<Expression>> known_;
};

/// A loop's counter, as a range: it is `value` for all bound() from `first` on that are less than `end`.
struct Counter {
  int phi = -1, condition = -1;  ///< The loop goes on while the condition holds.
  Expression first, end, value;
};

/// Of one kernel: what it accesses of the array, wherever it does.
class HintMaker {
 public:
  HintMaker(const SymbolicKernel& kernel, const HeldTables& held)
      : kernel_(kernel),
        held_(held),
        uniform_(
            symbolic::uniformity_of(kernel, symbolic::constant_objects(kernel, false), symbolic::UniformFor::kBlock)) {
    for (const compiler::SymbolicLoop& loop : kernel.loops) find_counters(loop);
  }

  void add_to(std::vector<IndexClause>& hints) {
    add_interval(-1);
    for (std::size_t b = 0; b < kernel_.blocks.size(); ++b) {
      if (kernel_.blocks[b].end == SymbolicBlock::kBarrier) add_interval(static_cast<int>(b));
    }
    hints.insert(hints.end(), plain_.begin(), plain_.end());
    hints.insert(hints.end(), guarded_.begin(), guarded_.end());
  }

 private:
  [[nodiscard]] const SymbolicValue& at(int value) const { return kernel_.values[static_cast<std::size_t>(value)]; }

  [[nodiscard]] Converter converter(std::map<int, Expression> fixed) const {
    return {kernel_, held_.write, uniform_, std::move(fixed)};
  }

  /// What the phi begins with, and what it is in the next iteration.
  static std::pair<int, int> first_and_next(const SymbolicValue& phi, const compiler::SymbolicLoop& loop) {
    std::pair<int, int> found = {-1, -1};
    for (std::size_t i = 0; i < phi.operands.size(); ++i) {
      (phi.blocks[i] == loop.latch ? found.second : found.first) = phi.operands[i];
    }
    return found;
  }

  static Expression with(const Expression& e, std::int64_t more) {
    return e->op == Operator::kNumber ? number(e->number + more) : infer::add(e, number(more));
  }

  /// for (k = first; k < end; k += step)
  void find_counters(const compiler::SymbolicLoop& loop) {
    const SymbolicBlock& header = kernel_.blocks[static_cast<std::size_t>(loop.header)];
    if (header.end != SymbolicBlock::kBranch) return;
    const SymbolicValue& condition = at(header.condition);
    const bool is_less = condition.op == SymbolicOp::kSignedLess || condition.op == SymbolicOp::kUnsignedLess;
    const bool or_equal =
        condition.op == SymbolicOp::kSignedLessEqual || condition.op == SymbolicOp::kUnsignedLessEqual;
    const bool goes_on = std::ranges::find(loop.blocks, header.targets[0]) != loop.blocks.end();
    if ((!is_less && !or_equal) || !goes_on) return;
    const int counter = condition.operands[0];
    if (at(counter).op != SymbolicOp::kPhi || at(counter).block != loop.header) return;
    const auto [begin, next] = first_and_next(at(counter), loop);
    if (begin < 0 || next < 0 || at(next).op != SymbolicOp::kAdd) return;
    const std::vector<std::int32_t>& sum = at(next).operands;
    if (sum[0] != counter && sum[1] != counter) return;
    Converter plain = converter({});
    const auto first = plain.convert(begin), last = plain.convert(condition.operands[1]);
    const auto step = plain.convert(sum[0] == counter ? sum[1] : sum[0]);
    if (!first || !last || !step) return;
    const Expression end = or_equal ? with(*last, 1) : *last;
    Counter found{.phi = counter, .condition = header.condition, .first = *first, .end = end, .value = bound()};
    if ((*step)->op != Operator::kNumber || (*step)->number != 1) {
      found.first = number(0);
      found.end = divide(infer::add(subtract(end, *first), with(*step, -1)), *step);
      const bool is_number = (*step)->op == Operator::kNumber;
      found.value = infer::add(*first, is_number ? multiply(*step, bound()) : multiply(bound(), *step));
    }
    counters_.push_back(std::move(found));
  }

  [[nodiscard]] bool is_of_the_array(const SymbolicAccess& access) const {
    const std::vector<int> objects = symbolic::possible_objects(kernel_, access.object);
    return std::ranges::any_of(objects, [&](int number) {
      const std::string& name = kernel_.objects[static_cast<std::size_t>(number)].name;
      return name == held_.array || held_.object.ends_with(": " + name);
    });
  }

  /// In front of the barrier: what the variables of the loops around are behind it.
  [[nodiscard]] std::map<int, Expression> next_values(int barrier) const {
    std::map<int, Expression> next;
    Converter before = converter({});
    for (const compiler::SymbolicLoop& loop : kernel_.loops) {
      if (std::ranges::find(loop.blocks, barrier) == loop.blocks.end()) continue;
      for (std::size_t i = 0; i < kernel_.values.size(); ++i) {
        const SymbolicValue& phi = kernel_.values[i];
        if (phi.op != SymbolicOp::kPhi || phi.block != loop.header) continue;
        const int value = first_and_next(phi, loop).second;
        const auto expression = value < 0 ? std::nullopt : before.convert(value);
        if (expression) next[static_cast<int>(i)] = *expression;
      }
    }
    return next;
  }

  void add_interval(int barrier) {
    const std::map<int, Expression> next = next_values(barrier);
    for (const symbolic::GuardedAccess& placed : symbolic::guarded_accesses(kernel_, barrier)) {
      const SymbolicAccess& access = kernel_.accesses[static_cast<std::size_t>(placed.access)];
      if (access.element == 0 || !is_of_the_array(access)) continue;
      add_access(access, placed, {}, nullptr);
      if (placed.next_iteration) add_access(access, placed, next, nullptr);
      for (const Counter& counter : counters_) add_access(access, placed, {{counter.phi, counter.value}}, &counter);
    }
  }

  void add_access(const SymbolicAccess& access, const symbolic::GuardedAccess& placed,
                  const std::map<int, Expression>& fixed, const Counter* counter) {
    Converter in_table = converter(fixed);
    const auto index = in_table.divided(access.offset, static_cast<std::int64_t>(access.element));
    if (!index || has_bound(*index) != (counter != nullptr)) return;
    // What all threads agree on tells which interval it is: at some places that is known.
    Guard own, whole;
    bool is_told = true, is_own_told = true;
    for (const auto& [value, holds] : placed.guard) {
      if (counter != nullptr && value == counter->condition) continue;
      const bool is_uniform = uniform_.values[static_cast<std::size_t>(value)];
      if (!is_uniform) is_own_told = is_own_told && in_table.add_condition(value, holds, own);
      is_told = is_told && in_table.add_condition(value, holds, whole);
    }
    const auto add_clause = [&](std::vector<IndexClause>& to, const Guard& guard) {
      const bool is_free =
          std::ranges::none_of(guard, [](const Comparison& c) { return has_bound(c.left) || has_bound(c.right); });
      if (!is_free) return;
      IndexClause clause{.guard = guard, .index = *index};
      if (counter != nullptr) {
        clause.quantified = true;
        clause.first = counter->first;
        clause.ends = {counter->end};
      }
      add(to, std::move(clause));
    };
    if (is_own_told) add_clause(plain_, own);
    if (is_told && whole.size() != own.size()) add_clause(guarded_, whole);
  }

  void add(std::vector<IndexClause>& to, IndexClause clause) {
    std::string text = text_of(clause.guard, held_.write) + ": " + text_of(clause.index, held_.write);
    if (clause.quantified)
      text += " for " + text_of(clause.first, held_.write) + " to " + text_of(clause.ends[0], held_.write);
    if (seen_.insert(text).second) to.push_back(std::move(clause));
  }

  const SymbolicKernel& kernel_;
  const HeldTables& held_;
  const symbolic::Uniformity uniform_;
  std::vector<Counter> counters_;
  std::set<std::string> seen_;
  std::vector<IndexClause> plain_, guarded_;
};

}  // namespace

HintsFor symbolic_hints(const std::vector<SymbolicKernel>& kernels) {
  return [&kernels](const HeldTables& held) {
    std::vector<IndexClause> hints;
    if (held.write.rows.empty()) return hints;
    for (const SymbolicKernel& kernel : kernels) {
      const bool is_asked_for = std::ranges::find(held.kernels, short_name(kernel.signature)) != held.kernels.end();
      if (is_asked_for && kernel.obstacle.empty()) HintMaker(kernel, held).add_to(hints);
    }
    return hints;
  };
}

}  // namespace fencepost::cli::infer
