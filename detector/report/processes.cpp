#include "detector/report/processes.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string_view>

#include "detector/text/shell_words.h"
#include "detector/text/text_layout.h"

namespace fencepost::detector {
namespace {

using ChangeFile = std::function<void(std::string&)>;

void for_each_file(Finding& finding, const ChangeFile& change) {
  const auto in = [&](Location& location) {
    if (location.line != 0) change(location.file);
  };
  for (FindingAccess& access : finding.accesses) {
    in(access.location);
    for (Location& frame : access.stack) in(frame);
  }
  if (finding.object) in(finding.object->declared);
  for (Bound* bound : {&finding.interval_begin, &finding.interval_end}) {
    if (*bound) in(**bound);
  }
}

std::string from_folder(const std::string& path, std::string_view folder) {
  const bool is_below = path.size() > folder.size() + 1 && path.starts_with(folder) && path[folder.size()] == '/';
  return is_below ? path.substr(folder.size() + 1) : path;
}

}  // namespace

void use_full_paths(Finding& finding, Symboliser& symboliser) {
  for_each_file(finding, [&](std::string& file) {
    file = std::filesystem::path(symboliser.full_path(file)).lexically_normal().string();
  });
}

void name_process(Report& report, const ProcessRecord& process, Symboliser& symboliser) {
  report.processes = {process};
  ProcessRecord& self = report.processes.front();
  self.launches = report.summary.launches;
  self.errors = report.summary.errors;
  self.warnings = report.summary.warnings;
  self.kernels = report.kernels;
  report.summary.processes = 1;
  for (auto* findings : {&report.findings, &report.suppressed}) {
    for (Finding& finding : *findings) {
      use_full_paths(finding, symboliser);
      finding.processes = {1};
      finding.program = process.program;
    }
  }
}

void use_paths_from(const std::string& folder, Report& report) {
  if (report.processes.empty()) return;
  const auto shorten = [&](std::string& path) { path = from_folder(path, folder); };
  for (auto* findings : {&report.findings, &report.suppressed}) {
    for (Finding& finding : *findings) {
      for_each_file(finding, shorten);
      shorten(finding.program);
    }
  }
  for (ProcessRecord& process : report.processes) shorten(process.program);
}

std::string command_text(const ProcessRecord& process) {
  std::string text = quoted_word(process.program);
  for (const std::string& word : process.arguments) text += " " + quoted_word(word);
  return text;
}

std::string end_text(const ProcessRecord& process) {
  const std::string until = process.launches == 0
                                ? "before its first launch"
                                : "findings up to launch " + with_commas(process.launches) + " are told";
  switch (process.end) {
    case ProcessRecord::End::kExited:
      break;
    case ProcessRecord::End::kSignal:
      return "killed by signal " + std::to_string(process.status) + " (" + strsignal(process.status) + "): " + until;
    case ProcessRecord::End::kReplaced:
      return "replaced itself by another program, with exec: " + until;
    case ProcessRecord::End::kRunning:
      return "still running: " + until;
    case ProcessRecord::End::kLost:
      return "ended without its report, as by kill -9 or exec: " + until;
    case ProcessRecord::End::kNotCompiled:
      return "does not compile: nothing of it was checked";
  }
  return {};
}

std::string processes_text(const Finding& finding) {
  if (finding.processes.empty()) return {};
  const std::size_t more = finding.processes.size() - 1;
  return finding.program + (more == 0 ? "" : ", and " + count_of(more, "more process", "more processes"));
}

std::vector<std::string> process_lines(const Report& report) {
  constexpr std::size_t kMost = 20;
  std::vector<std::string> lines;
  std::size_t left = 0, others = 0;
  for (const ProcessRecord& process : report.processes) {
    if (process.errors + process.warnings == 0) {
      ++others;
    } else if (lines.size() == kMost) {
      ++left;
    } else {
      lines.push_back(printable(command_text(process)) + ": " + count_of(process.errors, "error", "errors") + ", " +
                      count_of(process.warnings, "warning", "warnings"));
    }
  }
  if (left != 0) lines.push_back(count_of(left, "more process", "more processes") + " with findings");
  if (others != 0 && !lines.empty()) lines.push_back(count_of(others, "process", "processes") + " without findings");
  return lines;
}

std::vector<Note> notes_on_ends(const std::vector<ProcessRecord>& processes) {
  std::vector<Note> notes;
  for (const ProcessRecord& process : processes) {
    const std::string end = end_text(process);
    if (end.empty()) continue;
    const bool is_process = process.end != ProcessRecord::End::kNotCompiled;
    const std::string which = is_process ? "process " + std::to_string(process.pid) + ", " : "";
    notes.push_back({Note::Kind::kProcess, which + command_text(process) + ": " + end});
  }
  return notes;
}

}  // namespace fencepost::detector
