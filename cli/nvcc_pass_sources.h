// The files that a preprocessed text was made of, as far as __CUDA_ARCH__ matters to them.
#pragma once

#include <string_view>

namespace fencepost::cli {

/// Thrust's and CUB's headers ask at run time where they are: one pass serves both, and the host's is taken.
bool is_adapted(std::string_view file);

/// True if a file that went into the preprocessed text asks for the architecture or the target, so that a pass with
/// __CUDA_ARCH__ may come out otherwise. Reads these files, but for those under the system directory; one that cannot
/// be read asks for nothing.
bool asks_for_architecture(std::string_view preprocessed, std::string_view system_directory);

}  // namespace fencepost::cli
