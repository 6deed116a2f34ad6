// A part of NPP for signals.
#pragma once

#include "npps.h"
