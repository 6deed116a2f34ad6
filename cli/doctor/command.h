// `fencepost doctor`: what of the system is there, and what is missing.
#pragma once

namespace CLI {
class App;
}

namespace fencepost::cli {

CLI::App* add_doctor_command(CLI::App& app);

/// Looks, and prints a line for each thing on standard output. Returns the exit status: 1 if something that every
/// program needs is missing.
int examine_system();

}  // namespace fencepost::cli
