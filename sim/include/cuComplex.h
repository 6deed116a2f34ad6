// Complex arithmetic of CUDA: cuFloatComplex, cuDoubleComplex and the functions on them.
#pragma once

#include <math.h>

#include "vector_functions.h"

#ifdef __CUDACC__
#define FENCEPOST_COMPLEX static inline __host__ __device__ __attribute__((unused))
#else
#define FENCEPOST_COMPLEX static inline __attribute__((unused))
#endif

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

// Division scales its operands first, as NVIDIA's does, so that no square overflows. `f` is the suffix that tells the
// float functions of this header from the double ones, `m` that of <math.h>.
#define FENCEPOST_COMPLEX_FUNCTIONS(type, complex, make, f, m)                                     \
  FENCEPOST_COMPLEX type cuCreal##f(complex x) { return x.x; }                                     \
  FENCEPOST_COMPLEX type cuCimag##f(complex x) { return x.y; }                                     \
  FENCEPOST_COMPLEX complex make(type real, type imaginary) {                                      \
    complex z;                                                                                     \
    z.x = real;                                                                                    \
    z.y = imaginary;                                                                               \
    return z;                                                                                      \
  }                                                                                                \
  FENCEPOST_COMPLEX complex cuConj##f(complex x) { return make(x.x, -x.y); }                       \
  FENCEPOST_COMPLEX complex cuCadd##f(complex x, complex y) { return make(x.x + y.x, x.y + y.y); } \
  FENCEPOST_COMPLEX complex cuCsub##f(complex x, complex y) { return make(x.x - y.x, x.y - y.y); } \
  FENCEPOST_COMPLEX complex cuCmul##f(complex x, complex y) {                                      \
    return make(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);                                     \
  }                                                                                                \
  FENCEPOST_COMPLEX complex cuCdiv##f(complex x, complex y) {                                      \
    const type scale = 1 / (fabs##m(y.x) + fabs##m(y.y));                                          \
    const type a = x.x * scale, b = x.y * scale, c = y.x * scale, d = y.y * scale;                 \
    const type square = 1 / (c * c + d * d);                                                       \
    return make((a * c + b * d) * square, (b * c - a * d) * square);                               \
  }                                                                                                \
  FENCEPOST_COMPLEX type cuCabs##f(complex x) { return hypot##m(x.x, x.y); }                       \
  FENCEPOST_COMPLEX complex cuCfma##f(complex x, complex y, complex d) {                           \
    return make(fma##m(x.x, y.x, d.x) - x.y * y.y, fma##m(x.x, y.y, d.y) + x.y * y.x);             \
  }

FENCEPOST_COMPLEX_FUNCTIONS(float, cuFloatComplex, make_cuFloatComplex, f, f)
FENCEPOST_COMPLEX_FUNCTIONS(double, cuDoubleComplex, make_cuDoubleComplex, , )

FENCEPOST_COMPLEX cuComplex make_cuComplex(float real, float imaginary) { return make_cuFloatComplex(real, imaginary); }
FENCEPOST_COMPLEX cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x) {
  return make_cuFloatComplex((float)x.x, (float)x.y);
}
FENCEPOST_COMPLEX cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x) { return make_cuDoubleComplex(x.x, x.y); }

#undef FENCEPOST_COMPLEX_FUNCTIONS
#undef FENCEPOST_COMPLEX
