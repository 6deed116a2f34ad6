// DPX: maxima and minima of two and three numbers and of sums, of 32 bits or of two halves of 16 (CUDA Math API, SIMD
// Intrinsics; programming guide, DPX). Sums wrap; `relu` raises what is below 0 to 0. The predicates of __vib… say
// whether the first operand is the result.
#pragma once

namespace fencepost_rt {

/// Calls `step` for the two halves of type T of each operand; the low bits of its results are the halves of the result.
template <class T, class Step>
FENCEPOST_INTRINSIC unsigned int halves(unsigned int a, unsigned int b, unsigned int c, Step step) {
  const T low = step(static_cast<T>(a), static_cast<T>(b), static_cast<T>(c));
  const T high = step(static_cast<T>(a >> 16), static_cast<T>(b >> 16), static_cast<T>(c >> 16));
  return static_cast<unsigned int>(static_cast<unsigned short>(high)) << 16 | static_cast<unsigned short>(low);
}

template <class T>
FENCEPOST_INTRINSIC T greater(T a, T b) {
  return a < b ? b : a;
}
template <class T>
FENCEPOST_INTRINSIC T less(T a, T b) {
  return b < a ? b : a;
}
template <class T>
FENCEPOST_INTRINSIC T wrapping_sum(T a, T b) {
  return static_cast<T>(static_cast<unsigned int>(a) + static_cast<unsigned int>(b));
}

}  // namespace fencepost_rt

// `expression` of x, y, z, numbers of type T, as name##_s32, _u32, _s16x2 and _u16x2; `suffix` follows these.
#define FENCEPOST_DPX_WORD(name, type, expression)        \
  FENCEPOST_INTRINSIC type name(type x, type y, type z) { \
    using namespace fencepost_rt;                         \
    return (expression);                                  \
  }
#define FENCEPOST_DPX_HALVES(name, type, expression)                                           \
  FENCEPOST_INTRINSIC unsigned int name(unsigned int a, unsigned int b, unsigned int c) {      \
    using namespace fencepost_rt;                                                              \
    return halves<type>(a, b, c, [](type x, type y, type z) -> type { return (expression); }); \
  }
#define FENCEPOST_DPX(name, expression)                    \
  FENCEPOST_DPX_WORD(name##_s32, int, expression)          \
  FENCEPOST_DPX_WORD(name##_u32, unsigned int, expression) \
  FENCEPOST_DPX_HALVES(name##_s16x2, short, expression)    \
  FENCEPOST_DPX_HALVES(name##_u16x2, unsigned short, expression)
#define FENCEPOST_DPX_RELU(name, expression)                         \
  FENCEPOST_DPX_WORD(name##_s32_relu, int, greater((expression), 0)) \
  FENCEPOST_DPX_HALVES(name##_s16x2_relu, short, greater<short>((expression), short{0}))

FENCEPOST_DPX(__vimax3, greater(greater(x, y), z))
FENCEPOST_DPX(__vimin3, less(less(x, y), z))
FENCEPOST_DPX(__viaddmax, greater(wrapping_sum(x, y), z))
FENCEPOST_DPX(__viaddmin, less(wrapping_sum(x, y), z))
FENCEPOST_DPX_RELU(__vimax3, greater(greater(x, y), z))
FENCEPOST_DPX_RELU(__vimin3, less(less(x, y), z))
FENCEPOST_DPX_RELU(__viaddmax, greater(wrapping_sum(x, y), z))
FENCEPOST_DPX_RELU(__viaddmin, less(wrapping_sum(x, y), z))

FENCEPOST_INTRINSIC int __vimax_s32_relu(int a, int b) { return __vimax3_s32(a, b, 0); }
FENCEPOST_INTRINSIC unsigned int __vimax_s16x2_relu(unsigned int a, unsigned int b) { return __vimax3_s16x2(a, b, 0); }
FENCEPOST_INTRINSIC int __vimin_s32_relu(int a, int b) { return __vimin3_s32_relu(a, b, b); }
FENCEPOST_INTRINSIC unsigned int __vimin_s16x2_relu(unsigned int a, unsigned int b) {
  return __vimin3_s16x2_relu(a, b, b);
}

#undef FENCEPOST_DPX_RELU
#undef FENCEPOST_DPX
#undef FENCEPOST_DPX_HALVES
#undef FENCEPOST_DPX_WORD

#define FENCEPOST_DPX_WHICH(name, pick, compare)                                            \
  FENCEPOST_INTRINSIC int name##_s32(int a, int b, bool* pred) {                            \
    *pred = a compare b;                                                                    \
    return fencepost_rt::pick(a, b);                                                        \
  }                                                                                         \
  FENCEPOST_INTRINSIC unsigned int name##_u32(unsigned int a, unsigned int b, bool* pred) { \
    *pred = a compare b;                                                                    \
    return fencepost_rt::pick(a, b);                                                        \
  }                                                                                         \
  FENCEPOST_DPX_WHICH_HALVES(name##_s16x2, pick, compare, short)                            \
  FENCEPOST_DPX_WHICH_HALVES(name##_u16x2, pick, compare, unsigned short)
#define FENCEPOST_DPX_WHICH_HALVES(name, pick, compare, type)                                                  \
  FENCEPOST_INTRINSIC unsigned int name(unsigned int a, unsigned int b, bool* pred_hi, bool* pred_lo) {        \
    *pred_hi = static_cast<type>(a >> 16) compare static_cast<type>(b >> 16);                                  \
    *pred_lo = static_cast<type>(a) compare static_cast<type>(b);                                              \
    return fencepost_rt::halves<type>(a, b, 0, [](type x, type y, type) { return fencepost_rt::pick(x, y); }); \
  }
FENCEPOST_DPX_WHICH(__vibmax, greater, >=)
FENCEPOST_DPX_WHICH(__vibmin, less, <=)
#undef FENCEPOST_DPX_WHICH_HALVES
#undef FENCEPOST_DPX_WHICH
