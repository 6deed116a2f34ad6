// make_int2(x, y) and kin.
#pragma once

#include "vector_types.h"

#ifdef __cplusplus
#define FENCEPOST_MAKE static inline __attribute__((always_inline, unused))
#else
#define FENCEPOST_MAKE static inline __attribute__((unused))
#endif

#define FENCEPOST_MAKE_FUNCTIONS(type, name)                                     \
  FENCEPOST_MAKE struct name##1 make_##name##1(type x) {                         \
    struct name##1 v = {x};                                                      \
    return v;                                                                    \
  }                                                                              \
  FENCEPOST_MAKE struct name##2 make_##name##2(type x, type y) {                 \
    struct name##2 v = {x, y};                                                   \
    return v;                                                                    \
  }                                                                              \
  FENCEPOST_MAKE struct name##3 make_##name##3(type x, type y, type z) {         \
    struct name##3 v = {x, y, z};                                                \
    return v;                                                                    \
  }                                                                              \
  FENCEPOST_MAKE struct name##4 make_##name##4(type x, type y, type z, type w) { \
    struct name##4 v = {x, y, z, w};                                             \
    return v;                                                                    \
  }

FENCEPOST_MAKE_FUNCTIONS(signed char, char)
FENCEPOST_MAKE_FUNCTIONS(unsigned char, uchar)
FENCEPOST_MAKE_FUNCTIONS(short, short)
FENCEPOST_MAKE_FUNCTIONS(unsigned short, ushort)
FENCEPOST_MAKE_FUNCTIONS(int, int)
FENCEPOST_MAKE_FUNCTIONS(unsigned int, uint)
FENCEPOST_MAKE_FUNCTIONS(long, long)
FENCEPOST_MAKE_FUNCTIONS(unsigned long, ulong)
FENCEPOST_MAKE_FUNCTIONS(long long, longlong)
FENCEPOST_MAKE_FUNCTIONS(unsigned long long, ulonglong)
FENCEPOST_MAKE_FUNCTIONS(float, float)
FENCEPOST_MAKE_FUNCTIONS(double, double)

#undef FENCEPOST_MAKE_FUNCTIONS

#define FENCEPOST_MAKE_ALIGNED(type, name)                                 \
  FENCEPOST_MAKE struct name make_##name(type x, type y, type z, type w) { \
    struct name v = {x, y, z, w};                                          \
    return v;                                                              \
  }

FENCEPOST_MAKE_ALIGNED(long, long4_16a)
FENCEPOST_MAKE_ALIGNED(long, long4_32a)
FENCEPOST_MAKE_ALIGNED(unsigned long, ulong4_16a)
FENCEPOST_MAKE_ALIGNED(unsigned long, ulong4_32a)
FENCEPOST_MAKE_ALIGNED(long long, longlong4_16a)
FENCEPOST_MAKE_ALIGNED(long long, longlong4_32a)
FENCEPOST_MAKE_ALIGNED(unsigned long long, ulonglong4_16a)
FENCEPOST_MAKE_ALIGNED(unsigned long long, ulonglong4_32a)
FENCEPOST_MAKE_ALIGNED(double, double4_16a)
FENCEPOST_MAKE_ALIGNED(double, double4_32a)

#undef FENCEPOST_MAKE_ALIGNED
#undef FENCEPOST_MAKE
