// hipCUB: CUB, by its other name.
#pragma once

#include <hip/hip_runtime.h>

#include <cub/cub.cuh>

namespace hipcub = cub;
