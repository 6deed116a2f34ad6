// `fencepost cache`: the programs that are kept.
#pragma once

namespace CLI {
class App;
}

namespace fencepost::cli {

struct CacheRequest {
  bool clear = false;
};

CLI::App* add_cache_command(CLI::App& app, CacheRequest& request);

/// Returns the exit status.
int tell_of_cache(const CacheRequest& request);

}  // namespace fencepost::cli
