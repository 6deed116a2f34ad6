#include "sim/runtime/mapped/process_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <sstream>
#include <string>

namespace fencepost::sim {

namespace {

/// Field 22 of /proc/PID/stat, behind the name in brackets, which may hold anything; 0: there is no such process.
std::uint64_t beginning_of(pid_t process) {
  std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  std::getline(stat, text);
  const std::size_t bracket = text.rfind(')');
  if (bracket == std::string::npos) return 0;
  std::istringstream fields(text.substr(bracket + 1));
  std::string skipped;
  for (int field = 3; field < 22; ++field) fields >> skipped;
  std::uint64_t ticks = 0;
  fields >> ticks;
  return ticks;
}

}  // namespace

ProcessFile ProcessFile::of_this_process(int descriptor) { return {getpid(), descriptor, beginning_of(getpid())}; }

bool ProcessFile::is_of_this_process() const { return process == getpid() && began == beginning_of(process); }

int ProcessFile::open(const char* name) const {
  if (process <= 0 || descriptor < 0 || began == 0 || began != beginning_of(process)) return -1;
  const std::string path = "/proc/" + std::to_string(process) + "/fd/" + std::to_string(descriptor);
  std::array<char, 128> link{};
  if (readlink(path.c_str(), link.data(), link.size() - 1) <= 0) return -1;
  if (std::string(link.data()) != std::string("/memfd:") + name + " (deleted)") return -1;
  return ::open(path.c_str(), O_RDWR | O_CLOEXEC);
}

}  // namespace fencepost::sim
