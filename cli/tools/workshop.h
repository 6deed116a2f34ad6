// Where tools do their work: what bounds them, and what they leave for later calls.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/sandbox/bounded_run.h"
#include "cli/sandbox/sandbox.h"
#include "cli/tools/kept_reports.h"
#include "cli/tools/source.h"

namespace fencepost::cli {

/// False ends the call.
using GoesOn = std::function<bool()>;

/// Of one session. Thread safety: none; one call at a time.
class Workshop {
 public:
  /// `root`: an absolute path without symbolic links, or "". Makes a temporary folder, which the destructor removes.
  /// Throws std::runtime_error if it cannot.
  Workshop(Sandbox sandbox, Bounds bounds, std::string root);
  ~Workshop();
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  /// Has the compiler parse its headers, unless it has before: the first call need not wait for that.
  void prepare(const GoesOn& goes_on) const;

  /// A new empty folder for a call.
  std::string new_folder();

  [[nodiscard]] const Sandbox& sandbox() const { return sandbox_; }
  [[nodiscard]] const Bounds& bounds() const { return bounds_; }
  [[nodiscard]] const std::string& root() const { return root_; }
  KeptReports& reports() { return reports_; }

 private:
  Sandbox sandbox_;
  Bounds bounds_;
  std::string root_, folder_;
  unsigned calls_ = 0;
  KeptReports reports_;
};

/// One call of a tool: its arguments, and a folder for its files, which the destructor removes.
class Call {
 public:
  Call(Workshop& workshop, const nlohmann::json& arguments, GoesOn goes_on);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  [[nodiscard]] const nlohmann::json& arguments() const { return arguments_; }
  [[nodiscard]] Workshop& workshop() const { return workshop_; }
  [[nodiscard]] bool has(const char* name) const { return arguments_.contains(name); }
  /// Strings and lists of them; empty if it was not given.
  [[nodiscard]] std::string text(const char* name) const { return arguments_.value(name, ""); }
  [[nodiscard]] std::vector<std::string> texts(const char* name) const;
  [[nodiscard]] bool flag(const char* name) const { return arguments_.value(name, false); }

  /// The source that the arguments name; from then on it lies where run() starts programs. Throws ToolError.
  const Source& take_source();
  const Source& take_source(Source source);

  /// What take_source() took.
  [[nodiscard]] const Source& source() const { return *source_; }

  /// A file for results.
  [[nodiscard]] std::string file(const std::string& name) const { return folder_ + "/" + name; }

  /// --nvcc-args with the arguments `compiler_args`, if there are any.
  [[nodiscard]] std::vector<std::string> compiler_words() const;

  /// --timeout of the program.
  [[nodiscard]] std::vector<std::string> timeout_words() const;

  /// The argument `path` or `name` so that no program takes it for an option.
  [[nodiscard]] std::string source_word() const;

  /// Runs "fencepost" or "fencepost-nvcc" with these words where the source lies, within the bounds. Throws ToolError
  /// if one is passed, or it cannot be run.
  BoundedEnd run(const std::string& program, const std::vector<std::string>& words);

 private:
  Workshop& workshop_;
  const nlohmann::json& arguments_;
  GoesOn goes_on_;
  std::string folder_, working_directory_;
  std::optional<Source> source_;
};

}  // namespace fencepost::cli
