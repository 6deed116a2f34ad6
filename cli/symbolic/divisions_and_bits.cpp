// Divisions, shifts and bitwise operations: what takes a number's digits apart.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "cli/symbolic/arithmetic.h"

namespace fencepost::cli::symbolic {
namespace {

/// Rounded down; `b` is positive.
Wide floor_divide(Wide a, Wide b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

}  // namespace

template <class Operation>
Term Arithmetic::by_table(const Term& b, Operation operation) {
  const Power& power = powers_[static_cast<std::size_t>(b.power)];
  Term result = operation(number(b.table.back(), b.bits));
  const z3::expr variable = power.variable;
  const std::vector<Wide> values = power.values;
  for (std::size_t i = values.size() - 1; i-- > 0;) {
    result = choose(variable == literal(values[i]), operation(number(b.table[i], b.bits)), result);
  }
  return result;
}

std::pair<Term, Term> Arithmetic::quotient(const Term& a, const Term& b) {
  const ProductKey key = {Z3_get_ast_id(context_, a.e), Z3_get_ast_id(context_, b.e), a.low, a.high, b.low, b.high};
  auto found = quotients_.find(key);
  const bool is_new = found == quotients_.end();
  if (is_new) {
    const std::string order = std::to_string(quotients_.size());
    found = quotients_
                .emplace(key, std::make_pair(context_.int_const(("quotient!" + order).c_str()),
                                             context_.int_const(("rest!" + order).c_str())))
                .first;
  }
  Term whole = make(found->second.first, a.bits, 0, a.high, 1);
  Term rest = make(found->second.second, a.bits, 0, std::min(a.high, b.high), 1);
  if (is_new) {
    set_origin(whole.e, a.e, b.e);
    set_origin(rest.e, a.e, b.e);
    const Term back = product(whole, b);
    const z3::expr q = whole.e, r = rest.e;
    // Nothing is said of a division by 0.
    fact(z3::implies(valid(a) && valid(b) && b.e > 0,
                     a.e == back.e + r && r >= 0 && r < b.e && q >= 0 && q <= a.e && r <= a.e));
    fact(q >= 0 && r >= 0);
    // Whatever is divided, also if it was only believed to be in its type.
    fact(z3::implies(valid(b) && b.e > 0, r < b.e));
    fact(q <= literal(whole.high) && r <= literal(rest.high));
  }
  whole.believed = rest.believed = a.believed || b.believed;
  return {whole, rest};
}

/// Rounded towards 0, of numbers that may be negative.
std::pair<Term, Term> Arithmetic::signed_quotient(const Term& a, const Term& b) {
  Term whole = function("sdiv", a.bits, {a, b}), rest = function("srem", a.bits, {a, b});
  const Wide most = std::max(magnitude(a.low), magnitude(a.high));
  const Wide most_rest = std::min(most, std::max(magnitude(b.low), magnitude(b.high)));
  whole.low = std::max(whole.low, -most);
  whole.high = std::min(whole.high, most);
  rest.low = std::max({rest.low, -most_rest, a.low >= 0 ? 0 : -most});
  rest.high = std::min({rest.high, most_rest, a.high <= 0 ? 0 : most});
  whole.believed = rest.believed = true;
  const ProductKey key = {Z3_get_ast_id(context_, a.e), Z3_get_ast_id(context_, b.e), a.low, a.high, b.low, b.high};
  if (signed_quotients_.insert(key).second) {
    const Term back = product(whole, b);
    const z3::expr q = whole.e, r = rest.e;
    const z3::expr known = valid(a) && valid(b) && b.e != 0;
    // Nothing is said of a division by 0.
    fact(z3::implies(known, a.e == back.e + r));
    fact(z3::implies(known && a.e >= 0, r >= 0 && r <= a.e));
    fact(z3::implies(known && a.e <= 0, r <= 0 && r >= a.e));
    fact(z3::implies(known && b.e > 0, r < b.e && r > -b.e));
    fact(z3::implies(known && b.e < 0, r < -b.e && r > b.e));
    fact(z3::implies(known && a.e >= 0 && b.e > 0, q >= 0 && q <= a.e));
  }
  return {whole, rest};
}

Term Arithmetic::divide(const Term& a0, const Term& b0, bool is_signed) {
  if (a0.bits <= 1) return anything("division!" + std::to_string(fresh_++), a0.bits);
  if (b0.power >= 0 && !is_number(a0)) return by_table(b0, [&](const Term& b) { return divide(a0, b, is_signed); });
  Term a = is_signed ? as_signed(a0) : as_unsigned(a0);
  const Term b = is_signed ? as_signed(b0) : as_unsigned(b0);
  if (is_number(b)) {
    const Wide d = b.low;
    if (d == 0) return anything("division!" + std::to_string(fresh_++), a.bits);
    if (d == 1) return a;
    if (is_number(a)) return number(a.low / d, a.bits);
    if (a.low >= 0 && d > 0) {
      Term result = make(a.e / literal(d), a.bits, a.low / d, a.high / d, a.divisor % d == 0 ? a.divisor / d : 1);
      result.believed = a.believed;
      map_table(result, a, [&](Wide v) { return v / d; });
      return result;
    }
    const Wide m = magnitude(d);
    const z3::expr towards_zero = z3::ite(a.e >= 0, a.e / literal(m), -((-a.e) / literal(m)));
    const Wide most = std::max(magnitude(a.low), magnitude(a.high)) / m;
    Term result = make(d > 0 ? towards_zero : -towards_zero, a.bits, -most, most, 1);
    result.believed = a.believed;
    return result;
  }
  if (a.low >= 0 && b.low >= 0) return quotient(a, b).first;
  return signed_quotient(a, b).first;
}

Term Arithmetic::remainder(const Term& a0, const Term& b0, bool is_signed) {
  if (a0.bits <= 1) return anything("remainder!" + std::to_string(fresh_++), a0.bits);
  if (b0.power >= 0 && !is_number(a0)) return by_table(b0, [&](const Term& b) { return remainder(a0, b, is_signed); });
  Term a = is_signed ? as_signed(a0) : as_unsigned(a0);
  const Term b = is_signed ? as_signed(b0) : as_unsigned(b0);
  if (is_number(b)) {
    const Wide d = magnitude(b.low);
    if (d == 0) return anything("remainder!" + std::to_string(fresh_++), a.bits);
    if (is_number(a)) return number(a.low % d, a.bits);
    if (a.low >= 0) {
      if (a.high < d) return a;
      Term result = make(z3::mod(a.e, literal(d)), a.bits, 0, d - 1, common_divisor(a.divisor, d));
      map_table(result, a, [&](Wide v) { return v % d; });
      return result;
    }
    return make(z3::ite(a.e >= 0, z3::mod(a.e, literal(d)), -z3::mod(-a.e, literal(d))), a.bits, -(d - 1), d - 1,
                common_divisor(a.divisor, d));
  }
  if (a.low >= 0 && b.low >= 0) return quotient(a, b).second;
  return signed_quotient(a, b).second;
}

Term Arithmetic::shift_left(const Term& a, const Term& b0) {
  if (a.bits <= 1) return anything("shift!" + std::to_string(fresh_++), a.bits);
  if (b0.power >= 0) return by_table(b0, [&](const Term& b) { return shift_left(a, b); });
  const Term b = as_unsigned(b0);
  if (is_number(b)) {
    if (b.low >= a.bits) return anything("shift!" + std::to_string(fresh_++), a.bits);
    return multiply(a, number(power_of_two(static_cast<unsigned>(b.low)), a.bits));
  }
  const unsigned most = static_cast<unsigned>(std::min<Wide>(b.high, a.bits - 1));
  z3::expr power = literal(power_of_two(most));
  for (unsigned i = most; i-- > 0;) power = z3::ite(b.e == static_cast<int>(i), literal(power_of_two(i)), power);
  // Beyond the width anything comes out: it is left to the last power, and a fresh value.
  if (b.high >= a.bits) {
    const Term other = anything("shift!" + std::to_string(fresh_++), a.bits);
    const Term inside = multiply(a, make(power, a.bits, 1, power_of_two(most), 1));
    return choose(b.e < static_cast<int>(a.bits), inside, other);
  }
  return multiply(a, make(power, a.bits, 1, power_of_two(most), 1));
}

Term Arithmetic::shift_right(const Term& a0, const Term& b0, bool arithmetic) {
  if (a0.bits <= 1) return anything("shift!" + std::to_string(fresh_++), a0.bits);
  if (b0.power >= 0) return by_table(b0, [&](const Term& b) { return shift_right(a0, b, arithmetic); });
  const Term a = arithmetic ? as_signed(a0) : as_unsigned(a0);
  const Term b = as_unsigned(b0);
  if (is_number(b) && b.low < a.bits) {
    const Wide d = power_of_two(static_cast<unsigned>(b.low));
    if (is_number(a)) return number(floor_divide(a.low, d), a.bits);
    Term result = make(a.e / literal(d), a.bits, floor_divide(a.low, d), floor_divide(a.high, d), 1);
    result.believed = a.believed;
    map_table(result, a, [&](Wide v) { return floor_divide(v, d); });
    return result;
  }
  if (a.low < 0) return function("shift right", a.bits, {a, b});
  const unsigned most = static_cast<unsigned>(std::min<Wide>(b.high, a.bits - 1));
  Term result = divide(a, number(power_of_two(most), a.bits), false);
  for (unsigned i = most; i-- > 0;) {
    result = choose(b.e == static_cast<int>(i), divide(a, number(power_of_two(i), a.bits), false), result);
  }
  if (b.high < a.bits) return result;
  return choose(b.e < static_cast<int>(a.bits), result, anything("shift!" + std::to_string(fresh_++), a.bits));
}

Term Arithmetic::and_with(const Term& a, Wide mask, unsigned bits) {
  if (mask == 0) return number(0, bits);
  if (mask == power_of_two(bits) - 1) return a;
  if (is_number(a)) {
    return number(static_cast<Wide>(static_cast<unsigned __int128>(a.low) & static_cast<unsigned __int128>(mask)),
                  bits);
  }
  Term sum = number(0, bits);
  for (unsigned i = 0; i < bits;) {
    if (((mask >> i) & 1) == 0) {
      ++i;
      continue;
    }
    unsigned end = i;
    while (end < bits && ((mask >> end) & 1) != 0) ++end;
    Term part = divide(a, number(power_of_two(i), bits), false);
    if (end < bits) part = remainder(part, number(power_of_two(end - i), bits), false);
    sum = add(sum, multiply(part, number(power_of_two(i), bits)));
    i = end;
  }
  sum.high = std::min({sum.high, mask, a.high});
  map_table(sum, a, [&](Wide v) {
    return static_cast<Wide>(static_cast<unsigned __int128>(v) & static_cast<unsigned __int128>(mask));
  });
  return sum;
}

Term Arithmetic::flip(const Term& a0, const Term& b0) {
  const Term a = as_unsigned(a0), b = as_unsigned(b0);
  // No more bits than the larger of both.
  Wide most = 1;
  while (most <= std::max(a.high, b.high)) most *= 2;
  const auto same = [&](const Flip& f) {
    return (z3::eq(f.a, a.e) && z3::eq(f.b, b.e)) || (z3::eq(f.a, b.e) && z3::eq(f.b, a.e));
  };
  const auto known = std::ranges::find_if(flips_, same);
  const bool is_new = known == flips_.end();
  const z3::expr value = is_new ? context_.int_const(("flip!" + std::to_string(flips_.size())).c_str()) : known->value;
  Term result = make(value, a.bits, 0, most - 1, 1);
  result.exact = true;
  result.believed = a.believed || b.believed;
  if (!is_new) return result;
  set_origin(value, a.e, b.e);
  const z3::expr is_valid = valid(a) && valid(b);
  fact(z3::implies(is_valid, value >= 0 && value <= literal(most - 1)));
  Flip found{.a = a.e, .b = b.e, .value = value, .valid = is_valid};
  found.if_b_is = [this, a](Wide mask) {
    return add(a, number(mask, a.bits)).e - multiply(and_with(a, mask, a.bits), number(2, a.bits)).e;
  };
  if (b0.power >= 0 || a0.power >= 0) {
    const Term& power = b0.power >= 0 ? b0 : a0;
    const Term& other = b0.power >= 0 ? a0 : b0;
    found.exact = as_unsigned(by_table(power, [&](const Term& n) { return bitwise(Bitwise::kXor, other, n); })).e;
  }
  flips_.push_back(std::move(found));
  return result;
}

Term Arithmetic::bitwise(Bitwise op, const Term& a0, const Term& b0) {
  if (a0.bits == 1 || a0.e.is_bool() || b0.e.is_bool()) {
    const z3::expr a = condition(a0), b = condition(b0);
    return of_condition(op == Bitwise::kAnd ? (a && b) : op == Bitwise::kOr ? (a || b) : (a != b));
  }
  if (is_number(a0) && !is_number(b0)) return bitwise(op, b0, a0);
  if (op == Bitwise::kXor && !is_number(a0) && !is_number(b0)) return flip(a0, b0);
  if (b0.power >= 0 && !is_number(a0)) return by_table(b0, [&](const Term& b) { return bitwise(op, a0, b); });
  if (a0.power >= 0 && !is_number(b0)) return by_table(a0, [&](const Term& a) { return bitwise(op, b0, a); });
  const Term a = as_unsigned(a0), b = as_unsigned(b0);
  Term both = a;
  if (is_number(b)) {
    both = and_with(a, b.low, a.bits);
  } else {
    // In whatever order.
    const bool swap = Z3_get_ast_id(context_, a.e) > Z3_get_ast_id(context_, b.e);
    both = function("and", a.bits, swap ? std::vector<Term>{b, a} : std::vector<Term>{a, b});
    both.low = 0;
    both.high = std::min(a.high, b.high);
    if (both.high >= power_of_two(a.bits - 1)) return anything("bits!" + std::to_string(fresh_++), a.bits);
    fact(z3::implies(valid(a) && valid(b), both.e >= 0 && both.e <= a.e && both.e <= b.e));
    both.believed = true;
    const Term& by = swap ? a : b;
    const Term& of = swap ? b : a;
    bits_.push_back(
        {of.e, by.e, both.e, valid(a) && valid(b), [this, of](Wide mask) { return and_with(of, mask, of.bits).e; }});
  }
  both.exact = true;
  if (op == Bitwise::kAnd) return both;
  const Term sum = add(a, b);
  Term result = subtract(sum, op == Bitwise::kOr ? both : add(both, both));
  // No more bits than the larger of both.
  Wide most = 1;
  while (most <= std::max(a.high, b.high)) most *= 2;
  result.low = op == Bitwise::kOr ? std::max(a.low, b.low) : 0;
  result.high = most - 1;
  result.exact = true;
  fact(z3::implies(valid(a) && valid(b), result.e >= literal(result.low) && result.e <= literal(result.high)));
  result.believed = result.believed || a.believed || b.believed;
  map_table(result, a, [&](Wide v) {
    const auto x = static_cast<unsigned __int128>(v), y = static_cast<unsigned __int128>(b.low);
    return static_cast<Wide>(op == Bitwise::kOr ? (x | y) : (x ^ y));
  });
  if (!is_number(b)) {
    result.power = -1;
    result.table.clear();
  }
  return result;
}

}  // namespace fencepost::cli::symbolic
