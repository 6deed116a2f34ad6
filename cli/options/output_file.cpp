#include "cli/options/output_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace fencepost::cli {

namespace fs = std::filesystem;

std::string output_error(const std::string& output) {
  if (output.empty()) return {};
  std::error_code error;
  if (fs::is_directory(output, error)) return output + " is a directory; give a file's name";
  const fs::path parent = fs::path(output).parent_path();
  const std::string folder = parent.empty() ? "." : parent.string();
  const std::string& target = fs::exists(output, error) ? output : folder;
  if (::access(target.c_str(), W_OK) == 0) return {};
  return "cannot write " + output + ": " + std::strerror(errno) + "; give another file";
}

std::string write_output(const std::string& text, const std::string& output) {
  errno = 0;
  if (output.empty()) {
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    return written ? std::string() : std::string("cannot write to standard output: ") + std::strerror(errno);
  }
  std::ofstream file(output, std::ios::binary);
  file << text;
  file.close();
  return file ? std::string() : "cannot write " + output + ": " + std::strerror(errno);
}

}  // namespace fencepost::cli
