#include "cli/check/collected.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "cli/base/checked_program.h"
#include "cli/check/journal_reader.h"
#include "compiler/driver/check_notice.h"
#include "compiler/driver/temporary.h"
#include "detector/model/process_identity.h"
#include "detector/report/processes.h"
#include "detector/report/union.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;
using detector::ProcessRecord;

ProcessRecord& process_of(Journal& journal) { return journal.report.processes.front(); }

bool is_running(const ProcessRecord& process) {
  return process.started != 0 && detector::start_of_process(process.pid) == process.started;
}

std::vector<fs::path> files_with(const std::string& folder, std::string_view extension) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == extension) files.push_back(entry.path());
  }
  // Of two images of one process "x.journal" is the first, "x-1.journal" the second.
  std::ranges::sort(files, {}, [](const fs::path& file) {
    const std::string stem = file.stem().string();
    return std::pair(stem.size(), stem);
  });
  return files;
}

/// What its journal does not tell of its end.
void complete_end(ProcessRecord& process, bool was_replaced, const std::map<pid_t, ChildEnd>& ends) {
  if (process.end != ProcessRecord::End::kLost) return;
  const auto known = ends.find(static_cast<pid_t>(process.pid));
  if (was_replaced) {
    process.end = ProcessRecord::End::kReplaced;
  } else if (is_running(process)) {
    process.end = ProcessRecord::End::kRunning;
  } else if (known != ends.end()) {
    process.end = known->second.signal != 0 ? ProcessRecord::End::kSignal : ProcessRecord::End::kExited;
    process.status = known->second.signal != 0 ? known->second.signal : known->second.status;
  }
}

/// All that the processes have written down.
std::vector<Journal> read_all(const std::string& folder, const std::map<pid_t, ChildEnd>& ends,
                              detector::ReportUnion& all) {
  std::vector<Journal> journals;
  for (const fs::path& file : files_with(folder, ".journal")) {
    if (auto journal = read_journal(file.string())) {
      journals.push_back(std::move(*journal));
    } else {
      all.add_note("a process ended before it could say which it was");
    }
  }
  // Of one process that became another program: the last is what it was in the end.
  std::map<std::string, std::size_t> images;
  for (Journal& journal : journals) ++images[detector::unique_name(process_of(journal))];
  for (Journal& journal : journals) {
    complete_end(process_of(journal), --images[detector::unique_name(process_of(journal))] != 0, ends);
  }
  std::ranges::stable_sort(journals, {}, [](const Journal& journal) {
    const ProcessRecord& process = journal.report.processes.front();
    return std::tie(process.program, process.arguments, process.host, process.started, process.pid);
  });
  return journals;
}

/// A report of nothing but that.
detector::Report not_compiled(const std::string& source) {
  detector::Report report;
  ProcessRecord record;
  record.program = source;
  record.end = ProcessRecord::End::kNotCompiled;
  record.status = kDoesNotCompile;
  report.processes.push_back(std::move(record));
  return report;
}

}  // namespace

Collected collect(const std::string& folder, const std::map<pid_t, ChildEnd>& ends, std::size_t most,
                  const detector::Baseline* baseline) {
  Collected collected;
  detector::ReportUnion all;
  for (Journal& journal : read_all(folder, ends, all)) {
    all.add(journal.report);
    if (journal.lost.empty()) continue;
    collected.lost_findings = true;
    const ProcessRecord& process = process_of(journal);
    all.add_note("process " + std::to_string(process.pid) + ", " + detector::command_text(process) +
                 ": what it found after launch " + std::to_string(process.launches) + " is missing: " + journal.lost);
  }
  for (const fs::path& file : files_with(folder, compiler::kNotCompiledExtension)) {
    all.add(not_compiled(compiler::read_file(file.string())));
    collected.has_not_compiled = true;
  }
  collected.report = all.report(most, baseline);
  detector::Report& report = collected.report;
  std::error_code error;
  detector::use_paths_from(fs::current_path(error).string(), report);
  std::ranges::move(detector::notes_on_ends(report.processes), std::back_inserter(report.notes));
  return collected;
}

bool has_running_process(const std::string& folder) {
  const std::vector<fs::path> files = files_with(folder, ".journal");
  return std::ranges::any_of(files, [](const fs::path& file) {
    auto journal = read_journal(file.string());
    return journal && process_of(*journal).end == ProcessRecord::End::kLost && is_running(process_of(*journal));
  });
}

}  // namespace fencepost::cli
