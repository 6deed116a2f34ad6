#include "cli/serve/worker.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "cli/sandbox/bounded_run.h"
#include "cli/sandbox/interrupts.h"

namespace fencepost::cli {

pid_t start_worker(const std::string& folder, const std::function<void(const std::function<bool()>& goes_on)>& work) {
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child != 0) return child < 0 ? 0 : child;
  int status = 1;
  try {
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != parent) ::_exit(1);
    const int nothing = ::open("/dev/null", O_RDWR);
    for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, file);
    ::close_range(STDERR_FILENO + 1, ~0U, 0);
    ::setenv("TMPDIR", folder.c_str(), 1);
    watch_orphans();
    const Interrupts interrupts;
    bool is_asked_to_end = false;
    work([&] {
      is_asked_to_end = is_asked_to_end || interrupts.take() != 0;
      return !is_asked_to_end;
    });
    status = 0;
  } catch (const std::exception&) {
    status = 1;
  }
  ::_exit(status);
}

void end_worker(pid_t worker) { ::kill(worker, SIGTERM); }

}  // namespace fencepost::cli
