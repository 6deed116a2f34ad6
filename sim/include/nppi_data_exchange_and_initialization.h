// A part of NPP for images.
#pragma once

#include "nppi.h"
