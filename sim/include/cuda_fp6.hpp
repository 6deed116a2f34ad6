// NVIDIA's name for a part of cuda_fp6.h.
#pragma once

#include "cuda_fp6.h"
