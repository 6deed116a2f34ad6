// bfloat16, <cuda_bf16.h> (CUDA Math API, Bfloat16 Precision Intrinsics): the upper half of a float, alone and in
// pairs, on the host and in kernels. Every operation rounds once, to nearest even unless its name says otherwise.
#pragma once

#include "cuda_fp16.h"

#define __CUDA_BF16_H__
#define __CUDA_BF16_HPP__
#define __CUDA_BF16_TYPES_EXIST__

#define FENCEPOST_NARROW __nv_bfloat16
#define FENCEPOST_PAIR __nv_bfloat162
#define FENCEPOST_NARROW_RAW __nv_bfloat16_raw
#define FENCEPOST_PAIR_RAW __nv_bfloat162_raw
#define FENCEPOST_NARROW_OTHER __half
#define FENCEPOST_NARROW_FORMAT BrainFormat
#define FENCEPOST_NARROW_TO_PAIR __bfloat162bfloat162
#define FENCEPOST_NAMED(before, after) before##bfloat16##after
#define FENCEPOST_NAMED2(before, after) before##bfloat162##after
#ifdef __CUDA_NO_BFLOAT16_CONVERSIONS__
#define FENCEPOST_NARROW_CONVERTS 0
#else
#define FENCEPOST_NARROW_CONVERTS 1
#endif
#ifdef __CUDA_NO_BFLOAT16_OPERATORS__
#define FENCEPOST_NARROW_OPERATORS 0
#else
#define FENCEPOST_NARROW_OPERATORS 1
#endif
#ifdef __CUDA_NO_BFLOAT162_OPERATORS__
#define FENCEPOST_PAIR_OPERATORS 0
#else
#define FENCEPOST_PAIR_OPERATORS 1
#endif

#include "fencepost_narrow_types.inc"
#ifdef __cplusplus
#include "fencepost_narrow_functions.inc"

#ifndef __CUDA_NO_HALF_CONVERSIONS__
FENCEPOST_NARROW_FUNCTION __half::__half(const __nv_bfloat16 value)
    : __x(fencepost_rt::narrow::from_float<fencepost_rt::narrow::HalfFormat>(__bfloat162float(value))) {}
#endif
#ifndef __CUDA_NO_BFLOAT16_CONVERSIONS__
FENCEPOST_NARROW_FUNCTION __nv_bfloat16::__nv_bfloat16(const __half value)
    : __x(fencepost_rt::narrow::from_float<fencepost_rt::narrow::BrainFormat>(__half2float(value))) {}
#endif

/// Internal in NVIDIA's header, and called by programs nonetheless.
FENCEPOST_NARROW_FUNCTION float __internal_bfloat162float(unsigned short bits) {
  return __bfloat162float(__ushort_as_bfloat16(bits));
}

#define CUDART_INF_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7f80))
#define CUDART_NAN_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7fff))
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x0001))
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7f7f))
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x8000))
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x0000))
#define CUDART_ONE_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x3f80))

#ifndef CUDA_NO_BFLOAT16
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
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
