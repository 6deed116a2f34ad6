// Types of pointers to functions of the driver API, <cudaTypedefs.h>: of those that cuda.h has. C and C++.
#pragma once

#include "cuda.h"

#define FENCEPOST_DRIVER_FUNCTION(name, since, form, until) \
  typedef __typeof__(&name) PFN_##name##_v##form;           \
  typedef __typeof__(&name) PFN_##name;
#include "fencepost_driver_functions.inc"
#undef FENCEPOST_DRIVER_FUNCTION
