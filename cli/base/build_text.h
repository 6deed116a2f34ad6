// What this program was built of.
#pragma once

namespace fencepost::cli {

/// "commit 8405c58f1d, LLVM 19.1.7"; no commit if it was built outside of a git tree (cmake/build_text.cmake).
extern const char* const kBuildText;

}  // namespace fencepost::cli
