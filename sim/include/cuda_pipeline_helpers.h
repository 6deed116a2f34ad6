// NVIDIA's name for a part of cuda_pipeline.h.
#pragma once

#include "cuda_pipeline.h"
