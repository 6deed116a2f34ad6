// Executables that `fencepost run` has compiled before.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/cache/cache_folder.h"

namespace fencepost::cli {

/// Everything that is known before compilation.
struct CompileRequest {
  std::string compiler;                ///< Path of fencepost-nvcc.
  std::string source;                  ///< As the user wrote it.
  std::vector<std::string> arguments;  ///< Further compiler options.
};

/// One directory per request, KEY in the cache_folder(). The key covers the request, the working directory, the
/// compiler's and the runtime's files and the environment variables they read. A `manifest` in it names the executable
/// and the hash of every file that went into it, so a changed header is noticed. Processes may share a cache:
/// everything appears by rename, an executable is never written to again, and nothing is removed that belongs to a
/// living CompileCache. One that stored something shrinks the cache to its limit in the end.
class CompileCache {
 public:
  explicit CompileCache(const CompileRequest& request);
  /// Removes the directory if it is a temporary one, i.e. if there is no cache or it cannot be written to.
  ~CompileCache();
  CompileCache(const CompileCache&) = delete;
  CompileCache& operator=(const CompileCache&) = delete;

  /// The executable, if every file it was made from is as it was then.
  [[nodiscard]] std::optional<std::string> find() const;

  /// Where the compiler shall put its output and its list of dependencies (-MD -MF). Empty if no place can be written
  /// to.
  [[nodiscard]] const std::string& new_executable() const { return new_executable_; }
  [[nodiscard]] std::string new_dependencies() const { return new_executable_ + ".d"; }

  /// Takes the compiler's output into the cache; returns the path to run.
  std::string store();

 private:
  compiler::CacheFolder folder_;
  std::string directory_;
  compiler::FolderLock in_use_;
  std::string new_executable_;
  std::string source_;
  bool is_temporary_ = false;
  bool has_stored_ = false;
};

/// The files named by a list of dependencies in make's notation, without its target.
std::vector<std::string> parse_dependencies(const std::string& text);

}  // namespace fencepost::cli
