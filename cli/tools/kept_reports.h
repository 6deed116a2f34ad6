// The reports of a session, so that answers can be short and details be asked for later.
#pragma once

#include <deque>
#include <string>

#include "cli/tools/source.h"
#include "detector/model/finding.h"

namespace fencepost::cli {

struct KeptReport {
  std::string id;  ///< "r7"; its findings are "r7.1", "r7.2", … in their order.
  detector::Report report;
  Source source;
  std::string patch;  ///< What was verified to end races; empty if nothing was.
};

/// The last 32. Thread safety: none.
class KeptReports {
 public:
  const KeptReport& add(detector::Report report, Source source, std::string patch);

  /// Throws ToolError, which names those that there are, if there is none of that name.
  [[nodiscard]] const KeptReport& find(const std::string& id) const;

  /// The report, and the number of the finding in it (from 0), of "r7.2". Throws ToolError.
  [[nodiscard]] std::pair<const KeptReport&, std::size_t> find_finding(const std::string& id) const;

 private:
  std::deque<KeptReport> kept_;
  unsigned last_ = 0;
};

}  // namespace fencepost::cli
