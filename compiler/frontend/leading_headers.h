// The headers of the standard library, and of CUDA, that a source begins with.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <string>
#include <vector>

namespace fencepost::compiler {

/// Names of the standard headers, and of those in the folders `own` (each ends in '/'), that `text`, the contents of
/// `path`, includes before anything else, in order, each once; also those that headers in quotes next to it begin with.
/// What follows other code or another directive is not among them: it could mean something else there. <cassert> is
/// left out, as each inclusion of it means something. Thrust and CUB, of which copies differ, end the list.
std::vector<std::string> leading_headers(llvm::StringRef text, const std::string& path,
                                         const std::vector<std::string>& own);

}  // namespace fencepost::compiler
