#include "cli/symbolic/arithmetic.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace fencepost::cli::symbolic {
namespace {

constexpr Wide kMost = static_cast<Wide>(1) << 100;  // Ranges do not grow beyond.
constexpr unsigned kFewBits = 16;                    // Values that are cut to so many often do not fit.
constexpr Wide kLargeDivisor = static_cast<Wide>(1) << 40;

Wide clamped(Wide value) { return std::clamp(value, -kMost, kMost); }

Wide saturating_product(Wide a, Wide b) {
  if (a == 0 || b == 0) return 0;
  if (magnitude(a) > kMost / magnitude(b)) return (a < 0) == (b < 0) ? kMost : -kMost;
  return a * b;
}

/// It is in the range of signed integers of so many bits, or of unsigned ones.
bool fits(const Term& term, unsigned bits) {
  if (bits == 0) return true;
  const Wide all = power_of_two(bits);
  return (term.low >= -all / 2 && term.high < all / 2) || (term.low >= 0 && term.high < all);
}

std::pair<Wide, Wide> range_of_product(const Term& a, const Term& b) {
  return std::minmax({saturating_product(a.low, b.low), saturating_product(a.low, b.high),
                      saturating_product(a.high, b.low), saturating_product(a.high, b.high)});
}

Wide divisor_of_product(const Term& a, const Term& b) {
  return std::min(saturating_product(a.divisor, b.divisor), kLargeDivisor * kLargeDivisor);
}

/// Of `3 * x` it is x, and 3 that `factor` is multiplied by.
Term without_factor(Term term, Wide& factor) {
  constexpr unsigned kTwo = 2;
  while (term.e.is_app() && term.e.decl().decl_kind() == Z3_OP_MUL && term.e.num_args() == kTwo) {
    std::int64_t number = 0;
    const bool is_first = term.e.arg(0).is_numeral_i64(number);
    if (!is_first && !term.e.arg(1).is_numeral_i64(number)) break;
    if (number <= 0 || factor > kLargeDivisor / number) break;
    term.e = z3::expr(term.e.arg(is_first ? 1 : 0));
    // Rounded towards what is in between.
    term.low = term.low / number + (term.low > 0 && term.low % number != 0 ? 1 : 0);
    term.high = term.high / number - (term.high < 0 && term.high % number != 0 ? 1 : 0);
    term.divisor /= common_divisor(term.divisor, number);
    term.power = -1;
    term.table.clear();
    factor *= number;
  }
  return term;
}

/// A product of the two, which may have been put together otherwise, with what is known by them.
Term narrowed(Term product, const Term& a, const Term& b) {
  const auto [low, high] = range_of_product(a, b);
  product.bits = a.bits;
  product.low = std::max(product.low, low);
  product.high = std::min(product.high, high);
  product.divisor = std::max(product.divisor, divisor_of_product(a, b));
  product.believed = product.believed || a.believed || b.believed;
  return product;
}

}  // namespace

z3::expr Arithmetic::literal(Wide value) {
  const bool negative = value < 0;
  std::string digits;
  for (Wide rest = magnitude(value); rest != 0 || digits.empty(); rest /= 10) {
    digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
  }
  return context_.int_val(((negative ? "-" : "") + digits).c_str());
}

Term Arithmetic::make(z3::expr e, unsigned bits, Wide low, Wide high, Wide divisor) {
  return {.e = std::move(e), .bits = bits, .low = clamped(low), .high = clamped(high), .divisor = divisor, .table = {}};
}

Term Arithmetic::number(Wide value, unsigned bits) {
  if (bits == 1) return of_condition(context_.bool_val(value != 0));
  return make(literal(value), bits, value, value, value == 0 ? kLargeDivisor : magnitude(value));
}

Term Arithmetic::variable(const std::string& name, unsigned bits, Wide low, Wide high) {
  const z3::expr e = context_.int_const(name.c_str());
  fact(e >= literal(low));
  fact(e <= literal(high));
  return make(e, bits, low, high, 1);
}

z3::expr Arithmetic::valid(const Term& term) {
  if (!term.believed || term.e.is_bool()) return context_.bool_val(true);
  return term.e >= literal(term.low) && term.e <= literal(term.high);
}

void Arithmetic::assume_range(const Term& term) {
  if (!when_) return;
  // What it asks for may set another.
  const std::function<z3::expr()> when = std::exchange(when_, {});
  rule(z3::implies(when(), valid(term)));
  when_ = when;
}

Term Arithmetic::anything(const std::string& name, unsigned bits) {
  if (bits == 1) return of_condition(context_.bool_const(name.c_str()));
  if (bits == 0) return make(context_.int_const(name.c_str()), 0, -kMost, kMost, 1);
  return variable(name, bits, -power_of_two(bits - 1), power_of_two(bits - 1) - 1);
}

Term Arithmetic::one_of(const std::string& name, unsigned bits, std::vector<Wide> values) {
  const auto [low, high] = std::ranges::minmax(values);
  Term term = variable(name, bits, low, high);
  for (std::size_t i = 0; i < powers_.size(); ++i) {
    if (!z3::eq(powers_[i].variable, term.e)) continue;
    term.power = static_cast<int>(i);
    term.table = powers_[i].values;
    return term;
  }
  term.power = static_cast<int>(powers_.size());
  term.table = values;
  powers_.push_back({term.e, std::move(values)});
  return term;
}

Term Arithmetic::function(const std::string& name, unsigned bits, const std::vector<Term>& arguments) {
  z3::sort_vector sorts(context_);
  z3::expr_vector values(context_);
  for (const Term& argument : arguments) {
    sorts.push_back(context_.int_sort());
    values.push_back(argument.bits == 0 ? argument.e : as_signed(as_integer(argument)).e);
  }
  const z3::func_decl declared =
      context_.function((name + "/" + std::to_string(arguments.size())).c_str(), sorts, context_.int_sort());
  const z3::expr e = declared(values);
  if (bits == 0) return make(e, 0, -kMost, kMost, 1);
  if (bits == 1) return of_condition(e != 0);
  fact(e >= literal(-power_of_two(bits - 1)));
  fact(e < literal(power_of_two(bits - 1)));
  return make(e, bits, -power_of_two(bits - 1), power_of_two(bits - 1) - 1, 1);
}

Term Arithmetic::as_integer(const Term& term) {
  if (!term.e.is_bool()) return term;
  return make(z3::ite(term.e, context_.int_val(1), context_.int_val(0)), std::max(term.bits, 2U), 0, 1, 1);
}

z3::expr Arithmetic::condition(const Term& term) { return term.e.is_bool() ? term.e : term.e != 0; }

Term Arithmetic::of_condition(const z3::expr& condition) { return make(condition, 1, 0, 1, 1); }

Term Arithmetic::as_signed(const Term& term) {
  if (term.bits <= 1) return term;
  const Wide all = power_of_two(term.bits), half = all / 2;
  if (term.low >= -half && term.high < half) return term;
  Term result = term;
  result.power = -1;
  result.table.clear();
  result.low = -half;
  result.high = half - 1;
  if (is_number(term)) {
    const Wide value = ((term.low % all) + all + half) % all - half;
    return number(value, term.bits);
  }
  if (wrapping_ == Wrapping::kAssumedNot && !term.exact) {
    assumed_no_wrap_ = true;
    result.believed = true;
    result.low = std::max(term.low, -half);
    result.high = std::min(term.high, half - 1);
    result.table = term.table;
    result.power = term.power;
    assume_range(result);
    return result;
  }
  result.divisor = common_divisor(term.divisor, all);
  if (term.low >= -half && term.high < half + all) {
    result.e = z3::ite(term.e < literal(half), term.e, term.e - literal(all));
  } else if (term.low >= -half - all && term.high < half) {
    result.e = z3::ite(term.e >= literal(-half), term.e, term.e + literal(all));
  } else {
    result.e = z3::mod(term.e + literal(half), literal(all)) - literal(half);
  }
  return result;
}

Term Arithmetic::as_unsigned(const Term& term) {
  if (term.bits <= 1) return term;
  const Wide all = power_of_two(term.bits);
  if (term.low >= 0 && term.high < all) return term;
  Term result = term;
  result.power = -1;
  result.table.clear();
  result.low = 0;
  result.high = all - 1;
  if (is_number(term)) return number(((term.low % all) + all) % all, term.bits);
  if (wrapping_ == Wrapping::kAssumedNot && term.high >= all && !term.exact) {
    assumed_no_wrap_ = true;
    Term bounded = term;
    bounded.believed = true;
    bounded.high = all - 1;
    assume_range(bounded);
    return as_unsigned(bounded);
  }
  result.divisor = common_divisor(term.divisor, all);
  result.exact = true;
  if (term.low >= -all && term.high < all) {
    result.e = z3::ite(term.e >= 0, term.e, term.e + literal(all));
  } else if (term.low >= 0 && term.high < 2 * all) {
    result.e = z3::ite(term.e < literal(all), term.e, term.e - literal(all));
  } else {
    result.e = z3::mod(term.e, literal(all));
  }
  return result;
}

Term Arithmetic::believed(Term term, bool is_signed) {
  if (term.bits <= 1) return term;
  const Wide all = power_of_two(term.bits);
  const Wide low = is_signed ? -all / 2 : 0, high = is_signed ? all / 2 - 1 : all - 1;
  if (term.low >= low && term.high <= high) return term;
  term.low = std::max(term.low, low);
  term.high = std::min(term.high, high);
  term.believed = true;
  return term;
}

Term Arithmetic::add(const Term& a, const Term& b) {
  if (a.bits == 1 || b.bits == 1) return of_condition(condition(a) != condition(b));
  Term result = make(a.e + b.e, a.bits, a.low + b.low, a.high + b.high, common_divisor(a.divisor, b.divisor));
  result.believed = a.believed || b.believed;
  if (is_number(a) && is_number(b)) return number(a.low + b.low, a.bits);
  if (is_number(b) && b.low == 0) return a;
  if (is_number(a) && a.low == 0) return b;
  if (is_number(b)) map_table(result, a, [&](Wide v) { return v + b.low; });
  if (is_number(a)) map_table(result, b, [&](Wide v) { return v + a.low; });
  return result;
}

Term Arithmetic::subtract(const Term& a, const Term& b) {
  if (a.bits == 1 || b.bits == 1) return of_condition(condition(a) != condition(b));
  if (is_number(a) && is_number(b)) return number(a.low - b.low, a.bits);
  if (is_number(b) && b.low == 0) return a;
  Term result = make(a.e - b.e, a.bits, a.low - b.high, a.high - b.low, common_divisor(a.divisor, b.divisor));
  result.believed = a.believed || b.believed;
  result.exact = fits(a, a.bits) && fits(b, a.bits);
  if (is_number(b)) map_table(result, a, [&](Wide v) { return v - b.low; });
  if (is_number(a)) map_table(result, b, [&](Wide v) { return a.low - v; });
  return result;
}

Term Arithmetic::product(const Term& a, const Term& b) {
  const auto [low, high] = range_of_product(a, b);
  const Wide divisor = divisor_of_product(a, b);
  if (is_number(a) || is_number(b)) {
    if (is_number(a) && is_number(b)) return number(a.low * b.low, a.bits);
    Term result = make(is_number(a) ? literal(a.low) * b.e : a.e * literal(b.low), a.bits, low, high, divisor);
    result.believed = a.believed || b.believed;
    if (is_number(b)) map_table(result, a, [&](Wide v) { return saturating_product(v, b.low); });
    if (is_number(a)) map_table(result, b, [&](Wide v) { return saturating_product(v, a.low); });
    return result;
  }
  // Where 3 * x grows, it grows by three, and so does what it is multiplied by.
  Wide factor = 1;
  const Term one = without_factor(a, factor), other = without_factor(b, factor);
  if (factor != 1) return narrowed(product(number(factor, a.bits), product(one, other)), a, b);
  // What both threads multiply by is put together: (x + 1) * (w * h) is at least x * (w * h) + w * h, of (x * w) * h
  // and ((x + 1) * w) * h no such thing is seen. A power is left where it is: once it is chosen all is linear.
  const Origin of_a = origin(a.e), of_b = origin(b.e);
  if ((of_a.of_thread && of_b.of_thread) || of_a.has_power || of_b.has_power) return product_as_is(a, b);
  if (!of_a.of_thread && !of_b.of_thread) return shared_product(a, b);
  if (of_b.of_thread) return product(b, a);
  const auto known = split_.find(Z3_get_ast_id(context_, a.e));
  if (known == split_.end()) {
    Term result = product_as_is(a, b);
    split_.try_emplace(Z3_get_ast_id(context_, result.e), a, b);
    return result;
  }
  const auto [own, shared] = known->second;
  Term result = product_as_is(own, shared_product(shared, b));
  split_.try_emplace(Z3_get_ast_id(context_, result.e), own, shared_product(shared, b));
  return narrowed(result, a, b);
}

Term Arithmetic::product_as_is(const Term& a, const Term& b) {
  if (Z3_get_ast_id(context_, a.e) > Z3_get_ast_id(context_, b.e)) return product_as_is(b, a);
  const auto [low, high] = range_of_product(a, b);
  const ProductKey key = {Z3_get_ast_id(context_, a.e), Z3_get_ast_id(context_, b.e), a.low, a.high, b.low, b.high};
  const auto [place, is_new] = product_of_.try_emplace(key, products_.size());
  if (is_new) {
    const z3::expr value = context_.int_const(("product!" + std::to_string(products_.size())).c_str());
    products_.push_back({a.e, b.e, value, a.low, a.high, b.low, b.high, valid(a) && valid(b)});
    fact(value >= literal(low));
    fact(value <= literal(high));
    set_origin(value, a.e, b.e);
  }
  Term result = make(products_[place->second].value, a.bits, low, high, divisor_of_product(a, b));
  result.believed = a.believed || b.believed;
  return result;
}

Term Arithmetic::shared_product(const Term& a, const Term& b) {
  constexpr std::size_t kThree = 3;
  const auto factors_of = [&](const Term& term) {
    const auto known = shared_factors_.find(Z3_get_ast_id(context_, term.e));
    return known == shared_factors_.end() ? std::vector<Term>{term} : known->second;
  };
  std::vector<Term> factors = factors_of(a);
  std::ranges::move(factors_of(b), std::back_inserter(factors));
  if (factors.size() == kThree) return product_of_three(a, b, std::move(factors));
  Term result = product_as_is(a, b);
  shared_factors_.try_emplace(Z3_get_ast_id(context_, result.e), std::move(factors));
  return result;
}

/// It is one value, however its factors are put together. Which ranges are believed of what is made of two of them is
/// none of its business: these may be another's, who never ran.
Term Arithmetic::product_of_three(const Term& a, const Term& b, std::vector<Term> factors) {
  const auto id = [&](const Term& term) { return Z3_get_ast_id(context_, term.e); };
  std::ranges::sort(factors, {}, id);
  std::vector<Factor> key;
  key.reserve(factors.size());
  for (const Term& factor : factors) key.emplace_back(id(factor), factor.low, factor.high);
  const auto known = product_of_three_.find(key);
  if (known != product_of_three_.end()) return narrowed(known->second, a, b);
  const Term value = product_as_is(product_as_is(factors[0], factors[1]), factors[2]);
  shared_factors_.try_emplace(id(value), factors);
  z3::expr is_valid = context_.bool_val(true);
  for (const Term& factor : factors) is_valid = is_valid && valid(factor);
  for (const std::size_t i : {0U, 1U}) {
    const Term& one = factors[i];
    const Term others = product_as_is(factors[1 - i], factors[2]);
    products_.push_back({one.e, others.e, value.e, one.low, one.high, others.low, others.high, is_valid});
  }
  product_of_three_.try_emplace(std::move(key), value);
  return narrowed(value, a, b);
}

const Arithmetic::Origin& Arithmetic::origin(const z3::expr& e) {
  const unsigned id = Z3_get_ast_id(context_, e);
  if (const auto known = origins_.find(id); known != origins_.end()) return known->second;
  Origin result{.of = e};
  if (e.is_const() && !e.is_numeral()) {
    const std::string name = e.decl().name().str();
    result.of_thread = name.ends_with(".1") || name.ends_with(".2");
    result.has_power = std::ranges::any_of(powers_, [&](const Power& power) { return z3::eq(power.variable, e); });
  }
  for (unsigned i = 0; e.is_app() && i < e.num_args(); ++i) {
    const Origin& part = origin(e.arg(i));
    result.of_thread = result.of_thread || part.of_thread;
    result.has_power = result.has_power || part.has_power;
  }
  return origins_.emplace(id, std::move(result)).first->second;
}

void Arithmetic::set_origin(const z3::expr& variable, const z3::expr& a, const z3::expr& b) {
  const Origin of_a = origin(a), of_b = origin(b);
  origins_.insert_or_assign(Z3_get_ast_id(context_, variable),
                            Origin{variable, of_a.of_thread || of_b.of_thread, of_a.has_power || of_b.has_power});
}

Term Arithmetic::multiply(const Term& a, const Term& b) {
  if (a.bits == 1 || b.bits == 1) return of_condition(condition(a) && condition(b));
  return product(a, b);
}

Term Arithmetic::choose(const z3::expr& condition_of, const Term& a, const Term& b) {
  if (condition_of.is_true()) return a;
  if (condition_of.is_false()) return b;
  if (a.e.is_bool() || b.e.is_bool()) {
    return of_condition((condition_of && condition(a)) || (!condition_of && condition(b)));
  }
  if (z3::eq(a.e, b.e)) {
    Term same = a;
    same.low = std::min(a.low, b.low);
    same.high = std::max(a.high, b.high);
    same.believed = a.believed || b.believed;
    return same;
  }
  Term result = make(z3::ite(condition_of, a.e, b.e), a.bits, std::min(a.low, b.low), std::max(a.high, b.high),
                     common_divisor(a.divisor, b.divisor));
  result.exact = a.exact || b.exact;
  result.believed = a.believed || b.believed;
  return result;
}

Term Arithmetic::cut(Term term, unsigned bits) {
  if (bits == 1 && !term.e.is_bool()) {
    term.e = z3::mod(term.e, term.e.ctx().int_val(2)) != 0;
    term.low = 0;
    term.high = 1;
    term.power = -1;
    term.table.clear();
    term.divisor = 1;
  }
  term.bits = bits;
  if (bits <= 1 || bits > kFewBits || fits(term, bits) || is_number(term)) return term;
  const Wide all = power_of_two(bits);
  Term result = make(z3::mod(term.e, literal(all)), bits, 0, all - 1, common_divisor(term.divisor, all));
  map_table(result, term, [&](Wide v) { return ((v % all) + all) % all; });
  return result;
}

Term Arithmetic::resized(Term term, unsigned bits) {
  term.bits = bits;
  return term;
}

z3::expr Arithmetic::equal(const Term& a0, const Term& b0) {
  if (a0.e.is_bool() || b0.e.is_bool()) return condition(a0) == condition(b0);
  if (a0.bits <= 1) return a0.e == b0.e;
  const Wide all = power_of_two(a0.bits);
  const auto fits = [&](const Term& t, Wide low, Wide high) { return t.low >= low && t.high <= high; };
  const bool is_signed = fits(a0, -all / 2, all / 2 - 1) && fits(b0, -all / 2, all / 2 - 1);
  const bool is_unsigned = fits(a0, 0, all - 1) && fits(b0, 0, all - 1);
  if (is_signed || is_unsigned) return a0.e == b0.e;
  // The view that fewer have to be cut for.
  const bool prefers_unsigned = fits(a0, 0, all - 1) || fits(b0, 0, all - 1);
  if (prefers_unsigned) return as_unsigned(a0).e == as_unsigned(b0).e;
  return as_signed(a0).e == as_signed(b0).e;
}

z3::expr Arithmetic::less(const Term& a0, const Term& b0, bool is_signed, bool or_equal) {
  if (a0.e.is_bool() || b0.e.is_bool()) {
    // As integers of one bit: 1 is -1 if signed.
    const z3::expr a = condition(a0), b = condition(b0);
    const z3::expr below = is_signed ? (a && !b) : (!a && b);
    return or_equal ? (below || a == b) : below;
  }
  const Term a = is_signed ? as_signed(a0) : as_unsigned(a0);
  const Term b = is_signed ? as_signed(b0) : as_unsigned(b0);
  return or_equal ? a.e <= b.e : a.e < b.e;
}

}  // namespace fencepost::cli::symbolic
