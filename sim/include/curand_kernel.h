// cuRAND's generators in kernels (cuRAND, "Device API"). Each piece in fencepost_random names the paper it comes from.
// What differs from NVIDIA's: docs/random.md.
#pragma once

#include <type_traits>

#include "curand.h"
#include "fencepost_random/mrg32k3a.h"
#include "fencepost_random/normal.h"
#include "fencepost_random/philox.h"
#include "fencepost_random/poisson.h"
#include "fencepost_random/sobol.h"
#include "fencepost_random/uniform.h"
#include "fencepost_random/xorwow.h"

#undef FENCEPOST_RANDOM

// Named so that a program that uses it gets one line that says so.
typedef struct curandStateMtgp32 curandStateMtgp32_t
    __attribute__((unavailable("MTGP32 generators are not supported by Fencepost")));
