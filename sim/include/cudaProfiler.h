// NVIDIA's name for a part of what cuda.h provides.
#pragma once

#include "cuda.h"
