// Copies and fills on behalf of other calls.
#pragma once

#include "sim/include/fencepost_graph_types.h"

namespace fencepost::sim {

/// As cudaMemcpy3DAsync in the default stream. Errors are those of `call`, at `pc`.
cudaError_t copy_box(const char* call, const cudaMemcpy3DParms&, const void* pc);
/// Fills `height` rows of `width` words of 1, 2 or 4 bytes.
cudaError_t fill_words(const char* call, const cudaMemsetParams&, cudaStream_t, const void* pc);

}  // namespace fencepost::sim
