#include "compiler/driver/temporary.h"

#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace fencepost::compiler {

std::string temporary_root() {
  const char* const kFallback = "/tmp";
  const char* const chosen = std::getenv("TMPDIR");
  if (chosen == nullptr || *chosen == '\0') return kFallback;
  std::error_code ignored;
  if (std::filesystem::is_directory(chosen, ignored) && ::access(chosen, W_OK | X_OK) == 0) return chosen;
  std::fprintf(stderr, "fencepost: note: TMPDIR is '%s', where no file can be made; %s is used\n", chosen, kFallback);
  ::setenv("TMPDIR", kFallback, 1);
  return kFallback;
}

TemporaryDirectory::TemporaryDirectory() {
  path_ = temporary_root() + "/fencepost-XXXXXX";
  if (mkdtemp(path_.data()) == nullptr) {
    throw std::runtime_error("cannot create a temporary directory " + path_ + ": " + std::strerror(errno) +
                             "; point TMPDIR at a writable one");
  }
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string read_file(const std::string& path) {
  std::error_code ignored;
  // It could be opened, and its size is one that no string has.
  if (std::filesystem::is_directory(path, ignored))
    throw std::runtime_error("cannot read " + path + ": is a directory");
  std::ifstream file(path, std::ios::binary);
  std::string text;
  if (file) {
    file.seekg(0, std::ios::end);
    text.resize(static_cast<std::size_t>(file.tellg()));
    file.seekg(0);
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
  }
  if (!file) throw std::runtime_error("cannot read " + path + ": " + std::strerror(errno));
  return text;
}

void write_file(const std::string& path, std::string_view contents) {
  std::ofstream file(path, std::ios::binary);
  file.write(contents.data(), static_cast<std::streamsize>(contents.size()));
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path + ": " + std::strerror(errno));
}

}  // namespace fencepost::compiler
