#include "sim/os/process.h"

#include <fstream>
#include <sstream>
#include <string>

namespace fencepost::sim {

// Fields 3 and 22 of /proc/PID/stat, behind the name in brackets, which may hold anything (proc(5)).
std::uint64_t beginning_of_process(pid_t process) {
  std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  std::getline(stat, text);
  const std::size_t bracket = text.rfind(')');
  if (bracket == std::string::npos) return 0;
  std::istringstream fields(text.substr(bracket + 1));
  std::string state, skipped;
  fields >> state;
  if (state == "Z" || state == "X") return 0;
  for (int field = 4; field < 22; ++field) fields >> skipped;
  std::uint64_t ticks = 0;
  fields >> ticks;
  return ticks;
}

}  // namespace fencepost::sim
