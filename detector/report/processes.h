// Reports that tell which process found what.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "detector/model/finding.h"
#include "detector/symbols/symboliser.h"

namespace fencepost::detector {

/// Makes `report`, of one run, one that names its process: every finding is of it. Files get their absolute paths,
/// which `symboliser` knows: those of another program may have the same names.
void name_process(Report& report, const ProcessRecord& process, Symboliser& symboliser);

/// The absolute paths of a finding's files.
void use_full_paths(Finding& finding, Symboliser& symboliser);

/// Files and programs of a report that names processes, if they lie below `folder`, are told from there.
void use_paths_from(const std::string& folder, Report& report);

/// "build/app --size 64" as a shell would take it.
std::string command_text(const ProcessRecord& process);

/// What became of it if it did not end by itself: "killed by signal 9 (Killed)"; empty if it did.
std::string end_text(const ProcessRecord& process);

/// "tests/app, and 2 more processes": who had `finding`. Empty if its report does not tell.
std::string processes_text(const Finding& finding);

/// A line for each process with findings, and how many others there were; without newlines. Empty if there are no such
/// processes.
std::vector<std::string> process_lines(const Report& report);

/// A note for each that did not end by itself.
std::vector<Note> notes_on_ends(const std::vector<ProcessRecord>& processes);

}  // namespace fencepost::detector
