#include "sim/library/shared_object.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

namespace fencepost::sim {

void* open_shared_object(const char* file) { return dlopen(file, RTLD_NOW | RTLD_LOCAL); }

bool look_up_symbol(void* library, const char* name, void** function) {
  *function = library == nullptr ? nullptr : dlsym(library, name);
  return *function != nullptr;
}

void keep_openblas_on_one_thread(void* library) {
  void (*set_threads)(int) = nullptr;
  if (std::getenv("OPENBLAS_NUM_THREADS") == nullptr && look_up(library, "openblas_set_num_threads", set_threads)) {
    set_threads(1);
  }
}

void end_without(const LibraryCall& call, const char* library, const char* package) {
  std::fflush(stdout);
  std::fprintf(stderr, "fencepost: error: %s%s needs %s, which is not installed: apt-get install %s\n",
               observers().guide->place_of_call(call.pc).c_str(), call.name, library, package);
  std::exit(3);
}

}  // namespace fencepost::sim
