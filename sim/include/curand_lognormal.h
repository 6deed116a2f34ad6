// NVIDIA's name for a part of curand_kernel.h.
#pragma once

#include "curand_kernel.h"
