// What becomes of an order: a run within bounds, and the pages that it leaves.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/sandbox/bounds.h"
#include "cli/sandbox/sandbox.h"
#include "cli/serve/order.h"

namespace fencepost::cli {

/// Of all runs.
struct WorkPlace {
  Sandbox sandbox;
  Bounds bounds;
  unsigned threads = 1;  ///< That run blocks, of one program.
};

/// Names of the pages that a run may leave.
constexpr const char* kReportPage = "report.html";
constexpr const char* kDrawingPage = "permissions.html";
constexpr const char* kReplayPage = "replay.html";

/// Runs it, with its temporary files in $TMPDIR, and writes pages into `folder`, which exists. Returns what the client
/// is told: `state` "done" with `status`, `title`, `findings`, `output`, `errors` and `pages`, or "failed" with
/// `message`. Not thread-safe: run_bounded().
nlohmann::ordered_json do_work(const WorkPlace& place, const RunOrder& order, const std::string& folder,
                               const std::function<bool()>& goes_on);

}  // namespace fencepost::cli
