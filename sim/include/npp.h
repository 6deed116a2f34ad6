// NPP.
#pragma once

#include "nppcore.h"
#include "nppi.h"
#include "npps.h"
