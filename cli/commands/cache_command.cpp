#include "cli/commands/cache_command.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>

#include "compiler/cache/cache_folder.h"
#include "detector/text/text_layout.h"

namespace fencepost::cli {
namespace {

/// In MiB, as FENCEPOST_CACHE_SIZE counts.
std::string mebibytes(std::uint64_t bytes) {
  constexpr unsigned kShift = 20;
  return detector::with_commas(bytes >> kShift) + " MiB";
}

}  // namespace

CLI::App* add_cache_command(CLI::App& app, CacheRequest& request) {
  CLI::App* command =
      app.add_subcommand("cache", "Where compiled programs and parsed headers are kept, and how much of them there is");
  command->footer(
      "FENCEPOST_CACHE_DIR is the folder (default: ~/.cache/fencepost), FENCEPOST_CACHE_SIZE\n"
      "what it may hold, e.g. 500M or 2G (default: 1G; 0: nothing is kept). What was unused\n"
      "for the longest time goes first.\n\n"
      "Exit status: 0, 2 bad usage.");
  command->add_flag("--clear", request.clear, "Remove them all, but those that are in use");
  return command;
}

int tell_of_cache(const CacheRequest& request) {
  const compiler::CacheFolder folder = compiler::cache_folder();
  if (folder.path.empty()) {
    std::printf("no programs are kept (%s)\n", folder.limit == 0 ? "FENCEPOST_CACHE_SIZE is 0" : "there is no HOME");
    return 0;
  }
  if (request.clear) {
    compiler::shrink_cache(folder.path, 0);
    std::error_code error;
    std::filesystem::remove_all(folder.path + "/kernels", error);  // Written anew by `fencepost kernel`.
  }
  const compiler::CacheContents contents = compiler::contents_of_cache(folder.path);
  std::printf("%s: %s, %s of at most %s\n", folder.path.c_str(),
              detector::count_of(contents.programs, "program", "programs").c_str(), mebibytes(contents.bytes).c_str(),
              mebibytes(folder.limit).c_str());
  return 0;
}

}  // namespace fencepost::cli
