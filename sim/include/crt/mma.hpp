// NVIDIA's name for a part of mma.h.
#pragma once

#include "../mma.h"
