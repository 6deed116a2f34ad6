// What `fencepost-nvcc --kernel-list` writes.
#pragma once

#include <string>

#include "compiler/survey/kernel_list.h"

namespace fencepost::compiler {

std::string kernel_list_json(const KernelList& list);

/// Throws std::runtime_error if `json` is none.
KernelList parse_kernel_list(const std::string& json);

}  // namespace fencepost::compiler
