// The report in Markdown: for summaries of jobs (GitHub's $GITHUB_STEP_SUMMARY), merge requests and chats.
#pragma once

#include <string>

#include "detector/model/finding.h"
#include "detector/symbols/symboliser.h"

namespace fencepost::cli {

/// A heading with the verdict, the summary line, a table of the findings, and each of them as text that unfolds
/// (`<details>`). Files are named as in render_github(). Nothing in a report is read as markup: names stand in code
/// spans, texts in fenced blocks that they cannot end. At most about `most` bytes: later findings are left out, and
/// that is said (GitHub takes 1 MiB of a step, and refuses all of what is longer).
std::string render_markdown(const detector::Report& report, detector::Symboliser& symboliser,
                            std::size_t most = std::size_t{1} << 19);

}  // namespace fencepost::cli
