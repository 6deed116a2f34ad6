// Objects for shared libraries, and for programs that load the runtime's: the host's code, with a code object in it.
#pragma once

#include <string>

namespace llvm {
class Module;
}

namespace fencepost::compiler {

/// Makes of the host's side alone what such an object has: position-independent code whose registration hands
/// `code_object`, the bytes of the file, to the runtime (sim/module/library_code.cpp). Throws std::runtime_error if a
/// variable is __managed__, which host and code object would each have.
void embed_code_object(llvm::Module& host, const std::string& code_object);

}  // namespace fencepost::compiler
