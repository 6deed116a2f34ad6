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

// So that a program that uses them gets a line that says so.
#define FENCEPOST_NO_MTGP32 __attribute__((__unavailable__("MTGP32 generators are not supported by Fencepost")))
typedef struct fencepost_no_mtgp32 curandStateMtgp32 FENCEPOST_NO_MTGP32;
typedef struct fencepost_no_mtgp32 curandStateMtgp32_t FENCEPOST_NO_MTGP32;
#undef FENCEPOST_NO_MTGP32
