#include "cli/contracts/command.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdio>
#include <exception>

#include "cli/base/checked_program.h"
#include "cli/base/read_source_map.h"
#include "cli/contracts/listing.h"
#include "compiler/driver/temporary.h"

namespace fencepost::cli {

CLI::App* add_contracts_command(CLI::App& app, ContractsRequest& request) {
  CLI::App* command = app.add_subcommand("contracts", "List the annotations of sources, and what of them is checked");
  command->footer(
      "  fencepost contracts scan.cu\n\n"
      "Sources need not compile. Programs check their contracts when they are compiled with\n"
      "fencepost-nvcc --contracts.\n\n"
      "Exit status: 0, 2 bad usage, 3 an annotation has a syntax error.");
  command->add_option("FILE", request.files, "CUDA sources")->required();
  command->add_flag("--json", request.json, "As JSON");
  return command;
}

int list_contracts(const ContractsRequest& request) {
  std::vector<ListedFile> files;
  bool errors = false;
  for (const std::string& path : request.files) {
    try {
      (void)compiler::read_file(path);  // Or there is no such file.
      files.push_back(list_contracts(path, *read_source_map(path, {})));
    } catch (const std::exception& error) {
      std::fprintf(stderr, "fencepost: error: %s\n", error.what());
      return kBadUsage;
    }
    for (const compiler::contract::SyntaxError& error : files.back().errors) {
      errors = true;
      std::fprintf(stderr, "%s:%u:%u: error: %s\n", path.c_str(), error.place.line, error.place.column,
                   error.message.c_str());
    }
  }
  std::fputs((request.json ? listing_json(files) : listing_text(files)).c_str(), stdout);
  return errors ? kDoesNotCompile : 0;
}

}  // namespace fencepost::cli
