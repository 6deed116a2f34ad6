// The slow definition of a correctly rounded 16-bit floating-point result: a binary search among all numbers of the
// format, each comparison in exact arithmetic.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace fencepost::oracle {

/// A sum of doubles, exact between 2^-1074 and 2^1024.
class ExactSum {
 public:
  ExactSum& add(double value) {
    int exponent = 0;
    const auto digits = static_cast<std::int64_t>(std::ldexp(std::frexp(value, &exponent), 53));
    int place = exponent - 53 + kLowest;  // Of the last digit.
    std::int64_t rest = digits < 0 ? -digits : digits;
    const std::int64_t sign = digits < 0 ? -1 : 1;
    if (place < 0) {  // Below 2^-1074 a double has no digits.
      rest >>= -place;
      place = 0;
    }
    const auto limb = static_cast<std::size_t>(place / 32);
    const auto wide = static_cast<unsigned __int128>(rest) << (place % 32);
    for (std::size_t i = 0; i < 4; ++i) {
      limbs_.at(limb + i) += sign * static_cast<std::int64_t>(static_cast<std::uint32_t>(wide >> (32 * i)));
    }
    return *this;
  }

  /// -1, 0 or 1.
  [[nodiscard]] int sign() const {
    std::int64_t carry = 0;
    bool any = false;
    for (const std::int64_t limb : limbs_) {
      const std::int64_t sum = limb + carry;
      const auto low = static_cast<std::uint32_t>(sum);
      any |= low != 0;
      carry = (sum - low) / (std::int64_t{1} << 32);
    }
    return carry < 0 ? -1 : any || carry > 0 ? 1 : 0;
  }

 private:
  static constexpr int kLowest = 1088;
  std::array<std::int64_t, 72> limbs_{};
};

enum class Direction { kNearestEven, kZero, kUp, kDown };

/// A binary format of 16 bits with one sign bit: half has 10 bits of fraction, bfloat16 7.
struct NarrowFormat {
  int fraction;

  [[nodiscard]] int bias() const { return (1 << (14 - fraction)) - 1; }
  [[nodiscard]] unsigned infinity() const { return 0x8000U - (1U << fraction); }
  [[nodiscard]] bool is_nan(unsigned bits) const { return (bits & 0x7fffU) > infinity(); }

  /// The value of a number; of infinity's bits what would follow the greatest number.
  [[nodiscard]] double value(unsigned bits) const {
    const unsigned magnitude = bits & 0x7fffU;
    const unsigned field = magnitude >> fraction;
    const unsigned digits = magnitude & ((1U << fraction) - 1);
    const double result = field == 0
                              ? std::ldexp(digits, 1 - bias() - fraction)
                              : std::ldexp((1U << fraction) + digits, static_cast<int>(field) - bias() - fraction);
    return (bits & 0x8000U) != 0 ? -result : result;
  }

  /// `compare(t)` is the sign of the exact magnitude of the result minus t.
  template <class Compare>
  [[nodiscard]] unsigned round(bool negative, Direction direction, Compare compare) const {
    unsigned low = 0;  // The greatest number that is not above the result.
    unsigned end = infinity();
    while (end - low > 1) {
      const unsigned middle = (low + end) / 2;
      (compare(value(middle)) >= 0 ? low : end) = middle;
    }
    unsigned magnitude = low;
    if (compare(value(low)) != 0) {
      const int half = compare((value(low) + value(low + 1)) / 2);
      const bool up = direction == Direction::kNearestEven
                          ? half > 0 || (half == 0 && (low & 1) != 0)
                          : direction == (negative ? Direction::kDown : Direction::kUp);
      if (up) ++magnitude;
    }
    return (negative ? 0x8000U : 0) | magnitude;
  }

  /// The sum of doubles, which is not 0.
  [[nodiscard]] unsigned round(const ExactSum& sum, Direction direction) const {
    const bool negative = sum.sign() < 0;
    return round(negative, direction, [&](double t) {
      ExactSum difference = sum;
      return negative ? -difference.add(t).sign() : difference.add(-t).sign();
    });
  }
};

}  // namespace fencepost::oracle
