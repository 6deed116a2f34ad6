// What is known only at run time to be beyond Fencepost.
#pragma once

namespace fencepost::sim {

/// Ends the program, as one that does not compile ends: "fencepost: error: app.cu:12: WHAT is not supported".
[[noreturn]] void refuse(const char* what, const void* pc);

}  // namespace fencepost::sim
