// NVIDIA's name for a part of cooperative_groups/scan.h.
#pragma once

#include "../../cooperative_groups/scan.h"
