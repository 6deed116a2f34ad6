// The system that Fencepost runs on: which distribution, and what a command there says.
#pragma once

#include <string>
#include <vector>

namespace fencepost::cli {

enum class Distribution { kDebian, kFedora, kOther };

/// By ID and ID_LIKE of a file in the format of os-release(5). A file that cannot be read: kOther.
Distribution distribution_of(const std::string& os_release);

/// A package under its names on Debian (Ubuntu, …) and Fedora (RHEL, …); empty where it has none.
struct Package {
  std::string debian, fedora;
};

/// What the user enters to install the packages, a line for each kind of system that it may be; empty if there are
/// none.
std::vector<std::string> install_commands(Distribution distribution, const std::vector<Package>& packages);

struct CommandOutput {
  int status = 0;    ///< Of exit(); 127 if the program was not found, 128 + N if signal N ended it.
  std::string text;  ///< On standard output and standard error.

  [[nodiscard]] std::string first_line() const { return text.substr(0, text.find('\n')); }
};

/// Runs a command, looked for on PATH, without standard input, and waits for it.
CommandOutput output_of(const std::vector<std::string>& words);

}  // namespace fencepost::cli
