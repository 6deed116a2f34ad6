// `fencepost contracts`: what the annotations of sources say, and which of it would be checked (docs/contracts.md).
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace fencepost::cli {

struct ContractsRequest {
  std::vector<std::string> files;
  bool json = false;
};

/// Adds the subcommand `contracts`. When it was given, `request` is complete after app.parse().
CLI::App* add_contracts_command(CLI::App& app, ContractsRequest& request);

/// Prints the listing. Returns 3 if an annotation is no annotation (each is told on standard error, as
/// "file:line:column: error: …"), 2 if a file cannot be read, else 0.
int list_contracts(const ContractsRequest& request);

}  // namespace fencepost::cli
