// Comparisons in asm statements (PTX ISA, "Comparison and Selection"). Included by fencepost_ptx.h.
#pragma once

#include "fencepost_ptx_float.h"

namespace fencepost_ptx {

enum class compare { eq_, ne_, lt_, le_, gt_, ge_, lo_, ls_, hi_, hs_, equ_, neu_, ltu_, leu_, gtu_, geu_, num_, nan_ };
enum class combine { and_, or_, xor_ };

template <compare Compare, class T>
FENCEPOST_PTX bool holds(T a, T b) {
  switch (Compare) {
    case compare::eq_:
      return a == b;
    case compare::ne_:
      return a < b || a > b;  // Not of NaN.
    case compare::lt_:
    case compare::lo_:
      return a < b;
    case compare::le_:
    case compare::ls_:
      return a <= b;
    case compare::gt_:
    case compare::hi_:
      return a > b;
    case compare::ge_:
    case compare::hs_:
      return a >= b;
    case compare::equ_:
      return !(a < b || a > b);
    case compare::neu_:
      return a != b;
    case compare::ltu_:
      return !(a >= b);
    case compare::leu_:
      return !(a > b);
    case compare::gtu_:
      return !(a <= b);
    case compare::geu_:
      return !(a < b);
    case compare::num_:
      return a == a && b == b;
    case compare::nan_:
      return a != a || b != b;
  }
}
template <class Form, class T, compare Compare, class TypeA, class TypeB>
FENCEPOST_PTX bool compared(const TypeA& a, const TypeB& b) {
  if constexpr (kIsNarrow<T>) {
    return holds<Compare>(wide(get<T>(a)), wide(get<T>(b)));
  } else if constexpr (__is_same(T, float)) {
    return holds<Compare>(operand_of<Form>(get<T>(a)), operand_of<Form>(get<T>(b)));
  } else {
    return holds<Compare>(get<T>(a), get<T>(b));
  }
}
template <combine Combine>
FENCEPOST_PTX bool combined(bool a, bool b) {
  return Combine == combine::and_ ? a && b : Combine == combine::or_ ? a || b : a != b;
}
/// Without an operation `c` is true. `q` is what holds where the comparison does not.
template <compare Compare, combine Combine, class Form, class TypeP, class TypeQ, class TypeA, class TypeB, class TypeC>
FENCEPOST_PTX void setp(Form, TypeP&& p, TypeQ&& q, const TypeA& a, const TypeB& b, const TypeC& c) {
  using T = typename Form::type;
  const bool other = c;
  if constexpr (kIsPair<T>) {
    const T x = get<T>(a);
    const T y = get<T>(b);
    using Number = decltype(x.low);
    using One = plain<Number>;
    put(p, combined<Combine>(compared<Form, One, Compare>(x.low, y.low), other));
    put(q, combined<Combine>(compared<Form, One, Compare>(x.high, y.high), other));
  } else {
    const bool result = compared<Form, T, Compare>(a, b);
    put(p, combined<Combine>(result, other));
    put(q, combined<Combine>(!result, other));
  }
}
/// All ones, or 1.0.
template <class Target>
FENCEPOST_PTX Target set_value(bool result) {
  if constexpr (kIsInteger<Target>) {
    return result ? static_cast<Target>(~u64{0}) : Target(0);
  } else if constexpr (kIsNarrow<Target>) {
    return {narrow::from_float<format<Target>>(result ? 1.0F : 0.0F)};
  } else {
    return result ? Target(1) : Target(0);
  }
}
/// Of pairs each half is set for itself.
template <compare Compare, combine Combine, class Form, class To, class TypeA, class TypeB, class TypeC>
FENCEPOST_PTX void set(Form, To&& to, const TypeA& a, const TypeB& b, const TypeC& c) {
  using Target = typename Form::type;
  using T = typename Form::second_type;
  const bool other = c;
  if constexpr (kIsPair<T>) {
    const T x = get<T>(a);
    const T y = get<T>(b);
    using One = plain<decltype(x.low)>;
    const bool low = combined<Combine>(compared<Form, One, Compare>(x.low, y.low), other);
    const bool high = combined<Combine>(compared<Form, One, Compare>(x.high, y.high), other);
    if constexpr (kIsPair<Target>) {
      put(to, Target{set_value<plain<decltype(Target::low)>>(low), set_value<plain<decltype(Target::low)>>(high)});
    } else {
      put(to, static_cast<Target>(set_value<u16>(low) | u32{set_value<u16>(high)} << 16));
    }
  } else {
    put(to, set_value<Target>(combined<Combine>(compared<Form, T, Compare>(a, b), other)));
  }
}
/// By the sign of the third operand, which may be a float.
template <class Form, class To, class TypeA, class TypeB, class TypeC>
FENCEPOST_PTX void slct(Form, To&& to, const TypeA& a, const TypeB& b, const TypeC& c) {
  using T = typename Form::type;
  put(to, operand_of<Form>(get<typename Form::second_type>(c)) >= 0 ? get<T>(a) : get<T>(b));
}

}  // namespace fencepost_ptx
