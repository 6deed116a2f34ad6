// The tools that the server offers.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/tools/workshop.h"

namespace fencepost::cli {

struct ToolResult {
  std::string text;                   ///< For who asked: a few lines.
  nlohmann::ordered_json structured;  ///< The same for programs, as Tool::output has it; null if it has none.
};

struct Tool {
  std::string name, title, description;
  nlohmann::ordered_json input;   ///< JSON Schema of the arguments (schema.h).
  nlohmann::ordered_json output;  ///< Of ToolResult::structured; null: there is none.
  /// Does it. The arguments meet the schema. Throws ToolError, or another exception, about what cannot be done.
  ToolResult (*run)(Call& call);
};

/// What runs a program, and what it found: check, run, kernel, sweep, coverage.
std::vector<Tool> running_tools();
/// What works on findings: explain, propose, apply_proposal.
std::vector<Tool> finding_tools();
/// What looks at kernels otherwise: compile, permissions, prove.
std::vector<Tool> kernel_tools();

}  // namespace fencepost::cli
