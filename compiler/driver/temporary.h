// A directory for intermediate files.
#pragma once

#include <string>
#include <string_view>

namespace fencepost::compiler {

/// $TMPDIR, or /tmp if there is none. If no file can be made in $TMPDIR, says so and sets it to /tmp, for compilers
/// that are run later. Not thread-safe.
std::string temporary_root();

/// Created under temporary_root(), removed with its contents by the destructor.
class TemporaryDirectory {
 public:
  TemporaryDirectory();  ///< Throws std::runtime_error if it cannot be created.
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  [[nodiscard]] std::string file(std::string_view name) const { return path_ + "/" + std::string(name); }

 private:
  std::string path_;
};

/// The whole file; throws std::runtime_error, naming it, if it cannot be read.
std::string read_file(const std::string& path);

/// Replaces the file; throws std::runtime_error, naming it, if it cannot be written.
void write_file(const std::string& path, std::string_view contents);

}  // namespace fencepost::compiler
