// The older name of bfloat16.
#pragma once

#include "hip_bf16.h"

using hip_bfloat16 = __nv_bfloat16;
