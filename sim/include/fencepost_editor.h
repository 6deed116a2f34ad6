// What clangd includes first in a CUDA source (docs/build-systems.md). clang's CUDA mode checks which side a function
// is for: ours are declared for both here, the C++ library's for the host.
#pragma once

#include <cstdlib>
#include "fencepost_keywords.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <tuple>
#include <vector>

// clang knows this one as the GPU's, and the C library declares the others for itself.
#define __syncthreads fencepost_editor_syncthreads
#define __sinf fencepost_editor_sinf
#define __cosf fencepost_editor_cosf
#define __tanf fencepost_editor_tanf
#define __sincosf fencepost_editor_sincosf
#define __powf fencepost_editor_powf
#define __expf fencepost_editor_expf
#define __exp10f fencepost_editor_exp10f
#define __logf fencepost_editor_logf
#define __log2f fencepost_editor_log2f
#define __log10f fencepost_editor_log10f

#pragma clang force_cuda_host_device begin
#include "cooperative_groups.h"
#include "cuda_runtime.h"
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes = 0, void* stream = nullptr);
#pragma clang force_cuda_host_device end
