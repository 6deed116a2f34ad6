#include "cli/contracts_command.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdio>
#include <exception>

#include "cli/checked_program.h"
#include "cli/contracts_listing.h"
#include "cli/nvcc_temporary.h"

namespace fencepost::cli {

CLI::App* add_contracts_command(CLI::App& app, ContractsRequest& request) {
  CLI::App* command = app.add_subcommand("contracts", "List the annotations of sources, and what of them is checked");
  command->footer(
      "  fencepost contracts scan.cu\n\n"
      "Sources are read as they are: neither compiled nor preprocessed. Programs check their contracts\n"
      "when they are compiled with fencepost-nvcc --contracts.\n\n"
      "Exit status: 0, 2 bad usage, 3 an annotation has a syntax error.");
  command->add_option("FILE", request.files, "CUDA sources")->required();
  command->add_flag("--json", request.json, "As JSON");
  return command;
}

int list_contracts(const ContractsRequest& request) {
  std::vector<ListedFile> files;
  bool errors = false;
  for (const std::string& path : request.files) {
    std::string text;
    try {
      text = read_file(path);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "fencepost: error: %s\n", error.what());
      return kBadUsage;
    }
    files.push_back(list_contracts(path, text));
    for (const contract::SyntaxError& error : files.back().errors) {
      errors = true;
      std::fprintf(stderr, "%s:%u:%u: error: %s\n", path.c_str(), error.place.line, error.place.column,
                   error.message.c_str());
    }
  }
  std::fputs((request.json ? listing_json(files) : listing_text(files)).c_str(), stdout);
  return errors ? kDoesNotCompile : 0;
}

}  // namespace fencepost::cli
