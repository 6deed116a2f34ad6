#include "cli/base/compile_cache.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "cli/base/content_hash.h"
#include "compiler/cache/file_stamp.h"
#include "compiler/driver/temporary.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;

/// System headers change with the system only; the user's files are read.
std::string fingerprint_of(const std::string& path) {
  return path.starts_with("/usr/") ? compiler::stamp_of(path) : hash_of_file(path).value_or("absent");
}

std::vector<std::string> files_in(const fs::path& directory) {
  std::error_code error;
  std::vector<std::string> paths;
  for (const auto& entry : fs::directory_iterator(directory, error)) paths.push_back(entry.path().string());
  std::ranges::sort(paths);
  return paths;
}

std::string key_of(const CompileRequest& request) {
  std::error_code error;
  const fs::path compiler = fs::canonical(request.compiler, error);
  ContentHash hash;
  hash.add(fs::absolute(request.source, error).lexically_normal().string());
  // The source's path as given, and the directory, are in the debug information.
  hash.add(request.source).add(fs::current_path(error).string());
  for (const std::string& argument : request.arguments) hash.add(argument);
  hash.add(compiler.string()).add(compiler::stamp_of(compiler.string()));
  const fs::path prefix = compiler.parent_path().parent_path();
  hash.add(compiler::stamp_of((prefix / "lib" / "libfencepost_rt.a").string()));
  for (const std::string& plugin : files_in(prefix / "lib" / "fencepost"))
    hash.add(plugin).add(compiler::stamp_of(plugin));
  for (const char* variable : {"FENCEPOST_CXX", "CXX", "CPATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "PATH",
                               "NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS", "NVCC_CCBIN"}) {
    hash.add(compiler::environment_variable(variable));
  }
  return hash.hex();
}

std::string temporary_directory() {
  std::string path = compiler::temporary_root() + "/fencepost-XXXXXX";
  return ::mkdtemp(path.data()) != nullptr ? path : std::string();
}

/// What an earlier version of the source or an interrupted compilation left. Nobody else may have the folder.
void remove_stale(const fs::path& directory) {
  std::ifstream manifest(directory / "manifest");
  std::string current;
  std::getline(manifest, current);
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory, error)) {
    const std::string name = entry.path().filename().string();
    if (name != current && name != "manifest" && name != "lock") fs::remove(entry.path(), error);
  }
}

}  // namespace

CompileCache::CompileCache(const CompileRequest& request) : folder_(compiler::cache_folder()), source_(request.source) {
  if (!folder_.path.empty()) {
    directory_ = folder_.path + "/" + key_of(request);
    in_use_ = compiler::FolderLock::shared(directory_);
    if (!in_use_.is_held() && folder_.was_asked_for) {
      std::fprintf(stderr, "fencepost: note: FENCEPOST_CACHE_DIR is '%s', where no program can be kept\n",
                   folder_.path.c_str());
    }
  }
  if (!in_use_.is_held()) {
    directory_ = temporary_directory();
    is_temporary_ = true;
  }
  if (!directory_.empty()) new_executable_ = directory_ + "/new-" + std::to_string(::getpid());
}

CompileCache::~CompileCache() {
  std::error_code error;
  if (directory_.empty()) return;
  if (is_temporary_) {
    fs::remove_all(directory_, error);
    return;
  }
  fs::remove(new_executable_, error);
  fs::remove(new_dependencies(), error);
  in_use_.release();
  if (!fs::exists(directory_ + "/manifest", error)) {  // Nothing came of it.
    compiler::remove_from_cache(directory_);
    return;
  }
  if (!has_stored_) return;
  if (const compiler::FolderLock alone = compiler::FolderLock::exclusive(directory_, false); alone.is_held())
    remove_stale(directory_);
  compiler::shrink_cache(folder_.path, folder_.limit);
}

std::optional<std::string> CompileCache::find() const {
  std::ifstream manifest(directory_ + "/manifest");
  std::string name;
  if (!std::getline(manifest, name)) return std::nullopt;
  const std::string executable = directory_ + "/" + name;
  if (::access(executable.c_str(), X_OK) != 0) return std::nullopt;
  for (std::string line; std::getline(manifest, line);) {
    const std::size_t blank = line.find(' ');
    if (blank == std::string::npos || fingerprint_of(line.substr(blank + 1)) != line.substr(0, blank)) {
      return std::nullopt;
    }
  }
  std::error_code error;
  fs::last_write_time(directory_ + "/manifest", fs::file_time_type::clock::now(), error);
  return executable;
}

std::string CompileCache::store() {
  std::ifstream list(new_dependencies());
  std::vector<std::string> files = parse_dependencies({std::istreambuf_iterator<char>(list), {}});
  // Without the list of headers a change could go unnoticed: run it, do not keep it.
  if (is_temporary_ || files.empty()) return new_executable_;
  std::string lines;
  ContentHash hash;
  for (const std::string& file : files) {
    const std::string fingerprint = fingerprint_of(file);
    lines += fingerprint + " " + file + "\n";
    hash.add(file).add(fingerprint);
  }
  const std::string name = fs::path(source_).stem().string() + "-" + hash.hex();
  const std::string new_manifest = new_executable_ + ".manifest";
  std::error_code error;
  {
    std::ofstream manifest(new_manifest);
    manifest << name << "\n" << lines;
    if (!manifest.flush()) return new_executable_;
  }
  fs::rename(new_executable_, directory_ + "/" + name, error);
  if (error) return new_executable_;
  fs::rename(new_manifest, directory_ + "/manifest", error);
  has_stored_ = true;
  return directory_ + "/" + name;
}

std::vector<std::string> parse_dependencies(const std::string& text) {
  std::vector<std::string> files;
  std::string word;
  bool in_target = true;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : '\n';
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (c == '\\' && (next == ' ' || next == '#' || next == '\\')) {
      word += text[++i];
    } else if (c == '$' && next == '$') {
      word += text[++i];
    } else if (c == '\\' && next == '\n') {
      continue;
    } else if (c != ' ' && c != '\n' && c != '\t') {
      word += c;
    } else if (!word.empty()) {
      // "app.o:" ends the target; -MP adds rules without prerequisites, whose targets are files already listed.
      if (word.back() == ':') {
        in_target = false;
      } else if (!in_target && std::ranges::find(files, word) == files.end()) {
        files.push_back(word);
      }
      word.clear();
    }
  }
  return files;
}

}  // namespace fencepost::cli
