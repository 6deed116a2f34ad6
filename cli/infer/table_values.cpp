#include "cli/infer/table_values.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace fencepost::cli::infer {

using compiler::SymbolicAccess;
using compiler::SymbolicKernel;
using compiler::SymbolicOp;
using compiler::SymbolicValue;

namespace {

constexpr std::int64_t kLargestShift = 40;
constexpr const char* kThreads[] = {"threadIdx.x", "threadIdx.y", "threadIdx.z"};
constexpr const char* kBlocks[] = {"blockIdx.x", "blockIdx.y", "blockIdx.z"};

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

std::optional<Relation> relation_of(SymbolicOp op, bool holds) {
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

bool is_number(const Expression& e) { return e->op == Operator::kNumber; }

/// 2 * k / 2 is k.
Expression quotient(const Expression& a, const Expression& b) {
  if (is_number(a) && is_number(b) && b->number > 0) return number(a->number / b->number);
  const bool is_multiple = is_number(b) && b->number > 0 && a->op == Operator::kMultiply && is_number(a->left) &&
                           a->left->number % b->number == 0;
  return is_multiple ? multiply(number(a->left->number / b->number), a->right) : divide(a, b);
}

/// 2 * (2 * k) is 4 * k.
Expression product(const Expression& a, const Expression& b) {
  if (is_number(a) && is_number(b)) return number(a->number * b->number);
  const bool are_numbers = is_number(a) && b->op == Operator::kMultiply && is_number(b->left);
  return are_numbers ? multiply(number(a->number * b->left->number), b->right) : multiply(a, b);
}

}  // namespace

bool has_bound(const Expression& e) {
  return e != nullptr && (e->op == Operator::kBound || has_bound(e->left) || has_bound(e->right));
}

std::vector<std::pair<int, bool>> conditions_of(const SymbolicKernel& kernel, const SymbolicValue& phi,
                                                std::size_t operand) {
  const auto block_at = [&](int block) -> const compiler::SymbolicBlock& {
    return kernel.blocks[static_cast<std::size_t>(block)];
  };
  std::vector<std::pair<int, bool>> conditions;
  const int last = block_at(phi.block).dominator;
  int to = phi.block;
  for (int from = phi.blocks[operand]; from >= 0; from = block_at(to).dominator) {
    const compiler::SymbolicBlock& block = block_at(from);
    if (block.end == compiler::SymbolicBlock::kBranch && block.targets[0] != block.targets[1]) {
      if (block.targets[0] == to) conditions.emplace_back(block.condition, true);
      if (block.targets[1] == to) conditions.emplace_back(block.condition, false);
    }
    if (from == last) break;
    to = from;
  }
  std::ranges::reverse(conditions);
  return conditions;
}

TableValues::TableValues(
    const SymbolicKernel& kernel, const Table& table, const symbolic::Uniformity& uniform,
    std::map<int, Expression> fixed,  // NOLINT(performance-unnecessary-value-param): is moved from.
    FlippedBit flipped, std::map<int, int> chosen)
    : kernel_(kernel),
      table_(table),
      uniform_(uniform),
      flipped_(flipped),
      chosen_(std::move(chosen)),
      fixed_(symbolic::fixed_contents(kernel, false)) {
  for (auto& [value, expression] : fixed) known_[value] = std::move(expression);
}

const SymbolicValue& TableValues::at(int value) const { return kernel_.values[static_cast<std::size_t>(value)]; }

std::optional<Expression> TableValues::convert(int value) {
  if (const auto chosen = chosen_.find(value); chosen != chosen_.end()) return convert(chosen->second);
  const auto [known, is_new] = known_.try_emplace(value);
  if (is_new) known_[value] = renamed(at(value), operation(at(value)));
  return known_[value];
}

std::optional<Expression> TableValues::divided(int value, std::int64_t bytes) {
  if (const auto chosen = chosen_.find(value); chosen != chosen_.end()) return divided(chosen->second, bytes);
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

bool TableValues::add_condition(int value, bool holds, Guard& guard) {
  const SymbolicValue& v = at(value);
  const bool is_and =
      v.op == SymbolicOp::kAnd || (v.op == SymbolicOp::kSelect && is_number(v.operands[2], 0));  // a && b, as a choice.
  const bool is_or = v.op == SymbolicOp::kOr ||
                     (v.op == SymbolicOp::kSelect && !is_and && at(v.operands[1]).op == SymbolicOp::kConstant);
  if ((is_and && holds) || (is_or && !holds)) {
    const int other = v.op == SymbolicOp::kSelect && is_or ? v.operands[2] : v.operands[1];
    return add_condition(v.operands[0], holds, guard) && add_condition(other, holds, guard);
  }
  if (v.op == SymbolicOp::kXor && at(v.operands[1]).op == SymbolicOp::kConstant) {
    return add_condition(v.operands[0], is_number(v.operands[1], 0) == holds, guard);
  }
  if (v.op == SymbolicOp::kPhi) return add_condition_of_phi(v, holds, guard);
  const auto relation = relation_of(v.op, holds);
  if (!relation) return false;
  // A truth value as a number.
  const bool compares = v.op == SymbolicOp::kEqual || v.op == SymbolicOp::kNotEqual;
  const int plain = compares && is_number(v.operands[1], 0) ? without_extension(v.operands[0]) : -1;
  if (plain >= 0 && at(plain).bits == 1) return add_condition(plain, (v.op == SymbolicOp::kNotEqual) == holds, guard);
  if (const auto comparison = flipped_with_itself(v, holds)) {
    guard.push_back(*comparison);
    return true;
  }
  const auto left = convert(v.operands[0]), right = convert(v.operands[1]);
  if (!left || !right) return false;
  // What differs from thread to thread comes first: i < n.
  const bool turns =
      at(v.operands[0]).op == SymbolicOp::kConstant || (is_uniform(v.operands[0]) && !is_uniform(v.operands[1]));
  guard.push_back(turns ? Comparison{*right, turned(*relation), *left} : Comparison{*left, *relation, *right});
  return true;
}

/// A truth value that is a constant but on one way.
bool TableValues::add_condition_of_phi(const SymbolicValue& phi, bool holds, Guard& guard) {
  std::optional<std::size_t> open;
  for (std::size_t i = 0; i < phi.operands.size(); ++i) {
    const SymbolicValue& operand = at(phi.operands[i]);
    if (operand.op == SymbolicOp::kConstant && (operand.number != 0) != holds) continue;
    if (open) return false;
    open = i;
  }
  if (!open || phi.bits != 1) return false;
  for (const auto& [condition, is_so] : conditions_of(kernel_, phi, *open)) {
    if (!add_condition(condition, is_so, guard)) return false;
  }
  return at(phi.operands[*open]).op == SymbolicOp::kConstant || add_condition(phi.operands[*open], holds, guard);
}

bool TableValues::is_number(int value, std::int64_t number) const {
  return at(value).op == SymbolicOp::kConstant && at(value).number == number;
}

std::size_t TableValues::place_of(const std::string& name) const {
  return static_cast<std::size_t>(std::ranges::find(table_.names, name) - table_.names.begin());
}

std::optional<Expression> TableValues::named(const std::string& name) const {
  const std::size_t place = place_of(name);
  if (name.empty() || place == table_.names.size()) return std::nullopt;
  return variable(place);
}

int TableValues::without_extension(int value) const {
  const SymbolicOp op = at(value).op;
  const bool extends = op == SymbolicOp::kSignExtend || op == SymbolicOp::kZeroExtend;
  return extends ? without_extension(at(value).operands[0]) : value;
}

/// x < (x ^ j), with one bit in j: the bit is not set in x.
std::optional<Comparison> TableValues::flipped_with_itself(const SymbolicValue& comparison, bool holds) {
  const int left = without_extension(comparison.operands[0]), right = without_extension(comparison.operands[1]);
  for (const bool on_left : {true, false}) {
    const SymbolicValue& changed = at(on_left ? left : right);
    const int other = on_left ? right : left;
    if (changed.op != SymbolicOp::kXor) continue;
    for (const std::size_t k : {0U, 1U}) {
      if (without_extension(changed.operands[k]) != other) continue;
      const auto x = convert(other), bit = convert(changed.operands[1 - k]);
      if (!x || !bit) return std::nullopt;
      const bool is_less = comparison.op == SymbolicOp::kSignedLess || comparison.op == SymbolicOp::kUnsignedLess ||
                           comparison.op == SymbolicOp::kSignedLessEqual ||
                           comparison.op == SymbolicOp::kUnsignedLessEqual;
      if (!is_less) return std::nullopt;
      // (x ^ j) < x: it is set.
      const bool is_set = on_left == holds;
      return Comparison{remainder(*x, product(number(2), *bit)), is_set ? Relation::kGreaterEqual : Relation::kLess,
                        *bit};
    }
  }
  return std::nullopt;
}

std::optional<Expression> TableValues::operation(const SymbolicValue& v) {
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
    case SymbolicOp::kLoad:
      return loaded(v);
    case SymbolicOp::kSignExtend:
    case SymbolicOp::kZeroExtend:
    case SymbolicOp::kTruncate:
      return at(v.operands[0]).bits == 1 ? std::nullopt : convert(v.operands[0]);
    default:
      return v.operands.size() == 2 ? of_two(v) : std::nullopt;
  }
}

/// An element of an array that nobody writes, or not in the intervals where it is read.
std::optional<Expression> TableValues::loaded(const SymbolicValue& v) {
  const SymbolicAccess& access = kernel_.accesses[static_cast<std::size_t>(v.number)];
  const std::vector<int> objects = symbolic::possible_objects(kernel_, access.object);
  if (v.bits == 0 || access.element == 0 || access.bytes != access.element || objects.size() != 1) return std::nullopt;
  const auto object = static_cast<std::size_t>(objects[0]);
  const auto array = std::ranges::find(table_.arrays, kernel_.objects[object].name);
  const bool is_fixed = fixed_.objects[object] || fixed_.reads[static_cast<std::size_t>(v.number)];
  if (!is_fixed || array == table_.arrays.end()) return std::nullopt;
  const auto index = divided(access.offset, static_cast<std::int64_t>(access.element));
  if (!index) return std::nullopt;
  return element(static_cast<std::size_t>(array - table_.arrays.begin()), *index);
}

std::optional<Expression> TableValues::flipped(const SymbolicValue& v) {
  if (v.bits == 1) return std::nullopt;
  const bool turns = is_uniform(v.operands[0]) && !is_uniform(v.operands[1]);
  const auto x = convert(v.operands[turns ? 1 : 0]), bit = convert(v.operands[turns ? 0 : 1]);
  if (!x || !bit) return std::nullopt;
  return flipped_ == FlippedBit::kAdded ? infer::add(*x, *bit) : subtract(*x, *bit);
}

std::optional<Expression> TableValues::of_two(const SymbolicValue& v) {
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
      return by.op == SymbolicOp::kConstant ? product(*b, *a) : multiply(*a, *b);
    case SymbolicOp::kUnsignedDivide:
    case SymbolicOp::kSignedDivide:
      return quotient(*a, *b);
    case SymbolicOp::kUnsignedRemainder:
    case SymbolicOp::kSignedRemainder:
      return remainder(*a, *b);
    case SymbolicOp::kShiftLeft:
      return shifts ? std::optional(product(power, *a)) : std::nullopt;
    case SymbolicOp::kLogicalShiftRight:
    case SymbolicOp::kArithmeticShiftRight:
      return shifts ? quotient(*a, power) : shift_right(*a, *b);
    case SymbolicOp::kAnd: {
      // Digits of what is not negative, as the rows have to show.
      const auto mask = static_cast<std::uint64_t>(by.number);
      const bool is_digit = by.op == SymbolicOp::kConstant && by.number > 0 && std::has_single_bit(mask + 1);
      return is_digit ? std::optional(remainder(*a, number(by.number + 1))) : std::nullopt;
    }
    case SymbolicOp::kXor:
      return flipped(v);
    default:
      return std::nullopt;
  }
}

/// The kernel asks which block it is, but no row is of another one than the first of that dimension.
bool TableValues::is_of_one_block(std::size_t dimension) const {
  const bool asks = std::ranges::any_of(kernel_.values, [&](const SymbolicValue& value) {
    return value.op == SymbolicOp::kBlockIdx && static_cast<std::size_t>(value.number) == dimension;
  });
  const std::size_t block = place_of(kBlocks[dimension]);
  return asks && std::ranges::all_of(table_.rows, [&](const Row& row) { return row.values[block] == 0; });
}

/// The source's own name of what it computes for each thread.
std::optional<Expression> TableValues::renamed(const SymbolicValue& v, std::optional<Expression> expression) const {
  if (!expression || (v.operands.empty() && v.op != SymbolicOp::kThreadIdx) || v.op == SymbolicOp::kPhi ||
      v.op == SymbolicOp::kXor || table_.rows.empty())
    return expression;
  if (has_bound(*expression)) return expression;
  const auto equals = [&](std::size_t i) {
    return std::ranges::all_of(table_.rows,
                               [&](const Row& row) { return value_of(*expression, row) == row.values[i]; });
  };
  // Of one block only the thread's number in the grid is that in the block: which is meant is not told.
  for (const std::size_t dimension : {0U, 1U, 2U}) {
    if (is_of_one_block(dimension) && equals(place_of(kThreads[dimension]))) return expression;
  }
  for (std::size_t i = 0; i < table_.names.size(); ++i) {
    if (!table_.uniform[i] && equals(i)) return variable(i);
  }
  return expression;
}

}  // namespace fencepost::cli::infer
