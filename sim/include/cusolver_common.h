// The types of cuSOLVER are in cusolverDn.h.
#pragma once

#include "cusolverDn.h"
