// Libraries of the system that compute, loaded when the first call needs them: nothing is built or linked with them.
#pragma once

#include "sim/runtime/memory/library_call.h"

namespace fencepost::sim {

/// As dlopen, whose handle it returns; null: not installed.
void* open_shared_object(const char* file);

/// False if the library, which may be null, has no such function.
bool look_up_symbol(void* library, const char* name, void** function);

template <class Function>
bool look_up(void* library, const char* name, Function*& function) {
  return look_up_symbol(library, name, reinterpret_cast<void**>(&function));
}

/// Of OpenBLAS, or what is linked with it: the same results in each run, unless OPENBLAS_NUM_THREADS is set.
void keep_openblas_on_one_thread(void* library);

/// Ends the program, as one that does not compile: `library`, of Debian's `package`, is not installed.
[[noreturn]] void end_without(const LibraryCall& call, const char* library, const char* package);

}  // namespace fencepost::sim
