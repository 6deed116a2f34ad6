// SIMD-within-a-word intrinsics: two 16-bit or four 8-bit lanes in an unsigned int (CUDA Math API, SIMD Intrinsics).
#pragma once

namespace fencepost_rt {

/// Applies `step` to each lane of type T of a and b; the low bits of its result are the lane of the result.
template <class T, class Step>
FENCEPOST_INTRINSIC unsigned int lanewise(unsigned int a, unsigned int b, Step step) {
  unsigned int result = 0;
  for (unsigned int i = 0; i < 32; i += 8 * sizeof(T)) {
    const int lane = step(static_cast<T>(a >> i), static_cast<T>(b >> i));
    result |= (static_cast<unsigned int>(lane) & ((1U << 8 * sizeof(T)) - 1)) << i;
  }
  return result;
}

template <class T, class Step>
FENCEPOST_INTRINSIC unsigned int lane_sum(unsigned int a, unsigned int b, Step step) {
  unsigned int sum = 0;
  for (unsigned int i = 0; i < 32; i += 8 * sizeof(T)) {
    sum += static_cast<unsigned int>(step(static_cast<T>(a >> i), static_cast<T>(b >> i)));
  }
  return sum;
}

/// `value` clamped to the range of T.
template <class T>
FENCEPOST_INTRINSIC int saturate_to(int value) {
  constexpr int kLeast = static_cast<T>(-1) < 0 ? -(1 << (8 * sizeof(T) - 1)) : 0;
  constexpr int kMost = kLeast + (1 << 8 * sizeof(T)) - 1;
  return value < kLeast ? kLeast : value > kMost ? kMost : value;
}

}  // namespace fencepost_rt

#define FENCEPOST_LANES(name, type, expression)                                                  \
  FENCEPOST_INTRINSIC unsigned int name(unsigned int a, unsigned int b) {                        \
    return fencepost_rt::lanewise<type>(a, b, [](int x, int y) -> int { return (expression); }); \
  }
#define FENCEPOST_LANES_SIGNED(name, expression) \
  FENCEPOST_LANES(name##2, short, expression)    \
  FENCEPOST_LANES(name##4, signed char, expression)
#define FENCEPOST_LANES_UNSIGNED(name, expression)     \
  FENCEPOST_LANES(name##2, unsigned short, expression) \
  FENCEPOST_LANES(name##4, unsigned char, expression)
#define FENCEPOST_LANES_BOTH(name, expression) \
  FENCEPOST_LANES_SIGNED(name##s, expression)  \
  FENCEPOST_LANES_UNSIGNED(name##u, expression)

FENCEPOST_LANES_UNSIGNED(__vadd, x + y)
FENCEPOST_LANES_UNSIGNED(__vsub, x - y)
FENCEPOST_LANES_BOTH(__vmax, x > y ? x : y)
FENCEPOST_LANES_BOTH(__vmin, x < y ? x : y)
FENCEPOST_LANES_BOTH(__vabsdiff, x > y ? x - y : y - x)
// Rounded away from zero in the signed form, upwards in the unsigned one.
FENCEPOST_LANES_SIGNED(__vavgs, x + y >= 0 ? (x + y + 1) >> 1 : (x + y) >> 1)
FENCEPOST_LANES_UNSIGNED(__vavgu, (x + y + 1) >> 1)
FENCEPOST_LANES_UNSIGNED(__vhaddu, (x + y) >> 1)
FENCEPOST_LANES_UNSIGNED(__vseteq, x == y)
FENCEPOST_LANES_UNSIGNED(__vsetne, x != y)
FENCEPOST_LANES_BOTH(__vsetge, x >= y)
FENCEPOST_LANES_BOTH(__vsetgt, x > y)
FENCEPOST_LANES_BOTH(__vsetle, x <= y)
FENCEPOST_LANES_BOTH(__vsetlt, x < y)
FENCEPOST_LANES_UNSIGNED(__vcmpeq, x == y ? -1 : 0)
FENCEPOST_LANES_UNSIGNED(__vcmpne, x != y ? -1 : 0)
FENCEPOST_LANES_BOTH(__vcmpge, x >= y ? -1 : 0)
FENCEPOST_LANES_BOTH(__vcmpgt, x > y ? -1 : 0)
FENCEPOST_LANES_BOTH(__vcmple, x <= y ? -1 : 0)
FENCEPOST_LANES_BOTH(__vcmplt, x < y ? -1 : 0)
FENCEPOST_LANES(__vaddss2, short, fencepost_rt::saturate_to<short>(x + y))
FENCEPOST_LANES(__vaddss4, signed char, fencepost_rt::saturate_to<signed char>(x + y))
FENCEPOST_LANES(__vaddus2, unsigned short, fencepost_rt::saturate_to<unsigned short>(x + y))
FENCEPOST_LANES(__vaddus4, unsigned char, fencepost_rt::saturate_to<unsigned char>(x + y))
FENCEPOST_LANES(__vsubss2, short, fencepost_rt::saturate_to<short>(x - y))
FENCEPOST_LANES(__vsubss4, signed char, fencepost_rt::saturate_to<signed char>(x - y))
FENCEPOST_LANES(__vsubus2, unsigned short, fencepost_rt::saturate_to<unsigned short>(x - y))
FENCEPOST_LANES(__vsubus4, unsigned char, fencepost_rt::saturate_to<unsigned char>(x - y))

#undef FENCEPOST_LANES_BOTH
#undef FENCEPOST_LANES_UNSIGNED
#undef FENCEPOST_LANES_SIGNED
#undef FENCEPOST_LANES

#define FENCEPOST_ONE_OPERAND(name, type, expression)                                          \
  FENCEPOST_INTRINSIC unsigned int name(unsigned int a) {                                      \
    return fencepost_rt::lanewise<type>(a, a, [](int x, int) -> int { return (expression); }); \
  }
FENCEPOST_ONE_OPERAND(__vneg2, short, -x)
FENCEPOST_ONE_OPERAND(__vneg4, signed char, -x)
FENCEPOST_ONE_OPERAND(__vnegss2, short, fencepost_rt::saturate_to<short>(-x))
FENCEPOST_ONE_OPERAND(__vnegss4, signed char, fencepost_rt::saturate_to<signed char>(-x))
FENCEPOST_ONE_OPERAND(__vabs2, short, x < 0 ? -x : x)
FENCEPOST_ONE_OPERAND(__vabs4, signed char, x < 0 ? -x : x)
FENCEPOST_ONE_OPERAND(__vabsss2, short, fencepost_rt::saturate_to<short>(x < 0 ? -x : x))
FENCEPOST_ONE_OPERAND(__vabsss4, signed char, fencepost_rt::saturate_to<signed char>(x < 0 ? -x : x))
#undef FENCEPOST_ONE_OPERAND

#define FENCEPOST_SUM_OF_DIFFERENCES(name, type)                                                          \
  FENCEPOST_INTRINSIC unsigned int name(unsigned int a, unsigned int b) {                                 \
    return fencepost_rt::lane_sum<type>(a, b, [](int x, int y) -> int { return x > y ? x - y : y - x; }); \
  }
FENCEPOST_SUM_OF_DIFFERENCES(__vsads2, short)
FENCEPOST_SUM_OF_DIFFERENCES(__vsads4, signed char)
FENCEPOST_SUM_OF_DIFFERENCES(__vsadu2, unsigned short)
FENCEPOST_SUM_OF_DIFFERENCES(__vsadu4, unsigned char)
#undef FENCEPOST_SUM_OF_DIFFERENCES
