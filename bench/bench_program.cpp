#include "bench/bench_program.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace fencepost::bench {

std::string compile(const std::string& name, const std::string& options) {
  const std::string folder = FENCEPOST_BIN_DIR "/../bench-programs/";
  std::filesystem::create_directories(folder);
  std::string program = folder + name + options;
  std::ranges::replace(program, ' ', '_');
  const std::string command = FENCEPOST_BIN_DIR "/fencepost-nvcc " + options +
                              " " FENCEPOST_SOURCE_DIR "/bench/programs/" + name + ".cu -o " + program;
  return std::system(command.c_str()) == 0 ? program : std::string();
}

std::string output_of(const std::string& program, const std::string& options) {
  const std::string command = "FENCEPOST_OPTIONS='" + options + "' " + program + " 2>/dev/null";
  std::string output;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return output;
  char buffer[512];
  while (std::fgets(buffer, sizeof(buffer), pipe) != nullptr) output += buffer;
  return pclose(pipe) == 0 ? output : std::string();
}

Result run(const std::string& program, const std::string& options) {
  Result result;
  char verdict[16] = "";
  if (std::sscanf(output_of(program, options).c_str(), "seconds %lf accesses %lf crossings %lf %15s", &result.seconds,
                  &result.accesses, &result.crossings, verdict) == 4) {
    result.right = std::string(verdict) == "right";
  }
  return result;
}

}  // namespace fencepost::bench
