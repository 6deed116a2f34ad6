// NVIDIA's name for a part of cuda_fp16.h.
#pragma once

#include "cuda_fp16.h"
