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

/// Values of a kernel in a table's variables.
class Converter {
 public:
  Converter(const SymbolicKernel& kernel, const Table& table) : kernel_(kernel), table_(table) {}

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
    guard.push_back({*left, *relation, *right});
    return true;
  }

 private:
  [[nodiscard]] const SymbolicValue& at(int value) const { return kernel_.values[static_cast<std::size_t>(value)]; }

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

  /// The source's own name of what it computes for each thread.
  std::optional<Expression> renamed(const SymbolicValue& v, std::optional<Expression> expression) const {
    if (!expression || v.operands.empty() || v.op == SymbolicOp::kPhi || table_.rows.empty()) return expression;
    for (std::size_t i = 0; i < table_.names.size(); ++i) {
      if (table_.uniform[i]) continue;
      if (std::ranges::all_of(table_.rows,
                              [&](const Row& row) { return value_of(*expression, row) == row.values[i]; })) {
        return variable(i);
      }
    }
    return expression;
  }

  const SymbolicKernel& kernel_;
  const Table& table_;
  std::map<int, std::optional<Expression>> known_;
};

/// Of one kernel: what it accesses of the array, wherever it does.
class HintMaker {
 public:
  HintMaker(const SymbolicKernel& kernel, const HeldTables& held)
      : kernel_(kernel),
        held_(held),
        converter_(kernel, held.write),
        uniform_(
            symbolic::uniformity_of(kernel, symbolic::constant_objects(kernel, false), symbolic::UniformFor::kBlock)) {}

  void add_to(std::vector<IndexClause>& hints) {
    add_interval(-1);
    for (std::size_t b = 0; b < kernel_.blocks.size(); ++b) {
      if (kernel_.blocks[b].end == SymbolicBlock::kBarrier) add_interval(static_cast<int>(b));
    }
    hints.insert(hints.end(), plain_.begin(), plain_.end());
    hints.insert(hints.end(), guarded_.begin(), guarded_.end());
  }

 private:
  [[nodiscard]] bool is_of_the_array(const SymbolicAccess& access) const {
    const std::vector<int> objects = symbolic::possible_objects(kernel_, access.object);
    return std::ranges::any_of(objects, [&](int number) {
      const std::string& name = kernel_.objects[static_cast<std::size_t>(number)].name;
      return name == held_.array || held_.object.ends_with(": " + name);
    });
  }

  void add_interval(int barrier) {
    for (const symbolic::GuardedAccess& placed : symbolic::guarded_accesses(kernel_, barrier)) {
      const SymbolicAccess& access = kernel_.accesses[static_cast<std::size_t>(placed.access)];
      if (access.element == 0 || !is_of_the_array(access)) continue;
      const auto index = converter_.divided(access.offset, static_cast<std::int64_t>(access.element));
      if (!index) continue;
      // What all threads agree on tells which interval it is: at some places that is known.
      Guard own, whole;
      bool is_told = true, is_own_told = true;
      for (const auto& [value, holds] : placed.guard) {
        const bool is_uniform = uniform_.values[static_cast<std::size_t>(value)];
        if (!is_uniform) is_own_told = is_own_told && converter_.add_condition(value, holds, own);
        is_told = is_told && converter_.add_condition(value, holds, whole);
      }
      if (is_own_told) add(plain_, {.guard = own, .index = *index});
      if (is_told && whole.size() != own.size()) add(guarded_, {.guard = whole, .index = *index});
    }
  }

  void add(std::vector<IndexClause>& to, IndexClause clause) {
    const std::string text = text_of(clause.guard, held_.write) + ": " + text_of(clause.index, held_.write);
    if (seen_.insert(text).second) to.push_back(std::move(clause));
  }

  const SymbolicKernel& kernel_;
  const HeldTables& held_;
  Converter converter_;
  const symbolic::Uniformity uniform_;
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
