// Numbers of 4 bits, <cuda_fp4.h> (CUDA Math API, FP4 Intrinsics): E2M1, alone in the low bits of a byte, packed in
// twos and in fours, and their conversions, on the host and in kernels.
#pragma once

#include "cuda_fp6.h"

#define __CUDA_FP4_H__
#define __CUDA_FP4_HPP__
#define __CUDA_FP4_TYPES_EXIST__

typedef __nv_fp8_storage_t __nv_fp4_storage_t;
typedef __nv_fp8_storage_t __nv_fp4x2_storage_t;
typedef __nv_fp8x2_storage_t __nv_fp4x4_storage_t;
typedef enum __nv_fp4_interpretation_t { __NV_E2M1 } __nv_fp4_interpretation_t;

#ifdef __cplusplus

#define FENCEPOST_SMALL(before, after) before##fp4##after
#define FENCEPOST_WIDTH 4
#define FENCEPOST_FROM(number, format, rounding) \
  (static_cast<void>(format),                    \
   fencepost_rt::narrow::saturated_from_double<fencepost_rt::narrow::E2M1Format>(number, rounding))
#define FENCEPOST_TO(bits, format) \
  (static_cast<void>(format), fencepost_rt::narrow::small_to_float<fencepost_rt::narrow::E2M1Format>(bits))
#include "fencepost_small_functions.inc"
#undef FENCEPOST_SMALL
#undef FENCEPOST_WIDTH

#define FENCEPOST_ONE __nv_fp4_e2m1
#define FENCEPOST_TWO __nv_fp4x2_e2m1
#define FENCEPOST_FOUR __nv_fp4x4_e2m1
#define FENCEPOST_ONE_BITS __nv_fp4_storage_t
#define FENCEPOST_TWO_BITS __nv_fp4x2_storage_t
#define FENCEPOST_FOUR_BITS __nv_fp4x4_storage_t
#define FENCEPOST_WIDTH 4
#define FENCEPOST_IS_ZERO(bits) ((bits)&0x7U) == 0
#define FENCEPOST_ENCODE(number) __nv_cvt_double_to_fp4(number, __NV_E2M1, cudaRoundNearest)
#define FENCEPOST_DECODE(bits) fencepost_rt::narrow::small_to_float<fencepost_rt::narrow::E2M1Format>(bits)
#define FENCEPOST_TWO_TO_BRAIN 0
#include "fencepost_small_types.inc"

#endif  // __cplusplus
