// Arithmetic of float4 and its kin, which CUDA leaves to programs: component by component, and with one number for all.
// Operators that a program has of its own are preferred.
#pragma once

#include <vector_types.h>

#define FENCEPOST_HIP __host__ __device__ inline __attribute__((always_inline)) constexpr

namespace fencepost_rt {

template <class V>
struct HipVector {};
template <class S, bool kIs = __is_arithmetic(S)>
struct HipNumber {};
template <class S>
struct HipNumber<S, true> {
  using Type = S;
};

#define FENCEPOST_HIP_VECTOR(vector, type, rank) \
  template <>                                    \
  struct HipVector<vector> {                     \
    using Element = type;                        \
    static constexpr int kRank = rank;           \
  };
#define FENCEPOST_HIP_VECTORS(name, type) \
  FENCEPOST_HIP_VECTOR(name##1, type, 1)  \
  FENCEPOST_HIP_VECTOR(name##2, type, 2)  \
  FENCEPOST_HIP_VECTOR(name##3, type, 3)  \
  FENCEPOST_HIP_VECTOR(name##4, type, 4)
FENCEPOST_HIP_VECTORS(char, signed char)
FENCEPOST_HIP_VECTORS(uchar, unsigned char)
FENCEPOST_HIP_VECTORS(short, short)
FENCEPOST_HIP_VECTORS(ushort, unsigned short)
FENCEPOST_HIP_VECTORS(int, int)
FENCEPOST_HIP_VECTORS(uint, unsigned int)
FENCEPOST_HIP_VECTORS(long, long)
FENCEPOST_HIP_VECTORS(ulong, unsigned long)
FENCEPOST_HIP_VECTORS(longlong, long long)
FENCEPOST_HIP_VECTORS(ulonglong, unsigned long long)
FENCEPOST_HIP_VECTORS(float, float)
FENCEPOST_HIP_VECTORS(double, double)
#undef FENCEPOST_HIP_VECTORS
#undef FENCEPOST_HIP_VECTOR

template <class V>
using HipElement = typename HipVector<V>::Element;

template <class V>
FENCEPOST_HIP V hip_filled(HipElement<V> number) {
  V result{};
  result.x = number;
  if constexpr (HipVector<V>::kRank > 1) result.y = number;
  if constexpr (HipVector<V>::kRank > 2) result.z = number;
  if constexpr (HipVector<V>::kRank > 3) result.w = number;
  return result;
}

}  // namespace fencepost_rt

#define FENCEPOST_HIP_OPERATOR(op)                                       \
  template <class V, class = fencepost_rt::HipElement<V>>                \
  FENCEPOST_HIP V& operator op##=(V& a, const V& b) {                    \
    a.x op## = b.x;                                                      \
    if constexpr (fencepost_rt::HipVector<V>::kRank > 1) a.y op## = b.y; \
    if constexpr (fencepost_rt::HipVector<V>::kRank > 2) a.z op## = b.z; \
    if constexpr (fencepost_rt::HipVector<V>::kRank > 3) a.w op## = b.w; \
    return a;                                                            \
  }                                                                      \
  template <class V, class S, class E = fencepost_rt::HipElement<V>,     \
            class = typename fencepost_rt::HipNumber<S>::Type>           \
  FENCEPOST_HIP V& operator op##=(V& a, S b) {                           \
    return a op## = fencepost_rt::hip_filled<V>(static_cast<E>(b));      \
  }                                                                      \
  template <class V, class = fencepost_rt::HipElement<V>>                \
  FENCEPOST_HIP V operator op(const V& a, const V& b) {                  \
    V result = a;                                                        \
    result op## = b;                                                     \
    return result;                                                       \
  }                                                                      \
  template <class V, class S, class E = fencepost_rt::HipElement<V>,     \
            class = typename fencepost_rt::HipNumber<S>::Type>           \
  FENCEPOST_HIP V operator op(const V& a, S b) {                         \
    return a op fencepost_rt::hip_filled<V>(static_cast<E>(b));          \
  }                                                                      \
  template <class S, class V, class E = fencepost_rt::HipElement<V>,     \
            class = typename fencepost_rt::HipNumber<S>::Type>           \
  FENCEPOST_HIP V operator op(S a, const V& b) {                         \
    return fencepost_rt::hip_filled<V>(static_cast<E>(a)) op b;          \
  }
FENCEPOST_HIP_OPERATOR(+)
FENCEPOST_HIP_OPERATOR(-)
FENCEPOST_HIP_OPERATOR(*)
FENCEPOST_HIP_OPERATOR(/)
FENCEPOST_HIP_OPERATOR(%)
FENCEPOST_HIP_OPERATOR(&)
FENCEPOST_HIP_OPERATOR(|)
FENCEPOST_HIP_OPERATOR(^)
FENCEPOST_HIP_OPERATOR(<<)
FENCEPOST_HIP_OPERATOR(>>)
#undef FENCEPOST_HIP_OPERATOR

template <class V, class E = fencepost_rt::HipElement<V>>
FENCEPOST_HIP V operator-(const V& a) {
  V result = a;  // Not 0 - a, which has no negative zero.
  result.x = static_cast<E>(-a.x);
  if constexpr (fencepost_rt::HipVector<V>::kRank > 1) result.y = static_cast<E>(-a.y);
  if constexpr (fencepost_rt::HipVector<V>::kRank > 2) result.z = static_cast<E>(-a.z);
  if constexpr (fencepost_rt::HipVector<V>::kRank > 3) result.w = static_cast<E>(-a.w);
  return result;
}
template <class V, class E = fencepost_rt::HipElement<V>>
FENCEPOST_HIP V operator~(const V& a) {
  return a ^ fencepost_rt::hip_filled<V>(static_cast<E>(-1));
}
template <class V, class = fencepost_rt::HipElement<V>>
FENCEPOST_HIP V& operator++(V& a) {
  return a += 1;
}
template <class V, class = fencepost_rt::HipElement<V>>
FENCEPOST_HIP V& operator--(V& a) {
  return a -= 1;
}
template <class V, class = fencepost_rt::HipElement<V>>
FENCEPOST_HIP bool operator==(const V& a, const V& b) {
  bool same = a.x == b.x;
  if constexpr (fencepost_rt::HipVector<V>::kRank > 1) same = same && a.y == b.y;
  if constexpr (fencepost_rt::HipVector<V>::kRank > 2) same = same && a.z == b.z;
  if constexpr (fencepost_rt::HipVector<V>::kRank > 3) same = same && a.w == b.w;
  return same;
}
template <class V, class = fencepost_rt::HipElement<V>>
FENCEPOST_HIP bool operator!=(const V& a, const V& b) {
  return !(a == b);
}

#undef FENCEPOST_HIP
