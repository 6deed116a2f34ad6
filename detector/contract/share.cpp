#include "detector/contract/share.h"

#include <limits>
#include <utility>

namespace fencepost::detector {
namespace {

__extension__ using Wide = __int128;

Wide greatest_divisor(Wide a, Wide b) {
  if (a < 0) a = -a;
  if (b < 0) b = -b;
  while (b != 0) a = std::exchange(b, a % b);
  return a;
}

bool fits(Wide value) {
  return value >= std::numeric_limits<std::int64_t>::min() && value <= std::numeric_limits<std::int64_t>::max();
}

struct Ratio {
  std::int64_t numerator = 0, denominator = 1;
};

/// In lowest terms; nullopt if that does not fit. `denominator` is not 0.
std::optional<Ratio> ratio(Wide numerator, Wide denominator) {
  const Wide divisor = greatest_divisor(numerator, denominator) * (denominator < 0 ? -1 : 1);
  numerator /= divisor;
  denominator /= divisor;
  if (!fits(numerator) || !fits(denominator)) return std::nullopt;
  return Ratio{static_cast<std::int64_t>(numerator), static_cast<std::int64_t>(denominator)};
}

/// a + sign · b. Denominators are positive.
std::optional<Ratio> add(const Ratio& a, const Ratio& b, int sign) {
  const Wide shared = greatest_divisor(a.denominator, b.denominator);
  const Wide left = Wide{a.numerator} * (b.denominator / shared);
  const Wide right = Wide{b.numerator} * (a.denominator / shared) * sign;
  Wide numerator = 0;
  if (__builtin_add_overflow(left, right, &numerator)) return std::nullopt;
  return ratio(numerator, Wide{a.denominator} * (b.denominator / shared));
}

std::optional<Share> add(const Share& a, const Share& b, int sign) {
  Share result;
  if (sign > 0 ? __builtin_add_overflow(a.reads, b.reads, &result.reads)
               : __builtin_sub_overflow(a.reads, b.reads, &result.reads)) {
    return std::nullopt;
  }
  result.atomics = a.atomics + sign * b.atomics;               // At most as many as there are clauses and threads.
  if (a.denominator == b.denominator && a.denominator == 1) {  // Nearly always.
    const bool overflows = sign > 0 ? __builtin_add_overflow(a.numerator, b.numerator, &result.numerator)
                                    : __builtin_sub_overflow(a.numerator, b.numerator, &result.numerator);
    return overflows ? std::nullopt : std::optional(result);
  }
  const auto added = add(Ratio{a.numerator, a.denominator}, Ratio{b.numerator, b.denominator}, sign);
  if (!added) return std::nullopt;
  result.numerator = added->numerator;
  result.denominator = added->denominator;
  return result;
}

int sign_of(Wide value) { return value < 0 ? -1 : value > 0 ? 1 : 0; }

}  // namespace

std::optional<Share> Share::of(const contract::Fraction& fraction) {
  if (fraction.denominator == 0) return std::nullopt;
  const auto reduced = ratio(fraction.numerator, fraction.denominator);
  if (!reduced || reduced->numerator < 0) return std::nullopt;
  return Share{reduced->numerator, reduced->denominator, fraction.some ? 1 : 0, fraction.atomic ? 1 : 0};
}

bool Share::is_some() const { return numerator > 0 || (numerator == 0 && reads > 0); }

std::string Share::text() const {
  if (is_nothing()) return "none";
  if (atomics != 0) {
    const Share rest{numerator, denominator, reads};
    return rest.is_nothing() ? "atomic" : rest.text() + " and atomic";
  }
  std::string fraction = std::to_string(numerator);
  if (denominator != 1) fraction += '\\' + std::to_string(denominator);
  if (*this == kAll) fraction = "write";
  if (reads == 0) return fraction;
  if (reads < 0) return "less than " + fraction;
  const std::string several = reads == 1 ? "read" : std::to_string(reads) + " times read";
  return numerator == 0 ? several : fraction + " and " + several;
}

int compare(const Share& a, const Share& b) {
  const int fractions = sign_of(Wide{a.numerator} * b.denominator - Wide{b.numerator} * a.denominator);
  if (fractions != 0) return fractions;
  return a.reads != b.reads ? sign_of(Wide{a.reads} - b.reads) : sign_of(Wide{a.atomics} - b.atomics);
}

std::optional<Share> sum(const Share& a, const Share& b) { return add(a, b, 1); }
std::optional<Share> difference(const Share& a, const Share& b) { return add(a, b, -1); }

}  // namespace fencepost::detector

namespace fencepost::contract {
namespace {

using detector::Ratio;
using detector::Wide;

Fraction exact(const std::optional<Ratio>& value, bool some) {
  if (!value) throw NoValue{NoValue::Why::kUndefined, "a fraction that takes more than 64 bits"};
  return {value->numerator, value->denominator, some};
}

void need_fraction(const Fraction& f) {
  if (f.denominator == 0) throw NoValue{NoValue::Why::kUndefined, "a fraction with denominator 0"};
}

void need_no_atomic(const Fraction& a, const Fraction& b) {
  if (a.atomic || b.atomic) throw NoValue{NoValue::Why::kUndefined, "a part or a sum of `atomic`"};
}

/// Of a product or quotient, whose `read` would be a part of ε.
void need_no_read(const Fraction& a, const Fraction& b) {
  need_fraction(a);
  need_fraction(b);
  need_no_atomic(a, b);
  if (a.some || b.some) throw NoValue{NoValue::Why::kUndefined, "a part of `read`"};
}

Fraction added(Fraction a, Fraction b, int sign) {
  need_fraction(a);
  need_fraction(b);
  need_no_atomic(a, b);
  if (a.some && b.some) throw NoValue{NoValue::Why::kUndefined, "a sum of two `read`"};
  if (sign < 0 && b.some) throw NoValue{NoValue::Why::kUndefined, "a share less `read`"};
  return exact(detector::add(Ratio{a.numerator, a.denominator}, Ratio{b.numerator, b.denominator}, sign),
               a.some || b.some);
}

}  // namespace

Fraction divided(Fraction a, Fraction b) {
  need_no_read(a, b);
  if (b.numerator == 0) throw NoValue{NoValue::Why::kUndefined, "a fraction with denominator 0"};
  return exact(detector::ratio(Wide{a.numerator} * b.denominator, Wide{a.denominator} * b.numerator), false);
}

Fraction operator+(Fraction a, Fraction b) { return added(a, b, 1); }
Fraction operator-(Fraction a, Fraction b) { return added(a, b, -1); }

Fraction operator*(Fraction a, Fraction b) {
  need_no_read(a, b);
  return exact(detector::ratio(Wide{a.numerator} * b.numerator, Wide{a.denominator} * b.denominator), false);
}

int compare(Fraction a, Fraction b) {
  need_fraction(a);
  need_fraction(b);
  const auto first = detector::Share{a.numerator, a.denominator, a.some ? 1 : 0, a.atomic ? 1 : 0};
  const auto second = detector::Share{b.numerator, b.denominator, b.some ? 1 : 0, b.atomic ? 1 : 0};
  return detector::compare(first, second);
}

}  // namespace fencepost::contract
