// NVIDIA's name for a part of cuda_awbarrier.h.
#pragma once

#include "cuda_awbarrier.h"
