#include "cli/tools/source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <filesystem>

#include "detector/text/text_layout.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestSource = std::size_t{1} << 20;

bool is_plain_name(const std::string& name) {
  constexpr std::size_t kLongest = 100;
  const auto is_plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '.' || c == '_' || c == '-'; };
  return !name.empty() && name.size() <= kLongest && name.front() != '.' && name.front() != '-' &&
         std::ranges::all_of(name, is_plain);
}

}  // namespace

Source source_of(const nlohmann::json& arguments, const std::string& root) {
  const bool has_text = arguments.contains("source");
  const bool has_path = arguments.contains("path");
  if (has_text == has_path) throw ToolError(has_text ? "give source or path, not both" : "give source, or path");
  if (has_path) {
    if (arguments.contains("name")) throw ToolError("name is that of a source; with path there is none");
    return {path_below(root, arguments.at("path")), std::nullopt};
  }
  const std::string name = arguments.value("name", "kernel.cu");
  if (!is_plain_name(name)) {
    throw ToolError("name: letters, digits, '.', '_' and '-' are expected, as in scan.cu, not " +
                    detector::cut(name, 40));
  }
  return {name, arguments.at("source").get<std::string>()};
}

std::string path_below(const std::string& root, const std::string& path) {
  const std::string shown = detector::cut(path, 200);
  if (root.empty()) throw ToolError("there is no root: start the server with --root DIR, or give the source's text");
  std::error_code error;
  const fs::path file = fs::canonical(fs::path(root) / path, error);
  const fs::path relative = file.lexically_relative(root);
  // The same for what is not there: what lies outside is nobody's business.
  if (error || relative.empty() || *relative.begin() == ".." || !fs::is_regular_file(file, error)) {
    throw ToolError(shown + ": there is no such file below the root " + root);
  }
  return relative.string();
}

std::string text_of(const Source& source, const std::string& root, const std::string& file) {
  if (source.text) {
    if (file != source.name) throw ToolError(detector::cut(file, 200) + " is no file of this source");
    return *source.text;
  }
  const std::string path = root + "/" + path_below(root, file);
  std::string text = begin_of_file(path, kLargestSource + 1);
  if (text.size() > kLargestSource) throw ToolError(detector::cut(file, 200) + " is larger than 1 MiB");
  return text;
}

std::string begin_of_file(const std::string& path, std::size_t most) {
  // What a program has put there may be a pipe, or a link to what is not its own.
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  struct stat status {};
  std::string text;
  if (file >= 0 && ::fstat(file, &status) == 0 && S_ISREG(status.st_mode)) {
    text.resize(std::min(most, static_cast<std::size_t>(status.st_size)));
    std::size_t size = 0;
    while (size < text.size()) {
      const ssize_t got = ::read(file, &text[size], text.size() - size);
      if (got == 0 || (got < 0 && errno != EINTR)) break;
      if (got > 0) size += static_cast<std::size_t>(got);
    }
    text.resize(size);
  }
  if (file >= 0) ::close(file);
  return text;
}

std::string clipped(const std::string& text, std::size_t most, std::uint64_t beyond) {
  if (text.size() <= most && beyond == 0) return text;
  std::string kept = text.substr(0, most);
  if (const std::size_t end = kept.rfind('\n'); end != std::string::npos && end > most / 2) kept.resize(end + 1);
  // Not within a character.
  while (!kept.empty() && kept.size() < text.size() && (static_cast<unsigned char>(text[kept.size()]) & 0xc0U) == 0x80U)
    kept.pop_back();
  const std::uint64_t left_out = text.size() - kept.size() + beyond;
  if (!kept.empty() && kept.back() != '\n') kept += '\n';
  return left_out == 0 ? kept : kept + "… " + detector::with_commas(left_out) + " bytes more\n";
}

}  // namespace fencepost::cli
