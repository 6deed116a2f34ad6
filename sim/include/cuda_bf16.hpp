// NVIDIA's name for a part of cuda_bf16.h.
#pragma once

#include "cuda_bf16.h"
