// The device's code alone, for -cubin, -fatbin and -ptx.
#pragma once

#include <span>
#include <string>

namespace llvm {
class Module;
}

namespace fencepost::compiler {

/// Leaves of both sides, merged, what kernels need: their table becomes the one symbol that others see, and a section
/// says what the file is (sim/code/code_object.h). If `relocatable` others see the device's functions and variables,
/// too: it may be linked with other code objects. Nothing runs when it is loaded. Returns what NVRTC wants to know: for
/// each variable fencepost_name_N of the host's, which is the address of a kernel or a variable, a line "N NAME".
std::string make_code_object(llvm::Module& module, bool relocatable);

/// Puts its sum into a code object, of which these are the bytes: who loads it sees whether it is damaged.
void seal_code_object(std::span<char> object);

/// A code object as text: what -ptx writes.
std::string code_object_text(const std::string& object);

}  // namespace fencepost::compiler
