#include "cli/base/libraries/library_environment.h"

#include <elf.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "cli/base/checked_program.h"
#include "compiler/driver/process.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;

/// `first` before what the variable has already.
std::string before(const std::string& first, const char* variable, char separator) {
  const char* const value = std::getenv(variable);
  return value == nullptr || *value == '\0' ? first : first + separator + value;
}

}  // namespace

std::map<std::string, std::string> library_environment() {
  std::error_code error;
  const fs::path folder = fs::canonical(beside_this_program("../lib/fencepost/shared-toolkit"), error);
  const fs::path library = folder / "lib64" / "libfencepost_cuda.so";
  if (error || !fs::exists(library, error)) return {};
  const std::string toolkit = folder.string();
  // A tensor of PyTorch's is an allocation then, not a part of one: its bounds are checked, and what it was before is
  // over.
  const char* const caching = std::getenv("PYTORCH_NO_CUDA_MEMORY_CACHING");
  return {{"PYTORCH_NO_CUDA_MEMORY_CACHING", caching != nullptr ? caching : "1"},
          {"LD_PRELOAD", before(library.string(), "LD_PRELOAD", ':')},
          {"LD_LIBRARY_PATH", before(toolkit + "/lib64", "LD_LIBRARY_PATH", ':')},
          {"PATH", before(toolkit + "/bin", "PATH", ':')},
          {"CUDA_PATH", toolkit},
          {"CUDA_HOME", toolkit},
          {"CUDA_ROOT", toolkit}};
}

std::string python_interpreter() {
  const std::string found = compiler::find_command("python3");
  return found.empty() ? compiler::find_command("python") : found;
}

bool is_python_program(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::string line;
  std::getline(in, line);
  return line.starts_with("#!") && line.find("python") != std::string::npos;
}

bool is_dynamic_executable(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  Elf64_Ehdr header{};
  in.read(reinterpret_cast<char*>(&header), sizeof header);
  if (!in || std::string_view(reinterpret_cast<const char*>(header.e_ident), SELFMAG) != ELFMAG ||
      header.e_machine != EM_X86_64 || header.e_phentsize != sizeof(Elf64_Phdr)) {
    return false;
  }
  in.seekg(static_cast<std::streamoff>(header.e_phoff));
  for (int i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr part{};
    in.read(reinterpret_cast<char*>(&part), sizeof part);
    if (in && part.p_type == PT_INTERP) return true;
  }
  return false;
}

}  // namespace fencepost::cli
