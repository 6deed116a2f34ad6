#include "detector/model/process_identity.h"

#include <unistd.h>

#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>

#include "detector/model/program_words.h"

namespace fencepost::detector {
namespace {

std::string contents_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string host_name() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0 || name[0] == '\0') return "localhost";
  return name.data();
}

std::string executable() {
  std::error_code error;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? "unknown" : path.string();
}

/// It becomes a part of the name of a file.
std::string without_slashes(std::string text) {
  for (char& c : text) {
    if (c == '/') c = '_';
  }
  return text;
}

}  // namespace

ProcessRecord this_process() {
  ProcessRecord self;
  const std::string& source = source_words().path;
  self.program = source.empty() ? executable() : source;
  std::istringstream words(contents_of("/proc/self/cmdline"));
  bool is_first = true;
  for (std::string word; std::getline(words, word, '\0'); is_first = false) {
    if (!is_first) self.arguments.push_back(word);
  }
  std::error_code error;
  self.folder = std::filesystem::current_path(error).string();
  self.host = host_name();
  self.pid = static_cast<std::uint64_t>(::getpid());
  self.started = start_of_process(self.pid);
  return self;
}

std::uint64_t start_of_process(std::uint64_t pid) {
  const std::string stat = contents_of("/proc/" + std::to_string(pid) + "/stat");
  // "PID (NAME) STATE …"; the name may hold anything. The start is field 22, the state field 3.
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string::npos) return 0;
  std::istringstream fields(stat.substr(name_end + 1));
  std::string field;
  constexpr int kState = 3, kStart = 22;
  for (int number = kState; fields >> field; ++number) {
    if (number == kState && (field == "Z" || field == "X")) return 0;
    if (number != kStart) continue;
    std::uint64_t start = 0;
    std::from_chars(field.data(), field.data() + field.size(), start);
    return start;
  }
  return 0;
}

std::string unique_name(const ProcessRecord& process) {
  return without_slashes(process.host) + "-" + std::to_string(process.pid) + "-" + std::to_string(process.started);
}

std::optional<std::string> expand_file_name(const std::string& name, std::string& error) {
  std::string expanded;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] != '%') {
      expanded += name[i];
      continue;
    }
    const char word = i + 1 < name.size() ? name[++i] : '\0';
    if (word == 'p') {
      expanded += std::to_string(::getpid());
    } else if (word == 'e') {
      expanded += std::filesystem::path(executable()).filename().string();
    } else if (word == 'h') {
      expanded += without_slashes(host_name());
    } else if (word == '%') {
      expanded += '%';
    } else {
      const std::string found = word == '\0' ? "a % at the end" : std::string("%") + word;
      error = found + " stands for nothing; there are %p (process), %e (executable), %h (host) and %% (a percent sign)";
      return std::nullopt;
    }
  }
  return expanded;
}

}  // namespace fencepost::detector
