// Phrases on a finding that several formats use. Each is one line without control characters.
#pragma once

#include <string>
#include <string_view>

#include "detector/model/finding.h"
#include "detector/model/thread_groups.h"

namespace fencepost::detector {

/// "scan.cu:13"; "(unknown line)".
std::string place_text(const Location& location);

/// "256", "(16,16)".
std::string extent_text(const Index3& extent);

/// "barrier divergence" of "barrier-divergence".
std::string spaced(std::string_view name);

/// What stands before an access: "write", "waiting", "at".
std::string access_label(const Finding& finding, AccessKind kind);

/// "race on tile[17] (shared, 4 bytes) in scan(int const*, int*, int)".
std::string headline(const Finding& finding);

/// "between the barrier at scan.cu:9 and the one at scan.cu:14".
std::string bounds_text(const Finding& finding);

/// No thread of a kernel did it.
bool is_of_host(const Finding& finding);

/// "threads 0-15 of block 2", "the host".
std::string who_text(const Finding& finding, const ThreadGroup& group);

/// " at scan.cu:13 and scan.cu:11"; empty if no line is known.
std::string places_text(const Finding& finding);

/// "3 errors (race: 2, leak: 1) and 12 warnings (race) beyond --max-findings left out"; empty if nothing was.
std::string left_out_text(const Summary& summary);

}  // namespace fencepost::detector
