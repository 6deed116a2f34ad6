// The pipeline functions, as NVIDIA's header of this name has them.
#pragma once

#include "cuda_pipeline_primitives.h"
