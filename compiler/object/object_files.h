// What the driver asks of objects that it did not just make.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fencepost::compiler {

/// So begins the name of a symbol that each object of -rdc=true has for itself.
inline constexpr std::string_view kRelocatableMark = "fencepost_rdc_";

/// Whether an object, or a member of an archive, defines main(). False for what is neither: the linker will say what is
/// wrong with it.
bool defines_main(const std::string& path);

/// The marks of those members of an archive that were compiled with -rdc=true. nvcc's linker takes all of them into a
/// program, whether or not anything refers to them. Empty for what is no archive.
std::vector<std::string> relocatable_members(const std::string& path);

}  // namespace fencepost::compiler
