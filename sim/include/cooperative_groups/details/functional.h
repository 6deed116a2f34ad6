// NVIDIA's name for a part of cooperative_groups/reduce.h.
#pragma once

#include "../../cooperative_groups/reduce.h"
