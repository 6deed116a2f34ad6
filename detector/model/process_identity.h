// Which process this is, for reports of several and for names of files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "detector/model/finding.h"

namespace fencepost::detector {

/// Program, arguments, folder, host, number and start of this process. `program` is the source, if
/// source_words() has one: then the executable has a name of no interest.
ProcessRecord this_process();

/// When process `pid` of this machine was started, as in ProcessRecord::started; 0 if there is none, or if it has ended
/// and only waits to be asked for.
std::uint64_t start_of_process(std::uint64_t pid);

/// A name that no other process has: "host-1234-567890".
std::string unique_name(const ProcessRecord& process);

/// Replaces %p by the number of this process, %e by the name of its executable, %h by that of its host, %% by a percent
/// sign. nullopt, and in `error` what there is, if `name` has another word of that form.
std::optional<std::string> expand_file_name(const std::string& name, std::string& error);

}  // namespace fencepost::detector
