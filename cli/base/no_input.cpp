#include "cli/base/no_input.h"

#include <fcntl.h>
#include <unistd.h>

namespace fencepost::cli {

NoInput::NoInput() : saved_(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)) {
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (nothing < 0) return;
  ::dup2(nothing, STDIN_FILENO);
  if (nothing != STDIN_FILENO) ::close(nothing);
}

NoInput::~NoInput() {
  if (saved_ < 0) return;
  ::dup2(saved_, STDIN_FILENO);
  ::close(saved_);
}

}  // namespace fencepost::cli
