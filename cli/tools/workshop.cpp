#include "cli/tools/workshop.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "cli/base/checked_program.h"
#include "cli/sandbox/byte_size.h"
#include "compiler/driver/temporary.h"
#include "detector/text/shell_words.h"
#include "detector/text/text_layout.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;

/// Why a run was ended; empty if it ended by itself.
std::string stop_text(Stopped stopped, const Bounds& bounds) {
  switch (stopped) {
    case Stopped::kNot:
      return {};
    case Stopped::kTime:
      return "stopped: not done after " + std::to_string(static_cast<unsigned>(bounds.seconds)) +
             " s (--timeout of the server)";
    case Stopped::kMemory:
      return "stopped: it used more than " + size_text(bounds.memory) + " of memory (--memory of the server)";
    case Stopped::kTasks:
      return "stopped: it had more than " + std::to_string(bounds.tasks) + " processes and threads";
    case Stopped::kDisk:
      return "stopped: it wrote more than " + size_text(bounds.disk) +
             " of files, or nested folders more than 200 deep";
    case Stopped::kCancelled:
      return "cancelled";
  }
  return {};
}

}  // namespace

Workshop::Workshop(Sandbox sandbox, Bounds bounds, std::string root)
    : sandbox_(std::move(sandbox)), bounds_(bounds), root_(std::move(root)) {
  std::string name = fs::canonical(compiler::temporary_root()).string() + "/fencepost-work-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error(name + ": " + std::strerror(errno));
  folder_ = name;
}

Workshop::~Workshop() { remove_tree(folder_); }

void Workshop::prepare(const GoesOn& goes_on) const {
  const std::string source = folder_ + "/headers.cu";
  compiler::write_file(source, "__global__ void nothing() {}\n");
  const std::vector<std::string> words = {beside_this_program("fencepost-nvcc"), "-c", source, "-o",
                                          folder_ + "/headers.o"};
  // It is our source: what it leaves in the user's cache, sandboxes may read.
  BoundedCommand command{words, Sandbox::none().environment({folder_, folder_, {}}), folder_, folder_};
  command.environment["TMPDIR"] = folder_;
  run_bounded(command, bounds_, goes_on);
}

std::string Workshop::new_folder() {
  std::string folder = folder_ + "/" + std::to_string(++calls_);
  for (const char* const name : {"", "/tmp", "/cache", "/work"}) fs::create_directory(folder + name);
  return folder;
}

Call::Call(Workshop& workshop, const nlohmann::json& arguments, GoesOn goes_on)
    : workshop_(workshop),
      arguments_(arguments),
      goes_on_(std::move(goes_on)),
      folder_(workshop.new_folder()),
      working_directory_(folder_ + "/work") {}

Call::~Call() { remove_tree(folder_); }

std::vector<std::string> Call::texts(const char* name) const {
  return arguments_.contains(name) ? arguments_.at(name).get<std::vector<std::string>>() : std::vector<std::string>{};
}

const Source& Call::take_source() { return take_source(source_of(arguments_, workshop_.root())); }

const Source& Call::take_source(Source source) {
  source_ = std::move(source);
  if (source_->text) {
    compiler::write_file(working_directory_ + "/" + source_->name, *source_->text);
  } else {
    working_directory_ = workshop_.root();
  }
  return *source_;
}

std::vector<std::string> Call::compiler_words() const {
  std::string words;
  for (const std::string& word : texts("compiler_args"))
    words += (words.empty() ? "" : " ") + detector::quoted_word(word);
  if (words.empty()) return {};
  return {"--nvcc-args", words};
}

std::vector<std::string> Call::timeout_words() const {
  constexpr double kUsual = 20;
  const double most = workshop_.bounds().seconds;
  // The report of an endless kernel says where it stands: it is to come before the end of the call.
  const double seconds = std::min(arguments_.value("timeout", std::min(kUsual, most / 2)), most);
  return {"--timeout", std::to_string(seconds)};
}

std::string Call::source_word() const {
  const std::string& name = source_->name;
  return name.starts_with('-') ? "./" + name : name;
}

BoundedEnd Call::run(const std::string& program, const std::vector<std::string>& words) {
  SandboxPlace place{folder_, working_directory_, {}};
  if (!workshop_.root().empty()) place.readable.push_back(workshop_.root());
  std::vector<std::string> all = {beside_this_program(program)};
  all.insert(all.end(), words.begin(), words.end());
  const Sandbox& sandbox = workshop_.sandbox();
  BoundedEnd end = run_bounded({sandbox.command(place, all), sandbox.environment(place), working_directory_, folder_},
                               workshop_.bounds(), goes_on_);
  if (!end.end.error.empty()) throw ToolError("cannot run " + program + ": " + end.end.error);
  const std::string stopped = stop_text(end.stopped, workshop_.bounds());
  if (!stopped.empty()) throw ToolError(stopped);
  return end;
}

}  // namespace fencepost::cli
