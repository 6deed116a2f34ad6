#include "sim/nvrtc/compiler.h"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>

#include "sim/code/kept_sources.h"
#include "sim/interface/warp_size.h"
#include "sim/nvrtc/options.h"
#include "sim/os/own_program.h"

extern char** environ;

namespace fencepost::sim {
namespace {

namespace fs = std::filesystem;

class Folder {
 public:
  Folder() {
    const char* const base = std::getenv("TMPDIR");
    std::string name = std::string(base != nullptr && *base != '\0' ? base : "/tmp") + "/fencepost-rtc-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) {
      name = "/tmp/fencepost-rtc-XXXXXX";
      if (mkdtemp(name.data()) == nullptr) name.clear();
    }
    path_ = name;
  }
  ~Folder() {
    std::error_code error;
    if (!path_.empty()) fs::remove_all(path_, error);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

/// False if there is no room for it.
bool write(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  return out.good();
}
std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// The status of the command, run in `folder`; its messages go to the file `log`.
int run(const std::vector<std::string>& words, const std::string& folder, const std::string& log) {
  // A source that does not compile is the program's affair, not that of `check`; options for nvcc are not NVRTC's.
  static constexpr std::array<std::string_view, 6> kNotForIt = {
      "FENCEPOST_CHECK=", "NVCC_PREPEND_FLAGS=",         "NVCC_APPEND_FLAGS=",
      "NVCC_CCBIN=",      "HIPCC_COMPILE_FLAGS_APPEND=", "HIPCC_LINK_FLAGS_APPEND="};
  std::vector<char*> environment;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const auto is_it = [entry](std::string_view name) { return std::string_view(*entry).starts_with(name); };
    if (std::none_of(kNotForIt.begin(), kNotForIt.end(), is_it)) environment.push_back(*entry);
  }
  environment.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addchdir_np(&files, folder.c_str());
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
  OwnChild child;
  const bool started = child.start(words, files, environment.data());
  posix_spawn_file_actions_destroy(&files);
  return started ? child.wait() : -1;
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c != '\n') result += c;
  }
  return result + "\"";
}

/// Where the source begins: what stands before it, our own headers, knows none of those that the program hands over,
/// some of which have names of the C library's.
constexpr char kSourceBegins[] = "__FENCEPOST_SOURCE_BEGINS__";

std::string header_text(const std::string& name, const std::string& text) {
  return std::string("#if !defined ") + kSourceBegins + " && __has_include_next(<" + name + ">)\n#include_next <" +
         name + ">\n#else\n#line 1\n" + text + "\n#endif\n";
}

/// What is compiled: the source, and a variable for each name expression, which the compiler tells the name of
/// (compiler/object/code_object.h).
std::string whole_text(const RtcSource& source) {
  std::string text = std::string("#define ") + kSourceBegins + "\n#line 1 \"<command line>\"\n" + source.macros;
  if (source.default_device) text += "#pragma clang force_cuda_host_device begin\n";
  text += source.includes + "#line 1 " + quoted(source.name) + "\n" + source.text + "\n";
  if (source.default_device) text += "#pragma clang force_cuda_host_device end\n";
  for (std::size_t i = 0; i < source.name_expressions.size(); ++i) {
    std::string expression = source.name_expressions[i];
    expression.erase(0, expression.find_first_not_of(" &"));
    text += "#line 1 " + quoted("name expression " + source.name_expressions[i]) +
            "\nextern \"C\" { auto fencepost_name_" + std::to_string(i) + " = &(" + expression + "); }\n";
  }
  return text;
}

/// A header's place in the folder; empty if its name leads out of it.
std::string place_of_header(const Folder& folder, const std::string& name) {
  const fs::path relative = fs::path(name).relative_path().lexically_normal();
  if (relative.empty() || relative.string().starts_with("..")) return {};
  return folder.file("headers/" + relative.string());
}

/// For those who read NVRTC's log to find out which header to add, as Jitify does: what clang says of one that it does
/// not find, before that in NVRTC's words.
std::string with_nvrtcs_words(const std::string& log, const std::string& header_folder) {
  static constexpr std::string_view kError = ": fatal error: '";
  static constexpr std::string_view kNotFound = "' file not found";
  std::string result;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line); result += line + "\n") {
    const std::size_t error = line.find(kError);
    if (error == std::string::npos || !line.ends_with(kNotFound)) continue;
    const std::size_t column = line.rfind(':', error - 1);  // FILE:LINE:COLUMN
    const std::size_t number = column == std::string::npos ? column : line.rfind(':', column - 1);
    if (number == std::string::npos) continue;
    std::string file = line.substr(0, number);
    if (file.starts_with(header_folder)) file.erase(0, header_folder.size());
    const std::string name = line.substr(error + kError.size(), line.size() - kNotFound.size() - error - kError.size());
    result += file + "(" + line.substr(number + 1, column - number - 1) +
              "): catastrophic error: cannot open source file \"" + name + "\"\n";
  }
  return result;
}

/// A source that is cut off might compile.
RtcResult without_room(const Folder& folder) {
  RtcResult result;
  result.log =
      "fencepost: error: cannot write to " + folder.path() + ": is the disk full? TMPDIR names another folder\n";
  return result;
}

}  // namespace

RtcResult compile_rtc(const RtcSource& source, const std::vector<std::string>& arguments) {
  RtcResult result;
  const std::string compiler = find_own_program("fencepost-nvcc");
  const Folder folder;
  if (compiler.empty() || folder.path().empty()) {
    result.found_compiler = false;
    result.log = compiler.empty()
                     ? "fencepost: error: cannot find fencepost-nvcc, which compiles for NVRTC; put it on PATH\n"
                     : "fencepost: error: cannot write to TMPDIR, nor to /tmp\n";
    return result;
  }
  std::error_code ignored;
  fs::create_directory(folder.file("headers"), ignored);
  for (const auto& header : source.headers) {
    const std::string place = place_of_header(folder, header.first);
    std::error_code error;
    if (place.empty()) continue;
    fs::create_directories(fs::path(place).parent_path(), error);
    if (!write(place, header_text(header.first, header.second))) return without_room(folder);
  }
  const std::string file = folder.file("source.cu");
  if (!write(file, whole_text(source))) return without_room(folder);
  std::vector<std::string> words = {compiler};
  if (source.hip) words.insert(words.end(), {"--hipcc", "-D__HIPCC_RTC__=1"});
  // As the program's, unless the options say otherwise: such code would not be loaded.
  if (source.hip && warp_size == kLargestWarpSize) words.emplace_back("-mwavefrontsize64");
  const std::string headers = folder.file("headers");
  words.insert(words.end(), {"-x", "cu", "-D__CUDACC_RTC__=1", "-I" + (source.hip ? headers : whole_value(headers))});
  words.insert(words.end(), arguments.begin(), arguments.end());
  words.insert(words.end(), {"-cubin", "--code-text", folder.file("text"), "-o", folder.file("cubin"), file});
  const int status = run(words, folder.path(), folder.file("log"));
  result.log = with_nvrtcs_words(read(folder.file("log")), folder.file("headers/"));
  result.compiled = status == 0;
  if (!result.compiled) return result;
  result.cubin = read(folder.file("cubin"));
  result.ptx = read(folder.file("text"));
  std::istringstream names(read(folder.file("cubin.names")));
  std::size_t index = 0;
  for (std::string name; names >> index >> name;) {
    if (index < source.name_expressions.size()) result.lowered_names[source.name_expressions[index]] = name;
  }
  const std::string full = source.name.starts_with('/') ? source.name : folder.file(source.name);
  keep_source(fs::path(full).lexically_normal().string(), source.text);
  keep_source(source.name, source.text);  // A name with a folder stands in debug information as it is.
  for (const auto& header : source.headers) {
    if (const std::string place = place_of_header(folder, header.first); !place.empty()) {
      keep_source(place, header.second);
    }
  }
  return result;
}

}  // namespace fencepost::sim
