// float4 and its kin: CUDA's.
#pragma once

#include <vector_functions.h>
#include <vector_types.h>
