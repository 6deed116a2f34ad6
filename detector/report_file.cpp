#include "detector/report_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string_view>

namespace fencepost::detector {
namespace {

/// 0, or the errno of what failed.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

int write_file(const std::string& path, int flags, std::string_view text) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666);
  if (descriptor < 0) return errno;
  int error = write_all(descriptor, text);
  if (::close(descriptor) != 0 && error == 0) error = errno;
  return error;
}

/// Beside the target, so that the rename stays within one file system.
int replace_file(const std::string& path, std::string_view text) {
  const std::string temporary = path + ".tmp." + std::to_string(::getpid());
  int error = write_file(temporary, O_CREAT | O_TRUNC, text);
  if (error == 0 && std::rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) ::unlink(temporary.c_str());
  return error;
}

std::string write_error(const std::string& path, int error) {
  return "cannot write report " + path + ": " + std::strerror(error);
}

/// A pipe or device (or a link to one) must be written to, not replaced.
bool is_special(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

}  // namespace

std::optional<std::string> check_report_path(const std::string& path) {
  if (format_of_file(path)) return std::nullopt;
  return "cannot write a report to '" + path + "': report formats are " + report_extensions();
}

std::optional<std::string> check_report_place(const std::string& path) {
  if (auto message = check_report_path(path)) return message;
  std::string directory = std::filesystem::path(path).parent_path().string();
  if (directory.empty()) directory = ".";
  const std::string& target = is_special(path) ? path : directory;
  if (::access(target.c_str(), W_OK) == 0) return std::nullopt;
  return write_error(path, errno);
}

std::optional<std::string> write_report(const std::string& path, const Report& report, Symboliser& symboliser,
                                        const Rendering& rendering) {
  if (auto message = check_report_path(path)) return message;
  return write_text(path, render(report, *format_of_file(path), symboliser, rendering));
}

std::optional<std::string> write_text(const std::string& path, const std::string& text) {
  const int error = is_special(path) ? write_file(path, 0, text) : replace_file(path, text);
  if (error == 0) return std::nullopt;
  return write_error(path, error);
}

}  // namespace fencepost::detector
