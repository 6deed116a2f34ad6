// Fractions of a permission, as contracts write them: 1\2, read, write.
#pragma once

#include <stdint.h>

#include <type_traits>

namespace fencepost::contract {

/// Thrown while a clause is evaluated, caught by its Evaluation: it has no value in this run.
struct NoValue {
  enum class Why : uint8_t {
    kUnset,      ///< It depends on a ghost variable that nothing but assumptions define, or on an abstract function.
    kOutside,    ///< An index outside of a sequence.
    kUndefined,  ///< Division by zero, fraction without meaning, memory that is not the device's.
  };
  Why why;
  const char* what;  ///< The variable's or function's name, or what was done: "a division by zero". Static.
};

/// Throws it: device code of clang's has no type information of its own to throw with.
[[noreturn]] void no_value(NoValue::Why why, const char* what);

/// A share of the permission for a location: 0 < numerator / denominator <= 1 where it is granted. Exact.
struct Fraction {
  int64_t numerator = 0, denominator = 1;  ///< Denominator 0: it cannot be said exactly in 64 bits.
  bool some = false;                       ///< `read`: a share smaller than every fraction, beside the fraction.
  bool atomic = false;                     ///< `atomic`: no share, but leave to change it by atomic operations.
};
inline constexpr Fraction kNone{0, 1, false}, kWrite{1, 1, false}, kRead{0, 1, true}, kAtomic{0, 1, false, true};

/// Numbers become fractions: `Perm(x, 1)`.
constexpr Fraction fraction(Fraction f) { return f; }
template <class T, class = std::enable_if_t<std::is_integral_v<T>>>
constexpr Fraction fraction(T whole) {
  return {static_cast<int64_t>(whole), 1, false};
}

/// a / b of fractions; a zero divisor, and what is not exact in 64 bits, throws NoValue. `read` and `atomic` have no
/// part.
Fraction divided(Fraction a, Fraction b);
/// `a \ b`; a may be `write`.
template <class A, class B>
Fraction divide(A a, B b) {
  return divided(fraction(a), fraction(b));
}
/// Exact, or NoValue.
Fraction operator+(Fraction a, Fraction b);
Fraction operator-(Fraction a, Fraction b);
Fraction operator*(Fraction a, Fraction b);
/// Negative, 0, positive.
int compare(Fraction a, Fraction b);

}  // namespace fencepost::contract
