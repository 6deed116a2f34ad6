// The name of nvToolsExt.h since NVTX 3.
#pragma once

#include "../nvToolsExt.h"
