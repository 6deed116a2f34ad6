// NVIDIA's name for a part of what cuda_runtime.h provides.
#pragma once

#include "cuda_runtime.h"
