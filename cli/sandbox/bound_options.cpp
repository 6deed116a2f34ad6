#include "cli/sandbox/bound_options.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "cli/sandbox/byte_size.h"

namespace fencepost::cli {

void add_bound_options(CLI::App& command, BoundOptions& options, const std::string& what) {
  const auto with_default = [](const std::string& text, const std::string& value) {
    return text + " (default: " + value + ")";
  };
  command
      .add_option("--timeout", options.timeout,
                  with_default("Longest time of one " + what, std::to_string(static_cast<int>(options.timeout))))
      ->check(CLI::Range(1.0, options.longest).description(""))
      ->type_name("SECONDS");
  command.add_option("--memory", options.memory, with_default("Most memory of one " + what, options.memory))
      ->check(size_error)
      ->type_name("SIZE");
  command
      .add_option("--tasks", options.tasks,
                  with_default("Most processes and threads of one " + what, std::to_string(options.tasks)))
      ->check(CLI::Range(16, 1'000'000).description(""))
      ->type_name("N");
  command.add_flag("--trusted", options.is_trusted, "Run programs without a sandbox: they can do what you can");
}

Bounds bounds_of(const BoundOptions& options) {
  Bounds bounds;
  bounds.seconds = options.timeout;
  bounds.memory = *bytes_of(options.memory);
  bounds.tasks = options.tasks;
  return bounds;
}

Sandbox sandbox_of(const BoundOptions& options) { return options.is_trusted ? Sandbox::none() : Sandbox::bubblewrap(); }

}  // namespace fencepost::cli
