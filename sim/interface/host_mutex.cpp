#include "sim/interface/host_mutex.h"

#include <unistd.h>

#include <csignal>
#include <string_view>

#include "sim/interface/crash.h"

namespace fencepost::sim {

void HostMutex::end_for_handler() {
  constexpr std::string_view kMessage =
      "fencepost: error: a signal handler calls the CUDA runtime in the middle of another call of it, which is not "
      "allowed; let the handler set a flag, and call the runtime where the program looks at it\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kMessage.data(), kMessage.size());
  tell_crash(SIGABRT);
  _exit(128 + SIGABRT);
}

}  // namespace fencepost::sim
