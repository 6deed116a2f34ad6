// Numbers of 6 bits, <cuda_fp6.h> (CUDA Math API, FP6 Intrinsics): E2M3 and E3M2, alone, in twos and in fours, each in
// the low bits of a byte, and their conversions, on the host and in kernels.
#pragma once

#include <assert.h>

#include "cuda_fp8.h"

#define __CUDA_FP6_H__
#define __CUDA_FP6_HPP__
#define __CUDA_FP6_TYPES_EXIST__

typedef __nv_fp8_storage_t __nv_fp6_storage_t;
typedef __nv_fp8x2_storage_t __nv_fp6x2_storage_t;
typedef __nv_fp8x4_storage_t __nv_fp6x4_storage_t;
typedef enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 } __nv_fp6_interpretation_t;

#ifdef __cplusplus

#define FENCEPOST_SMALL(before, after) before##fp6##after
#define FENCEPOST_WIDTH 8
#define FENCEPOST_FROM(number, format, rounding)                                                        \
  (format) == __NV_E2M3                                                                                 \
      ? fencepost_rt::narrow::saturated_from_double<fencepost_rt::narrow::E2M3Format>(number, rounding) \
      : fencepost_rt::narrow::saturated_from_double<fencepost_rt::narrow::E3M2Format>(number, rounding)
#define FENCEPOST_TO(bits, format)                                                                     \
  (format) == __NV_E2M3 ? fencepost_rt::narrow::small_to_float<fencepost_rt::narrow::E2M3Format>(bits) \
                        : fencepost_rt::narrow::small_to_float<fencepost_rt::narrow::E3M2Format>(bits)
#include "fencepost_small_functions.inc"
#undef FENCEPOST_SMALL
#undef FENCEPOST_WIDTH

#define FENCEPOST_ONE __nv_fp6_e2m3
#define FENCEPOST_TWO __nv_fp6x2_e2m3
#define FENCEPOST_FOUR __nv_fp6x4_e2m3
#define FENCEPOST_ONE_BITS __nv_fp6_storage_t
#define FENCEPOST_TWO_BITS __nv_fp6x2_storage_t
#define FENCEPOST_FOUR_BITS __nv_fp6x4_storage_t
#define FENCEPOST_WIDTH 8
#define FENCEPOST_IS_ZERO(bits) ((bits)&0x1fU) == 0
#define FENCEPOST_ENCODE(number) __nv_cvt_double_to_fp6(number, __NV_E2M3, cudaRoundNearest)
#define FENCEPOST_DECODE(bits) fencepost_rt::narrow::small_to_float<fencepost_rt::narrow::E2M3Format>(bits)
#define FENCEPOST_TWO_TO_BRAIN 0
#include "fencepost_small_types.inc"

#define FENCEPOST_ONE __nv_fp6_e3m2
#define FENCEPOST_TWO __nv_fp6x2_e3m2
#define FENCEPOST_FOUR __nv_fp6x4_e3m2
#define FENCEPOST_ONE_BITS __nv_fp6_storage_t
#define FENCEPOST_TWO_BITS __nv_fp6x2_storage_t
#define FENCEPOST_FOUR_BITS __nv_fp6x4_storage_t
#define FENCEPOST_WIDTH 8
#define FENCEPOST_IS_ZERO(bits) ((bits)&0x1fU) == 0
#define FENCEPOST_ENCODE(number) __nv_cvt_double_to_fp6(number, __NV_E3M2, cudaRoundNearest)
#define FENCEPOST_DECODE(bits) fencepost_rt::narrow::small_to_float<fencepost_rt::narrow::E3M2Format>(bits)
#define FENCEPOST_TWO_TO_BRAIN 0
#include "fencepost_small_types.inc"

#endif  // __cplusplus
