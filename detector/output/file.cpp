#include "detector/output/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "detector/output/target.h"

namespace fencepost::detector {
namespace {

int output_of_reports = STDOUT_FILENO;  ///< Where those to standard output go.

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

int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

std::optional<std::string> check_report_path(const std::string& path) {
  if (report_target(path)) return std::nullopt;
  return "cannot write a report to '" + path + "': report formats are " + report_extensions() +
         "; for another name give FORMAT:FILE, as json:" + path;
}

std::optional<std::string> check_report_place(const std::string& path) {
  if (auto message = check_report_path(path)) return message;
  const std::string file = report_target(path)->path;
  if (file == kStandardOutput) return std::nullopt;
  if (std::error_code ignored; std::filesystem::is_directory(file, ignored)) return write_error(file, EISDIR);
  std::string directory = std::filesystem::path(file).parent_path().string();
  if (directory.empty()) directory = ".";
  const std::string& target = is_special(file) ? file : directory;
  if (::access(target.c_str(), W_OK) == 0) return std::nullopt;
  return write_error(file, errno);
}

void keep_standard_output_for_reports() {
  constexpr int kFirstOfOurs = 3;
  const int kept = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, kFirstOfOurs);
  if (kept < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return;
  output_of_reports = kept;
}

int standard_output_of_reports() { return output_of_reports; }

std::optional<std::string> write_text(const std::string& path, const std::string& text) {
  if (path == kStandardOutput) {
    std::fflush(stdout);
    const int error = write_all(output_of_reports, text);
    if (error == 0) return std::nullopt;
    return write_error("to standard output", error);
  }
  const int error = is_special(path) ? write_file(path, 0, text) : replace_file(path, text);
  if (error == 0) return std::nullopt;
  return write_error(path, error);
}

}  // namespace fencepost::detector
