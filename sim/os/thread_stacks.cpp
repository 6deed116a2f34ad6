// The stacks of threads that the program makes. `__shared__` variables are thread-local ones, for which glibc takes
// room out of each thread's stack: a program with many kernels would leave its threads none of it.
#include <pthread.h>

#include <cstddef>

#include "sim/os/image.h"

namespace fencepost::sim {
namespace {

/// Stacks of default size become larger by what the variables take.
__attribute__((constructor(101))) void widen_thread_stacks() {
  const std::size_t variables = own_image().tls_bytes + own_image().tls_alignment;
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
}  // namespace fencepost::sim
