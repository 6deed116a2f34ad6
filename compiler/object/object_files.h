// What the driver asks of objects that it did not just make.
#pragma once

#include <string>

namespace fencepost::compiler {

/// Whether an object, or a member of an archive, defines main(). False for what is neither: the linker will say what is
/// wrong with it.
bool defines_main(const std::string& path);

}  // namespace fencepost::compiler
