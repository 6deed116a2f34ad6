// CUDA's built-in vector types, with CUDA's sizes and alignments (CUDA C++ Programming Guide, Built-in Vector Types).
#pragma once

#define FENCEPOST_VECTOR_TYPES(type, name, align2, align4) \
  struct name##1 {                                         \
    type x;                                                \
  };                                                       \
  struct __attribute__((aligned(align2))) name##2 {        \
    type x, y;                                             \
  };                                                       \
  struct name##3 {                                         \
    type x, y, z;                                          \
  };                                                       \
  struct __attribute__((aligned(align4))) name##4 {        \
    type x, y, z, w;                                       \
  };                                                       \
  typedef struct name##1 name##1;                          \
  typedef struct name##2 name##2;                          \
  typedef struct name##3 name##3;                          \
  typedef struct name##4 name##4

FENCEPOST_VECTOR_TYPES(signed char, char, 2, 4);
FENCEPOST_VECTOR_TYPES(unsigned char, uchar, 2, 4);
FENCEPOST_VECTOR_TYPES(short, short, 4, 8);
FENCEPOST_VECTOR_TYPES(unsigned short, ushort, 4, 8);
FENCEPOST_VECTOR_TYPES(int, int, 8, 16);
FENCEPOST_VECTOR_TYPES(unsigned int, uint, 8, 16);
FENCEPOST_VECTOR_TYPES(long, long, 16, 16);
FENCEPOST_VECTOR_TYPES(unsigned long, ulong, 16, 16);
FENCEPOST_VECTOR_TYPES(long long, longlong, 16, 16);
FENCEPOST_VECTOR_TYPES(unsigned long long, ulonglong, 16, 16);
FENCEPOST_VECTOR_TYPES(float, float, 8, 16);
FENCEPOST_VECTOR_TYPES(double, double, 16, 16);

#undef FENCEPOST_VECTOR_TYPES

// The same four, with the alignment in the name.
#define FENCEPOST_ALIGNED_VECTOR_TYPE(type, name, alignment)          \
  struct __attribute__((aligned(alignment))) name##4_##alignment##a { \
    type x, y, z, w;                                                  \
  };                                                                  \
  typedef struct name##4_##alignment##a name##4_##alignment##a

FENCEPOST_ALIGNED_VECTOR_TYPE(long, long, 16);
FENCEPOST_ALIGNED_VECTOR_TYPE(long, long, 32);
FENCEPOST_ALIGNED_VECTOR_TYPE(unsigned long, ulong, 16);
FENCEPOST_ALIGNED_VECTOR_TYPE(unsigned long, ulong, 32);
FENCEPOST_ALIGNED_VECTOR_TYPE(long long, longlong, 16);
FENCEPOST_ALIGNED_VECTOR_TYPE(long long, longlong, 32);
FENCEPOST_ALIGNED_VECTOR_TYPE(unsigned long long, ulonglong, 16);
FENCEPOST_ALIGNED_VECTOR_TYPE(unsigned long long, ulonglong, 32);
FENCEPOST_ALIGNED_VECTOR_TYPE(double, double, 16);
FENCEPOST_ALIGNED_VECTOR_TYPE(double, double, 32);

#undef FENCEPOST_ALIGNED_VECTOR_TYPE

#ifdef __cplusplus
struct dim3 {
  unsigned int x, y, z;

  __attribute__((always_inline)) constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __attribute__((always_inline)) constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __attribute__((always_inline)) constexpr operator uint3() const { return uint3{x, y, z}; }
};
#else
struct dim3 {
  unsigned int x, y, z;
};
typedef struct dim3 dim3;
#endif
