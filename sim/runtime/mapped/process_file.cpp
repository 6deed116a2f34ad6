#include "sim/runtime/mapped/process_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <string>

#include "sim/os/process.h"

namespace fencepost::sim {

ProcessFile ProcessFile::of_this_process(int descriptor) {
  return {getpid(), descriptor, beginning_of_process(getpid())};
}

bool ProcessFile::is_of_this_process() const { return process == getpid() && began == beginning_of_process(process); }

int ProcessFile::open(const char* name) const {
  if (process <= 0 || descriptor < 0 || began == 0 || began != beginning_of_process(process)) return -1;
  const std::string path = "/proc/" + std::to_string(process) + "/fd/" + std::to_string(descriptor);
  std::array<char, 128> link{};
  if (readlink(path.c_str(), link.data(), link.size() - 1) <= 0) return -1;
  if (std::string(link.data()) != std::string("/memfd:") + name + " (deleted)") return -1;
  return ::open(path.c_str(), O_RDWR | O_CLOEXEC);
}

}  // namespace fencepost::sim
