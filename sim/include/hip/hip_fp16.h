// Half precision: the types and functions are those of CUDA.
#pragma once

#include <cuda_fp16.h>

#include "hip_runtime.h"
