// The headers of the standard library, and of CUDA, that a source begins with.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <string>
#include <vector>

namespace fencepost::compiler {

/// Where headers lie; each folder ends in '/'. The meaning of all but the user's stays between two compilations.
struct HeaderFolders {
  std::vector<std::string> own;
  std::vector<std::string> users;      ///< In which headers in quotes are looked for (-iquote, -I), in this order.
  std::vector<std::string> libraries;  ///< Others' (-isystem): of these, headers that are read once only.
};

/// Names of the standard headers, and of those in `folders`, that `text`, the contents of `path`, includes before
/// anything else, in order, each once; also those that headers in quotes begin with. What follows other code
/// or another directive is not among them: it could mean something else there. <cassert> is left out, as each inclusion
/// of it means something. Thrust and CUB, of which copies differ, end the list.
std::vector<std::string> leading_headers(llvm::StringRef text, const std::string& path, const HeaderFolders& folders);

/// `name` lies in one of the folders, and begins with `#pragma once` or `#ifndef`.
bool is_guarded_header(const std::string& name, const std::vector<std::string>& folders);

}  // namespace fencepost::compiler
