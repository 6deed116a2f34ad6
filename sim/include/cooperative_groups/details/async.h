// NVIDIA's name for a part of cooperative_groups/memcpy_async.h.
#pragma once

#include "../../cooperative_groups/memcpy_async.h"
