// Arithmetic in asm statements (PTX ISA, "Floating-Point", "Half Precision Floating-Point"). Included by
// fencepost_ptx.h.
//
// Each operation is defined for one number and its modifiers; pairs do it twice.
#pragma once

#include "fencepost_intrinsics.h"
#include "fencepost_narrow.h"
#include "fencepost_rounding.h"
#include "math_functions.h"

namespace fencepost_ptx {

namespace narrow = fencepost_rt::narrow;

// --- What numbers are ------------------------------------------------------------------------------------------------

template <class T>
inline constexpr bool kIsInteger = false;
template <>
inline constexpr bool kIsInteger<u8> = true;
template <>
inline constexpr bool kIsInteger<s8> = true;
template <>
inline constexpr bool kIsInteger<u16> = true;
template <>
inline constexpr bool kIsInteger<s16> = true;
template <>
inline constexpr bool kIsInteger<u32> = true;
template <>
inline constexpr bool kIsInteger<s32> = true;
template <>
inline constexpr bool kIsInteger<u64> = true;
template <>
inline constexpr bool kIsInteger<s64> = true;

template <class T>
struct format_of {
  using type = narrow::HalfFormat;
};
template <>
struct format_of<bf16> {
  using type = narrow::BrainFormat;
};
template <>
struct format_of<e4m3x2> {
  using type = narrow::E4M3Format;
};
template <>
struct format_of<e5m2x2> {
  using type = narrow::E5M2Format;
};
template <>
struct format_of<e2m3x2> {
  using type = narrow::E2M3Format;
};
template <>
struct format_of<e3m2x2> {
  using type = narrow::E3M2Format;
};
template <>
struct format_of<e2m1x2> {
  using type = narrow::E2M1Format;
};
template <class T>
using format = typename format_of<T>::type;

template <class T>
inline constexpr bool kIsNarrow = __is_same(T, f16) || __is_same(T, bf16);
template <class T>
inline constexpr bool kIsPair = __is_same(T, f16x2) || __is_same(T, bf16x2) || __is_same(T, f32x2);

FENCEPOST_PTX float wide(f16 a) { return narrow::to_float<narrow::HalfFormat>(a.bits); }
FENCEPOST_PTX float wide(bf16 a) { return narrow::to_float<narrow::BrainFormat>(a.bits); }
FENCEPOST_PTX float wide(float a) { return a; }
FENCEPOST_PTX double wide(double a) { return a; }

/// `op(a, …)` of each number of a T.
template <class T, class Operation, class... Operands>
FENCEPOST_PTX T for_each_number(Operation op, const Operands&... operands) {
  if constexpr (kIsPair<T>) {
    return T{op(operands.low...), op(operands.high...)};
  } else {
    return op(operands...);
  }
}

template <class T>
FENCEPOST_PTX T without_subnormal(T value) {
  if constexpr (__is_same(T, float)) {
    return __builtin_fabsf(value) < 1.17549435e-38F ? __builtin_copysignf(0.0F, value) : value;
  } else if constexpr (kIsNarrow<T>) {
    const bool normal = (value.bits & format<T>::kInfinity) != 0;
    return {static_cast<unsigned short>(normal ? value.bits : value.bits & 0x8000U)};
  } else {
    return __builtin_fabs(value) < 0x1p-1022 ? __builtin_copysign(0.0, value) : value;
  }
}
template <class Form, class T>
FENCEPOST_PTX T operand_of(T value) {
  if constexpr (Form::has(modifiers::ftz)) return without_subnormal(value);
  return value;
}
/// `.sat`: within [0, 1], NaN becomes +0. `.relu`: not below 0, NaN canonical.
template <class Form, class T>
FENCEPOST_PTX T result_of(T value) {
  if constexpr (Form::has(modifiers::ftz)) value = without_subnormal(value);
  if constexpr (kIsNarrow<T>) {
    if constexpr (Form::has(modifiers::sat)) return {narrow::saturated<format<T>>(value.bits)};
    if constexpr (Form::has(modifiers::relu)) return {narrow::rectified<format<T>>(value.bits)};
    return value;
  } else {
    if constexpr (Form::has(modifiers::sat)) return value > 0 ? (value < 1 ? value : T(1)) : T(0);
    return value;
  }
}

/// Calls one of four functions by the rounding of Form.
#define FENCEPOST_PTX_ROUND(name, ...)                 \
  (Form::has(modifiers::rz)   ? name##_rz(__VA_ARGS__) \
   : Form::has(modifiers::rm) ? name##_rd(__VA_ARGS__) \
   : Form::has(modifiers::rp) ? name##_ru(__VA_ARGS__) \
                              : name##_rn(__VA_ARGS__))

template <class Form>
inline constexpr bool kRoundsToNearest = !Form::has(modifiers::rz | modifiers::rm | modifiers::rp);

// --- Arithmetic ------------------------------------------------------------------------------------------------------

/// Integers wrap, or, with .sat, end at the bounds of their type.
template <class Form, class T, class Step>
FENCEPOST_PTX T of_integers(T a, T b, Step step) {
  if constexpr (Form::has(modifiers::sat)) {
    const s64 exact = step(static_cast<s64>(a), static_cast<s64>(b));
    using Range = narrow::IntegerRange<T>;
    if (exact > static_cast<s64>(Range::kGreatest)) return Range::kGreatest;
    if (exact < static_cast<s64>(Range::kLeast)) return Range::kLeast;
    return static_cast<T>(exact);
  } else {
    return static_cast<T>(step(static_cast<u64>(a), static_cast<u64>(b)));
  }
}

struct plus {
  template <class Form, class T>
  static FENCEPOST_PTX T of(T a, T b) {
    if constexpr (kIsInteger<T>) {
      return of_integers<Form>(a, b, [](auto x, auto y) { return x + y; });
    } else if constexpr (kIsNarrow<T>) {
      return {narrow::multiply_add<format<T>>(wide(a), 1.0F, wide(b))};
    } else if constexpr (kRoundsToNearest<Form>) {
      return a + b;
    } else if constexpr (sizeof(T) == 4) {
      return FENCEPOST_PTX_ROUND(__fadd, a, b);
    } else {
      return FENCEPOST_PTX_ROUND(__dadd, a, b);
    }
  }
};
struct minus {
  template <class Form, class T>
  static FENCEPOST_PTX T of(T a, T b) {
    if constexpr (kIsInteger<T>) {
      return of_integers<Form>(a, b, [](auto x, auto y) { return x - y; });
    } else if constexpr (kIsNarrow<T>) {
      return {narrow::multiply_add<format<T>>(wide(b), -1.0F, wide(a))};
    } else if constexpr (kRoundsToNearest<Form>) {
      return a - b;
    } else if constexpr (sizeof(T) == 4) {
      return FENCEPOST_PTX_ROUND(__fsub, a, b);
    } else {
      return FENCEPOST_PTX_ROUND(__dsub, a, b);
    }
  }
};
struct times {
  template <class Form, class T>
  static FENCEPOST_PTX T of(T a, T b) {
    if constexpr (kIsNarrow<T>) {
      return {narrow::multiply_add<format<T>>(wide(a), wide(b), -0.0F)};
    } else if constexpr (kRoundsToNearest<Form>) {
      return a * b;
    } else if constexpr (sizeof(T) == 4) {
      return FENCEPOST_PTX_ROUND(__fmul, a, b);
    } else {
      return FENCEPOST_PTX_ROUND(__dmul, a, b);
    }
  }
};
struct divided {
  template <class Form, class T>
  static FENCEPOST_PTX T of(T a, T b) {
    if constexpr (kIsInteger<T>) {
      return static_cast<T>(a / b);
    } else if constexpr (Form::has(modifiers::approx) && sizeof(T) == 4) {
      return __fdividef(a, b);
    } else if constexpr (kRoundsToNearest<Form>) {
      return a / b;
    } else if constexpr (sizeof(T) == 4) {
      return FENCEPOST_PTX_ROUND(__fdiv, a, b);
    } else {
      return FENCEPOST_PTX_ROUND(__ddiv, a, b);
    }
  }
};
struct remaining {
  template <class Form, class T>
  static FENCEPOST_PTX T of(T a, T b) {
    return static_cast<T>(a % b);
  }
};

/// PTX ISA, "Floating Point": of f32 all bits but the sign.
template <class T>
FENCEPOST_PTX T canonical_nan() {
  if constexpr (sizeof(T) == 4) return float_of(0x7fffffff);
  return static_cast<T>(__builtin_nanf(""));
}
/// Of NaN and a number the number, unless .NaN; +0 is greater than -0.
template <class Form, bool Greater, class T>
FENCEPOST_PTX T one_of(T a, T b) {
  if constexpr (kIsInteger<T>) {
    const T chosen = (a < b) == Greater ? b : a;
    if constexpr (Form::has(modifiers::relu)) return chosen > T(0) ? chosen : T(0);
    return chosen;
  } else if constexpr (kIsNarrow<T>) {
    using Format = format<T>;
    if constexpr (Form::has(modifiers::NaN)) {
      if (narrow::is_nan<Format>(a.bits) || narrow::is_nan<Format>(b.bits)) return {narrow::kNan};
    }
    return {Greater ? narrow::greater<Format>(a.bits, b.bits) : narrow::less<Format>(a.bits, b.bits)};
  } else {
    const bool either = a != a || b != b;
    if (either && (Form::has(modifiers::NaN) || (a != a && b != b))) return canonical_nan<T>();
    if (a != a) return b;
    if (b != b) return a;
    if (a == b) return (__builtin_signbit(a) != 0) == Greater ? b : a;
    return (a < b) == Greater ? b : a;
  }
}
template <class Form, bool Greater, class T>
FENCEPOST_PTX T one_of_signed(T a, T b) {
  if constexpr (Form::has(modifiers::xorsign)) {
    if constexpr (kIsNarrow<T>) {
      const auto sign = static_cast<unsigned short>((a.bits ^ b.bits) & 0x8000U);
      a.bits &= 0x7fffU;
      b.bits &= 0x7fffU;
      T chosen = one_of<Form, Greater>(a, b);
      if (chosen.bits != narrow::kNan) chosen.bits |= sign;
      return chosen;
    } else {
      const bool negative = (__builtin_signbit(a) != 0) != (__builtin_signbit(b) != 0);
      const T chosen = one_of<Form, Greater>(static_cast<T>(__builtin_fabs(a)), static_cast<T>(__builtin_fabs(b)));
      return negative && chosen == chosen ? -chosen : chosen;
    }
  } else {
    return one_of<Form, Greater>(a, b);
  }
}
struct lesser {
  template <class Form, class T>
  static FENCEPOST_PTX T of(T a, T b) {
    return one_of_signed<Form, false>(a, b);
  }
};
struct greater {
  template <class Form, class T>
  static FENCEPOST_PTX T of(T a, T b) {
    return one_of_signed<Form, true>(a, b);
  }
};

template <class Form, class Operation, class T, class... Operands>
FENCEPOST_PTX T operated(const Operands&... operands) {
  if constexpr (kIsInteger<T>) {
    return Operation::template of<Form>(get<T>(operands)...);
  } else {
    return for_each_number<T>(
        [](auto... numbers) { return result_of<Form>(Operation::template of<Form>(operand_of<Form>(numbers)...)); },
        get<T>(operands)...);
  }
}

#define FENCEPOST_PTX_OPERATION(name, operation)                          \
  template <class Form, class To, class... Operands>                      \
  FENCEPOST_PTX void name(Form, To&& to, const Operands&... operands) {   \
    put(to, operated<Form, operation, typename Form::type>(operands...)); \
  }
FENCEPOST_PTX_OPERATION(add, plus)
FENCEPOST_PTX_OPERATION(sub, minus)
FENCEPOST_PTX_OPERATION(mul, times)
FENCEPOST_PTX_OPERATION(div, divided)
FENCEPOST_PTX_OPERATION(rem, remaining)

/// Of two or three numbers.
template <class Form, class Operation, class To, class TypeA, class TypeB, class... TypeC>
FENCEPOST_PTX void chosen(To&& to, const TypeA& a, const TypeB& b, const TypeC&... c) {
  using T = typename Form::type;
  T result = operated<Form, Operation, T>(a, b);
  ((result = operated<Form, Operation, T>(result, c)), ...);
  put(to, result);
}
template <class Form, class To, class... Operands>
FENCEPOST_PTX void min(Form, To&& to, const Operands&... operands) {
  chosen<Form, lesser>(to, operands...);
}
template <class Form, class To, class... Operands>
FENCEPOST_PTX void max(Form, To&& to, const Operands&... operands) {
  chosen<Form, greater>(to, operands...);
}

template <class T>
struct one_of_pair {
  using type = T;
};
template <>
struct one_of_pair<f16x2> {
  using type = f16;
};
template <>
struct one_of_pair<bf16x2> {
  using type = bf16;
};
/// Atomic operations on halves: each one of a pair is an operation of its own.
template <class Form, class Operation, class To, class Operand>
FENCEPOST_PTX void atom_narrow(To&& to, char* at, const Operand& from) {
  using T = typename Form::type;
  using One = typename one_of_pair<T>::type;
  constexpr unsigned kCount = sizeof(T) / sizeof(One);
  constexpr int kScope = Form::scope_or(fencepost_rt::atomics::kDevice);
  const elements<One, kCount> operand = get<elements<One, kCount>>(get<T>(from));
  elements<u16, kCount> found;
  for (unsigned i = 0; i < kCount; ++i) {
    const One value = operand.element[i];
    found.element[i] = fencepost_rt::atomics::update(
        reinterpret_cast<u16*>(at) + i, Form::kOrder, kScope,
        [value](u16 old) { return get<u16>(operated<Form, Operation, One>(get<One>(old), value)); });
  }
  put(to, get<T>(found));
}
#define FENCEPOST_PTX_NARROW_ATOMIC(name, operation)                                      \
  template <class Form, class To, class Operand>                                          \
  FENCEPOST_PTX void atom_##name##_narrow(Form, To&& to, char* at, const Operand& from) { \
    atom_narrow<Form, operation>(to, at, from);                                           \
  }                                                                                       \
  template <class Form, class Operand>                                                    \
  FENCEPOST_PTX void red_##name##_narrow(Form, char* at, const Operand& from) {           \
    atom_narrow<Form, operation>(sink(), at, from);                                       \
  }
FENCEPOST_PTX_NARROW_ATOMIC(add, plus)
FENCEPOST_PTX_NARROW_ATOMIC(min, lesser)
FENCEPOST_PTX_NARROW_ATOMIC(max, greater)
#undef FENCEPOST_PTX_NARROW_ATOMIC

struct multiply_add {
  template <class Form, class T>
  static FENCEPOST_PTX T of(T a, T b, T c) {
    if constexpr (kIsNarrow<T>) {
      return {narrow::multiply_add<format<T>>(wide(a), wide(b), wide(c))};
    } else if constexpr (kRoundsToNearest<Form>) {
      if constexpr (sizeof(T) == 4) return __builtin_fmaf(a, b, c);
      return static_cast<T>(__builtin_fma(a, b, c));
    } else if constexpr (sizeof(T) == 4) {
      return FENCEPOST_PTX_ROUND(__fmaf, a, b, c);
    } else {
      return FENCEPOST_PTX_ROUND(__fma, a, b, c);
    }
  }
};
FENCEPOST_PTX_OPERATION(fma, multiply_add)

struct absolute {
  template <class Form, class T>
  static FENCEPOST_PTX T of(T a) {
    if constexpr (kIsInteger<T>) {
      return a < T(0) ? static_cast<T>(0 - static_cast<u64>(a)) : a;
    } else if constexpr (kIsNarrow<T>) {
      return {static_cast<unsigned short>(a.bits & 0x7fffU)};
    } else {
      return static_cast<T>(__builtin_fabs(a));
    }
  }
};
struct negative {
  template <class Form, class T>
  static FENCEPOST_PTX T of(T a) {
    if constexpr (kIsInteger<T>) {
      return static_cast<T>(0 - static_cast<u64>(a));
    } else if constexpr (kIsNarrow<T>) {
      return {static_cast<unsigned short>(a.bits ^ 0x8000U)};
    } else {
      return -a;
    }
  }
};
struct with_sign_of {
  template <class Form, class T>
  static FENCEPOST_PTX T of(T sign, T magnitude) {
    return static_cast<T>(__builtin_copysign(magnitude, sign));
  }
};
FENCEPOST_PTX_OPERATION(abs, absolute)
FENCEPOST_PTX_OPERATION(neg, negative)
FENCEPOST_PTX_OPERATION(copysign, with_sign_of)

/// Of doubles .approx.ftz gives the upper 32 bits of a result.
template <class Form>
FENCEPOST_PTX double as_exact_as(double value) {
  if constexpr (Form::has(modifiers::approx) && Form::has(modifiers::ftz)) {
    return get<double>(get<u64>(value) & ~u64{0xffffffffU});
  }
  return value;
}
/// Functions of one number, with a name for float and one for double.
#define FENCEPOST_PTX_FUNCTION(name, of_float, of_double) \
  struct name##_function {                                \
    template <class Form, class T>                        \
    static FENCEPOST_PTX T of(T a) {                      \
      if constexpr (kIsNarrow<T>) {                       \
        const float x = wide(a);                          \
        return {narrow::from_float<format<T>>(of_float)}; \
      } else if constexpr (sizeof(T) == 4) {              \
        const float x = a;                                \
        return of_float;                                  \
      } else {                                            \
        const double x = a;                               \
        return as_exact_as<Form>(of_double);              \
      }                                                   \
    }                                                     \
  };                                                      \
  FENCEPOST_PTX_OPERATION(name, name##_function)
FENCEPOST_PTX_FUNCTION(rcp, FENCEPOST_PTX_ROUND(__frcp, x), FENCEPOST_PTX_ROUND(__drcp, x))
FENCEPOST_PTX_FUNCTION(sqrt, FENCEPOST_PTX_ROUND(__fsqrt, x), FENCEPOST_PTX_ROUND(__dsqrt, x))
FENCEPOST_PTX_FUNCTION(rsqrt, ::rsqrtf(x), ::rsqrt(x))
FENCEPOST_PTX_FUNCTION(sin, ::sinf(x), ::sin(x))
FENCEPOST_PTX_FUNCTION(cos, ::cosf(x), ::cos(x))
FENCEPOST_PTX_FUNCTION(lg2, ::log2f(x), ::log2(x))
FENCEPOST_PTX_FUNCTION(ex2, ::exp2f(x), ::exp2(x))
FENCEPOST_PTX_FUNCTION(tanh, ::tanhf(x), ::tanh(x))
#undef FENCEPOST_PTX_FUNCTION
#undef FENCEPOST_PTX_OPERATION

#define FENCEPOST_PTX_TEST(name, condition)                             \
  template <class Form, class TypeP, class TypeA>                       \
  FENCEPOST_PTX void testp_##name(Form, TypeP& p, const TypeA& value) { \
    const auto a = get<typename Form::type>(value);                     \
    p = (condition);                                                    \
  }
FENCEPOST_PTX_TEST(finite, __builtin_isfinite(a) != 0)
FENCEPOST_PTX_TEST(infinite, __builtin_isinf(a) != 0)
FENCEPOST_PTX_TEST(number, a == a)
FENCEPOST_PTX_TEST(notanumber, a != a)
FENCEPOST_PTX_TEST(normal, a == 0 || __builtin_isnormal(a) != 0)
FENCEPOST_PTX_TEST(subnormal, a != 0 && __builtin_isfinite(a) != 0 && __builtin_isnormal(a) == 0)
#undef FENCEPOST_PTX_TEST

}  // namespace fencepost_ptx
