// NVIDIA's name for a part of curand.h.
#pragma once

#include "curand.h"
