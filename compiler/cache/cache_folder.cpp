#include "compiler/cache/cache_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

namespace fencepost::compiler {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kDefaultLimit = std::uint64_t{1} << 30;

std::optional<std::uint64_t> size_of(const std::string& text) {
  std::uint64_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string unit(stop, text.data() + text.size());
  constexpr std::string_view kUnits = "KMG";
  if (error != std::errc() || unit.size() > 1) return std::nullopt;
  if (unit.empty()) return number;
  const std::size_t power = kUnits.find(static_cast<char>(std::toupper(static_cast<unsigned char>(unit.front()))));
  if (power == std::string_view::npos) return std::nullopt;
  const unsigned shift = 10 * (static_cast<unsigned>(power) + 1);
  if (number > (UINT64_MAX >> shift)) return std::nullopt;
  return number << shift;
}

/// The name of an entry's folder: a hash, and behind it ".old.PID" while it is being removed.
bool is_entry(const fs::directory_entry& entry) {
  constexpr std::size_t kDigits = 32;
  std::error_code error;
  const std::string name = entry.path().filename().string();
  const std::string digits = name.substr(0, kDigits);
  const bool is_hash = digits.size() == kDigits && digits.find_first_not_of("0123456789abcdef") == std::string::npos;
  return is_hash && (name.size() == kDigits || name.compare(kDigits, 5, ".old.") == 0) && entry.is_directory(error) &&
         !entry.is_symlink(error);
}

/// A program, or parsed headers.
struct Entry {
  fs::file_time_type used;
  std::uint64_t bytes = 0;
  fs::path path;
};

std::vector<Entry> entries_in(const std::string& folder) {
  std::vector<Entry> entries;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (!is_entry(*at)) continue;
    Entry entry{.used = fs::file_time_type::min(), .path = at->path()};
    std::error_code vanished;  // Another process may be removing it.
    for (fs::directory_iterator file(at->path(), vanished); !vanished && file != end; file.increment(vanished)) {
      std::error_code ignored;
      const std::uint64_t bytes = file->file_size(ignored);
      if (!ignored) entry.bytes += bytes;
    }
    std::error_code none;
    entry.used = fs::last_write_time(at->path() / "manifest", none);
    if (none) entry.used = fs::last_write_time(at->path(), none);
    entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace

std::string environment_variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

CacheFolder cache_folder() {
  CacheFolder folder;
  folder.limit = kDefaultLimit;
  if (const std::string size = environment_variable("FENCEPOST_CACHE_SIZE"); !size.empty()) {
    const auto limit = size_of(size);
    if (!limit) {
      throw std::runtime_error("FENCEPOST_CACHE_SIZE: '" + size +
                               "' is not valid; give a size, e.g. 500M or 2G, or 0 to keep no programs");
    }
    folder.limit = *limit;
  }
  if (folder.limit == 0) return folder;
  std::error_code error;
  if (const std::string own = environment_variable("FENCEPOST_CACHE_DIR"); !own.empty()) {
    folder.path = fs::absolute(own, error).lexically_normal().string();
    folder.was_asked_for = true;
  } else if (const std::string xdg = environment_variable("XDG_CACHE_HOME"); xdg.starts_with('/')) {
    folder.path = xdg + "/fencepost";  // A relative XDG path is invalid by its specification.
  } else if (const std::string home = environment_variable("HOME"); !home.empty()) {
    folder.path = home + "/.cache/fencepost";
  }
  return folder;
}

FolderLock::~FolderLock() { release(); }

FolderLock::FolderLock(FolderLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

FolderLock& FolderLock::operator=(FolderLock&& other) noexcept {
  release();
  file_ = std::exchange(other.file_, -1);
  return *this;
}

void FolderLock::release() {
  if (file_ >= 0) ::close(file_);
  file_ = -1;
}

FolderLock FolderLock::take(const std::string& folder, int kind) {
  FolderLock lock;
  const std::string path = folder + "/lock";
  constexpr mode_t kMode = 0666;
  lock.file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kMode);
  // A sandbox shows it to be read: what is there can be used.
  if (lock.file_ < 0 && errno == EROFS && kind == LOCK_SH) lock.file_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (lock.file_ < 0) return lock;
  int result = 0;
  while ((result = ::flock(lock.file_, kind)) != 0 && errno == EINTR) {
  }
  struct stat held {};
  struct stat there {};
  // While this process waited the folder may have been removed, or another put in its place.
  const bool is_the_same = result == 0 && ::fstat(lock.file_, &held) == 0 && ::stat(path.c_str(), &there) == 0 &&
                           held.st_ino == there.st_ino && held.st_dev == there.st_dev;
  if (!is_the_same) lock.release();
  return lock;
}

FolderLock FolderLock::shared(const std::string& folder) {
  constexpr int kTries = 100;
  FolderLock lock;
  for (int i = 0; i < kTries && !lock.is_held(); ++i) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (::access(folder.c_str(), W_OK | X_OK) != 0 && errno != ENOENT && errno != EROFS) break;
    lock = take(folder, LOCK_SH);
  }
  return lock;
}

FolderLock FolderLock::exclusive(const std::string& folder, bool waits) {
  return take(folder, waits ? LOCK_EX : LOCK_EX | LOCK_NB);
}

CacheContents contents_of_cache(const std::string& folder) {
  CacheContents contents;
  for (const Entry& program : entries_in(folder)) {
    ++contents.programs;
    contents.bytes += program.bytes;
  }
  for (const Entry& headers : entries_in(folder + "/headers")) contents.bytes += headers.bytes;
  return contents;
}

bool remove_from_cache(const std::string& program) {
  const fs::path path(program);
  const FolderLock lock = FolderLock::exclusive(program, false);
  if (!lock.is_held()) return false;
  const fs::path old =
      path.parent_path() / (path.filename().string().substr(0, 32) + ".old." + std::to_string(getpid()));
  std::error_code error;
  // Renamed first: a process that wants the program again makes a new folder, in which nothing is removed.
  if (path != old) fs::rename(path, old, error);
  if (error) return false;
  fs::remove_all(old, error);
  return !error;
}

void shrink_cache(const std::string& folder, std::uint64_t limit) {
  const FolderLock one_at_a_time = FolderLock::exclusive(folder, true);
  std::vector<Entry> entries = entries_in(folder);
  std::ranges::move(entries_in(folder + "/headers"), std::back_inserter(entries));
  std::uint64_t bytes = 0;
  for (const Entry& entry : entries) bytes += entry.bytes;
  std::ranges::sort(entries, {}, &Entry::used);
  for (const Entry& entry : entries) {
    if (bytes <= limit) break;
    if (remove_from_cache(entry.path.string())) bytes -= entry.bytes;
  }
}

}  // namespace fencepost::compiler
