// Half precision, <cuda_fp16.h> (CUDA Math API, Half Precision Intrinsics): IEEE 754 binary16, alone and in pairs, on
// the host and in kernels. Every operation rounds once, to nearest even unless its name says otherwise.
#pragma once

#include "vector_functions.h"
#include "vector_types.h"

#define __CUDA_FP16_H__
#define __CUDA_FP16_HPP__
#define __CUDA_FP16_TYPES_EXIST__

#define FENCEPOST_NARROW __half
#define FENCEPOST_PAIR __half2
#define FENCEPOST_NARROW_RAW __half_raw
#define FENCEPOST_PAIR_RAW __half2_raw
#define FENCEPOST_NARROW_OTHER __nv_bfloat16
#define FENCEPOST_NARROW_FORMAT HalfFormat
#define FENCEPOST_NARROW_TO_PAIR __half2half2
#define FENCEPOST_NAMED(before, after) before##half##after
#define FENCEPOST_NAMED2(before, after) before##half2##after
#ifdef __CUDA_NO_HALF_CONVERSIONS__
#define FENCEPOST_NARROW_CONVERTS 0
#else
#define FENCEPOST_NARROW_CONVERTS 1
#endif
#ifdef __CUDA_NO_HALF_OPERATORS__
#define FENCEPOST_NARROW_OPERATORS 0
#else
#define FENCEPOST_NARROW_OPERATORS 1
#endif
#ifdef __CUDA_NO_HALF2_OPERATORS__
#define FENCEPOST_PAIR_OPERATORS 0
#else
#define FENCEPOST_PAIR_OPERATORS 1
#endif

#ifdef __cplusplus
#include <utility>

#include "fencepost_narrow.h"
#endif
#include "fencepost_narrow_types.inc"
#ifdef __cplusplus
#include "fencepost_narrow_functions.inc"

/// Internal in NVIDIA's header, and called by programs nonetheless.
FENCEPOST_NARROW_FUNCTION float __internal_half2float(unsigned short bits) {
  return __half2float(__ushort_as_half(bits));
}

#define CUDART_INF_FP16 __ushort_as_half(static_cast<unsigned short>(0x7c00))
#define CUDART_NAN_FP16 __ushort_as_half(static_cast<unsigned short>(0x7fff))
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(static_cast<unsigned short>(0x0001))
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(static_cast<unsigned short>(0x7bff))
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(static_cast<unsigned short>(0x8000))
#define CUDART_ZERO_FP16 __ushort_as_half(static_cast<unsigned short>(0x0000))
#define CUDART_ONE_FP16 __ushort_as_half(static_cast<unsigned short>(0x3c00))

#ifndef CUDA_NO_HALF
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
#endif
#endif  // __cplusplus

#undef FENCEPOST_NARROW
#undef FENCEPOST_PAIR
#undef FENCEPOST_NARROW_RAW
#undef FENCEPOST_PAIR_RAW
#undef FENCEPOST_NARROW_OTHER
#undef FENCEPOST_NARROW_FORMAT
#undef FENCEPOST_NARROW_TO_PAIR
#undef FENCEPOST_NARROW_CONVERTS
#undef FENCEPOST_NARROW_OPERATORS
#undef FENCEPOST_PAIR_OPERATORS
#undef FENCEPOST_NAMED
#undef FENCEPOST_NAMED2
