// Beside what a run used: what each thread uses at any size, read off the kernel.
#pragma once

#include <vector>

#include "cli/draw/drawing.h"
#include "cli/symbolic/access_pattern.h"
#include "detector/model/permission_pattern.h"

namespace fencepost::cli {

/// Fills DrawnInterval::symbolic of `drawing`, which is of `observed`. An interval is known by the barrier before it.
/// An array is known by its name; a global one that the kernel calls otherwise, if just one parameter is left for it
/// among `all` the arrays of the launch. Nothing is filled in of a kernel that is not among `kernels`.
void add_symbolic_column(const std::vector<symbolic::KernelPattern>& kernels,
                         const std::vector<detector::PermissionPattern>& all,
                         const detector::PermissionPattern& observed, Drawing& drawing);

}  // namespace fencepost::cli
