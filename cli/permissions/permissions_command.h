// `fencepost permissions`: compile if needed, run, draw which thread held which permission in each barrier interval.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/base/checked_program.h"
#include "cli/draw/drawing.h"
#include "cli/symbolic/access_pattern.h"

namespace CLI {
class App;
}

namespace fencepost::cli {

enum class DrawingFormat : std::uint8_t { kText, kSvg, kHtml, kJson };

/// What is to be drawn, and how.
struct PermissionsRequest {
  std::vector<std::string> arrays;  ///< Empty: all that the block used.
  std::uint64_t launch = 0;         ///< 0: the first that uses the array.
  std::string block = "0";          ///< A rank in the grid, or "x,y,z".
  DrawingRequest drawing;
  bool infer = false;  ///< Annotations instead of the drawings: see cli/permissions/infer_command.h.
  std::vector<std::string> sizes, check_sizes;    ///< Arguments of its runs, each to be split as by a shell.
  bool prove = false;                             ///< Also for all sizes: see cli/infer/proof.h.
  bool barriers = false;                          ///< The list of barriers instead of the drawings.
  std::vector<symbolic::KernelPattern> symbolic;  ///< What is to stand beside the drawings.
  std::optional<DrawingFormat> format;
  std::string output;                ///< A file; empty: standard output.
  std::optional<std::size_t> width;  ///< Of text; default: the terminal's.
  std::optional<bool> colour;        ///< Default: if standard output is a terminal.
};

/// Adds the subcommand `permissions` with its options. When it was given, both requests are complete after app.parse().
CLI::App* add_permissions_command(CLI::App& app, ProgramRequest& program, PermissionsRequest& request);

/// Runs and draws. The exit status is that of the run, or 2 if what was asked for is not there; messages go to standard
/// error.
int show_permissions(const ProgramRequest& program, const PermissionsRequest& request);

}  // namespace fencepost::cli
