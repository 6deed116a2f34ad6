// The stacks of threads that the program makes. `__shared__` variables are thread-local ones, for which glibc takes
// room out of each thread's stack: a program with many kernels would leave its threads none of it.
#include <link.h>
#include <pthread.h>

#include <cstddef>

namespace {

/// Of the program itself, which dl_iterate_phdr comes to first.
int add_thread_local_bytes(dl_phdr_info* object, std::size_t, void* bytes) {
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = object->dlpi_phdr[i];
    if (part.p_type == PT_TLS) *static_cast<std::size_t*>(bytes) += part.p_memsz + part.p_align;
  }
  return 1;
}

/// Stacks of default size become larger by what the variables take.
__attribute__((constructor(101))) void widen_thread_stacks() {
  std::size_t variables = 0;
  dl_iterate_phdr(add_thread_local_bytes, &variables);
  pthread_attr_t attributes;
  std::size_t stack = 0;
  if (pthread_getattr_default_np(&attributes) != 0) return;
  if (pthread_attr_getstacksize(&attributes, &stack) == 0 &&
      pthread_attr_setstacksize(&attributes, stack + variables) == 0) {
    pthread_setattr_default_np(&attributes);
  }
  pthread_attr_destroy(&attributes);
}

}  // namespace
