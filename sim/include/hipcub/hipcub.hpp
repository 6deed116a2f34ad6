// hipCUB: CUB, by its other name. hip_bfloat16 is known with it, as with rocPRIM below AMD's.
#pragma once

#include <hip/hip_runtime.h>

#include <hip/hip_bfloat16.h>

#include <cub/cub.cuh>

namespace hipcub = cub;
