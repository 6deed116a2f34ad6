#include "cli/nvcc_temporary.h"

#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace fencepost::cli {

TemporaryDirectory::TemporaryDirectory() {
  const char* parent = std::getenv("TMPDIR");
  path_ = std::string(parent != nullptr && *parent != '\0' ? parent : "/tmp") + "/fencepost-XXXXXX";
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

}  // namespace fencepost::cli
