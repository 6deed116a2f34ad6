// NVIDIA's name for mma.h.
#pragma once

#include "../mma.h"
