// `fencepost completion bash|zsh|fish`: a script by which the shell completes words, made of the commands themselves.
#pragma once

#include <CLI/App.hpp>
#include <string>

namespace fencepost::cli {

struct CompletionRequest {
  std::string shell;  ///< bash, zsh or fish
};

CLI::App* add_completion_command(CLI::App& app, CompletionRequest& request);

/// The script for the commands and options of `app`. Words that are no command's and no option's are names of files;
/// behind `--` they are another program's.
std::string completion_script(CLI::App& app, const CompletionRequest& request);

}  // namespace fencepost::cli
