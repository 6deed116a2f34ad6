// `fencepost permissions --infer`: runs a program at several sizes, writes the annotations that explain what its
// kernels did, and runs it at other sizes with them checked. See docs/inference.md.
#pragma once

#include "cli/permissions/permissions_command.h"

namespace fencepost::cli {

/// The exit status: that of a run that failed; 2 if nothing could be asked; 66 if a checked run contradicts the
/// annotations; else 0. The annotated source goes to standard output or to --output, all else to standard error.
int infer_annotations(const ProgramRequest& program, const PermissionsRequest& request);

}  // namespace fencepost::cli
