// What a search found, in words and as a report.
#pragma once

#include <string>
#include <vector>

#include "cli/fuzz/corpus.h"
#include "cli/fuzz/inputs/space.h"
#include "cli/fuzz/search.h"
#include "detector/model/finding.h"

namespace fencepost::cli {

/// All of it, each finding as the run of its smallest input saw it, with the command that runs it again; at most `most`
/// findings. Writes what those commands need into the corpus.
detector::Report fuzz_report(const FuzzSearch& search, const FuzzSpace& space, const FuzzCorpus& corpus,
                             std::size_t most);

/// For standard output: the findings in a line or two each, how many inputs were tried, what they reached and never
/// reached. The same for the same search, but for nothing that depends on time.
std::string fuzz_text(const FuzzSearch& search, const detector::Report& report, const FuzzCorpus& corpus);

/// The question that a guard is; empty if there are none.
std::string guards_text(const std::vector<LooseGuard>& guards);

/// For a file of the corpus: each line, and the first input that reached it.
std::string reached_text(const FuzzSearch& search);

}  // namespace fencepost::cli
