#include "cli/sandbox/sandbox.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <stdexcept>
#include <string_view>

#include "cli/base/checked_program.h"
#include "cli/base/child_process.h"
#include "compiler/cache/cache_folder.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;

std::string path_of_bubblewrap() {
  for (const char* const path : {"/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap"}) {
    if (::access(path, X_OK) == 0) return path;
  }
  return {};
}

bool is_below(const fs::path& path, const fs::path& folder) {
  const fs::path relative = path.lexically_relative(folder);
  return !relative.empty() && *relative.begin() != "..";
}

/// Folders outside of `folder` that its symbolic links lead to: in a build they name the sources' headers.
std::set<std::string> linked_from(const fs::path& folder) {
  std::set<std::string> folders;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (!entry->is_symlink(error)) continue;
    std::error_code broken;
    const fs::path target = fs::canonical(entry->path(), broken);
    if (broken || is_below(target, "/usr")) continue;
    folders.insert((fs::is_directory(target, broken) ? target : target.parent_path()).string());
  }
  return folders;
}

/// What a C++ compiler needs of a system, and what comes with this program.
std::vector<std::string> system_files() {
  std::vector<std::string> words = {"--ro-bind", "/usr", "/usr"};
  for (const char* const folder : {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) {
    std::error_code error;
    if (fs::is_symlink(folder, error)) {
      words.insert(words.end(), {"--symlink", fs::read_symlink(folder, error).string(), folder});
    } else {
      words.insert(words.end(), {"--ro-bind-try", folder, folder});
    }
  }
  for (const char* const file : {"/etc/alternatives", "/etc/ld.so.cache"}) {
    words.insert(words.end(), {"--ro-bind-try", file, file});
  }
  return words;
}

std::vector<std::string> own_files() {
  std::vector<std::string> words;
  std::error_code error;
  const fs::path prefix = fs::canonical(beside_this_program(".."), error);
  if (error || prefix == "/usr" || is_below(prefix, "/usr")) return words;
  for (const char* const name : {"bin", "lib", "include", "share"}) {
    std::error_code none;
    // Not all that lies there: the prefix may be the user's ~/.local.
    for (const fs::directory_entry& entry : fs::directory_iterator(prefix / name, none)) {
      const std::string& path = entry.path().native();
      if (entry.path().filename().native().find("fencepost") == std::string::npos) continue;
      words.insert(words.end(), {"--ro-bind", path, path});
      for (const std::string& other : linked_from(path)) {
        if (!is_below(other, path)) words.insert(words.end(), {"--ro-bind", other, other});
      }
    }
  }
  return words;
}

}  // namespace

Sandbox Sandbox::bubblewrap() {
  Sandbox sandbox;
  sandbox.program_ = path_of_bubblewrap();
  constexpr std::string_view kElse = ", or give --trusted if what will run may do all that you may";
  if (!sandbox.is_there()) {
    throw std::runtime_error(
        "bubblewrap is not installed, which keeps programs from your files and the network; "
        "install it (apt install bubblewrap)" +
        std::string(kElse));
  }
  sandbox.system_ = system_files();
  sandbox.own_ = own_files();
  sandbox.cache_ = compiler::cache_folder().path;
  std::vector<std::string> words = {sandbox.program_, "--unshare-all"};
  words.insert(words.end(), sandbox.system_.begin(), sandbox.system_.end());
  words.insert(words.end(), {"--proc", "/proc", "--dev", "/dev", "--", "/usr/bin/env"});
  const ChildEnd end = run_child(words, {}, ChildOutput::kNowhere);
  if (!end.error.empty() || end.signal != 0 || end.status != 0) {
    throw std::runtime_error(
        "bubblewrap cannot make namespaces here (try: bwrap --unshare-all --ro-bind / / true); "
        "allow unprivileged user namespaces" +
        std::string(kElse));
  }
  return sandbox;
}

bool Sandbox::has_headers() const {
  std::error_code error;
  return !cache_.empty() && fs::is_directory(cache_ + "/headers", error);
}

std::vector<std::string> Sandbox::command(const SandboxPlace& place, const std::vector<std::string>& words) const {
  if (!is_there()) return words;
  std::vector<std::string> all = {program_, "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"};
  all.insert(all.end(), system_.begin(), system_.end());
  const std::string temporary = place.folder + "/tmp";
  all.insert(all.end(), {"--proc", "/proc", "--dev", "/dev", "--bind", temporary, "/tmp"});
  // Behind /tmp, which they may be below.
  for (const std::string& folder : place.readable) all.insert(all.end(), {"--ro-bind", folder, folder});
  all.insert(all.end(), own_.begin(), own_.end());
  all.insert(all.end(), {"--bind", place.folder, place.folder});
  if (has_headers()) {
    const std::string headers = cache_ + "/headers";
    all.insert(all.end(), {"--bind", place.folder + "/cache", cache_, "--ro-bind", headers, headers});
  }
  // What else can be written to lies in memory, or is the machine's: root may write to /proc/sys.
  all.insert(all.end(), {"--remount-ro", "/proc", "--remount-ro", "/dev", "--remount-ro", "/"});
  all.insert(all.end(), {"--chdir", place.working_directory, "--"});
  all.insert(all.end(), words.begin(), words.end());
  return all;
}

std::map<std::string, std::string> Sandbox::environment(const SandboxPlace& place) const {
  std::map<std::string, std::string> variables;
  if (is_there()) {
    variables = {{"PATH", "/usr/local/bin:/usr/bin:/bin"}, {"HOME", place.folder}, {"LANG", "C.UTF-8"}};
    if (const char* const compiler = std::getenv("FENCEPOST_CXX")) variables["FENCEPOST_CXX"] = compiler;
    if (has_headers()) variables["FENCEPOST_CACHE_DIR"] = cache_;
  } else {
    for (char** entry = environ; *entry != nullptr; ++entry) {
      const std::string_view text = *entry;
      const std::size_t equals = text.find('=');
      if (equals != std::string_view::npos) variables.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    variables.erase("FENCEPOST_OPTIONS");
  }
  variables["TMPDIR"] = place.folder + "/tmp";
  return variables;
}

}  // namespace fencepost::cli
