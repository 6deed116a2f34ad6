#include "cli/kernel/program_place.h"

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <system_error>

#include "cli/base/content_hash.h"
#include "compiler/cache/cache_folder.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;

/// Host programs that were written before and are not used any more.
void remove_old_programs(const fs::path& folder) {
  constexpr auto kKept = std::chrono::hours(24 * 7);
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (fs::file_time_type::clock::now() - entry.last_write_time(error) > kKept) fs::remove(entry.path(), error);
  }
}

}  // namespace

ProgramPlace::ProgramPlace(const std::function<std::string(const std::string& path)>& text) {
  const std::string name = ContentHash().add(text("")).hex().substr(0, 16) + ".cu";
  const std::string cache = compiler::cache_folder().path;
  std::error_code error;
  if (!cache.empty()) {
    const fs::path folder = fs::path(cache) / "kernels";
    fs::create_directories(folder, error);
    if (::access(folder.c_str(), W_OK) == 0) {
      remove_old_programs(folder);
      path_ = (folder / name).string();
    }
  }
  if (path_.empty()) {
    temporary_ = std::make_unique<compiler::TemporaryDirectory>();
    path_ = temporary_->file(name);
  }
  // Another process may be reading it.
  const std::string unfinished = path_ + "." + std::to_string(::getpid());
  compiler::write_file(unfinished, text(path_));
  fs::rename(unfinished, path_);
}

}  // namespace fencepost::cli
