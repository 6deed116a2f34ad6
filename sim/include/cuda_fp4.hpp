// NVIDIA's name for a part of cuda_fp4.h.
#pragma once

#include "cuda_fp4.h"
