// Options of commands that serve others: how much a run of theirs may use, and whether it is in a sandbox.
#pragma once

#include <string>

#include "cli/sandbox/bounds.h"
#include "cli/sandbox/sandbox.h"

namespace CLI {
class App;
}

namespace fencepost::cli {

struct BoundOptions {
  double timeout;      ///< Seconds.
  double longest;      ///< The most that may be said for it.
  std::string memory;  ///< As bytes_of() reads it.
  unsigned tasks;
  bool is_trusted = false;
};

/// Adds --timeout, --memory, --tasks and --trusted; what `options` holds are their defaults. `what` is bounded: "call".
void add_bound_options(CLI::App& command, BoundOptions& options, const std::string& what);

/// What was said, after parsing. Files are left as Bounds has them.
Bounds bounds_of(const BoundOptions& options);

/// Throws as Sandbox::bubblewrap() where there is none, unless the options say that none is needed.
Sandbox sandbox_of(const BoundOptions& options);

}  // namespace fencepost::cli
