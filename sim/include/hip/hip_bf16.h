// bfloat16: the types and functions are those of CUDA.
#pragma once

#include <cuda_bf16.h>

#include "hip_runtime.h"

using __hip_bfloat16 = __nv_bfloat16;
using __hip_bfloat162 = __nv_bfloat162;
using __hip_bfloat16_raw = __nv_bfloat16_raw;
using __hip_bfloat162_raw = __nv_bfloat162_raw;
