// From the user's words and the kernel's parameters to the host program.
#pragma once

#include <string>
#include <vector>

#include "cli/kernel/host_program.h"
#include "compiler/survey/kernel_list.h"

namespace fencepost::cli {

/// As on the command line.
struct KernelRequest {
  std::string target;     ///< FILE:NAME
  std::string grid;       ///< Expressions, divided by commas; empty if not given.
  std::string block;      ///< Likewise.
  std::string shared;     ///< Likewise, one.
  std::string main_file;  ///< --main
  bool cooperative = false;
  std::vector<std::string> arguments;
  std::vector<std::string> prints;  ///< NAME or NAME=all
  std::vector<std::string> saves;   ///< NAME=FILE
};

/// The plan of the program, but for the kernel's name and its file. Throws ArgumentError: of arguments that are missing
/// it shows the kernel's signature and an example of each.
HostProgram bind_arguments(const compiler::ListedKernel& kernel, const KernelRequest& request);

}  // namespace fencepost::cli
