// NVIDIA's name for a part of cudnn.h.
#pragma once

#include "cudnn.h"
