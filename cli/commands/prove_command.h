// `fencepost prove`: a scan is right for every type and operator, by one checked run per size (docs/proofs.md); a
// kernel is free of races for all sizes (docs/prove.md).
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace fencepost::cli {

struct ProgramRequest;
struct KernelProofRequest;

/// Adds the subcommand `prove` with its options. When it was given, `request` is complete after app.parse(): the
/// program is the user's, or the bundled kernels/prove_scans.cu, and its arguments are those of fencepost/prove.h; or
/// `kernels` names a file whose kernels are to be proved.
CLI::App* add_prove_command(CLI::App& app, ProgramRequest& request, KernelProofRequest& kernels);

/// Does it. Returns 0 only if something was asked for and all of it was proved, 1 if not, 66 if the run has findings, 2
/// for bad usage (also a program that proves nothing), 3 if it does not compile. Messages go to standard error.
int prove(const ProgramRequest& request, const KernelProofRequest& kernels);

}  // namespace fencepost::cli
