// The folder of programs that were compiled, and of headers that were parsed, before: where it is, how much it may
// hold, who uses what of it.
#pragma once

#include <cstdint>
#include <string>

namespace fencepost::compiler {

/// Empty if it is not set.
std::string environment_variable(const char* name);

/// Where compiled programs are kept, and parsed headers.
struct CacheFolder {
  std::string path;            ///< Empty: nothing is kept.
  std::uint64_t limit = 0;     ///< Bytes that it may hold.
  bool was_asked_for = false;  ///< By $FENCEPOST_CACHE_DIR.

  [[nodiscard]] std::string headers() const { return path + "/headers"; }
};

/// $FENCEPOST_CACHE_DIR, else $XDG_CACHE_HOME/fencepost, else ~/.cache/fencepost; and $FENCEPOST_CACHE_SIZE, "500M" or
/// "2G", else 1G; with 0 nothing is kept. Throws std::runtime_error if that is no size.
CacheFolder cache_folder();

/// An advisory lock on a folder, by a file `lock` in it; works between machines that share the file system. Given up by
/// the destructor. Thread safety: none for one object; two objects exclude each other whosever they are, also in one
/// process.
class FolderLock {
 public:
  FolderLock() = default;
  ~FolderLock();
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&& other) noexcept;

  /// Makes the folder if it is not there and waits until nobody removes it any more. Not held if there can be no such
  /// folder, or nothing can be written in it, unless its file system is mounted to be read, as sandboxes do.
  static FolderLock shared(const std::string& folder);

  /// Waits until nobody else has the folder, if `waits`; else it is not held if somebody has it.
  static FolderLock exclusive(const std::string& folder, bool waits);

  [[nodiscard]] bool is_held() const { return file_ >= 0; }

  void release();

 private:
  static FolderLock take(const std::string& folder, int kind);

  int file_ = -1;
};

/// What is in a cache folder.
struct CacheContents {
  std::uint64_t programs = 0;
  std::uint64_t bytes = 0;  ///< Of the headers, too.
};

CacheContents contents_of_cache(const std::string& folder);

/// Removes the folder of one program; false if it is in use, or cannot be removed.
bool remove_from_cache(const std::string& program);

/// Removes programs and headers, those unused for the longest time first, until the rest holds at most `limit` bytes.
/// Those in use stay. Of several processes that do so one waits for the other. Whatever else lies in `folder` is left
/// alone.
void shrink_cache(const std::string& folder, std::uint64_t limit);

}  // namespace fencepost::compiler
