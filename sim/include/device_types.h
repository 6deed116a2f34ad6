// Types of kernels' functions, <device_types.h>. C and C++.
#pragma once

#include "driver_types.h"

/// Where a result that cannot be had exactly goes: to the nearest number (of two, the even one), or in one direction.
enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };
