// fencepost-nvcc: compiles CUDA C++ for the CPU, with every memory access observable.
#include <exception>
#include <iostream>
#include <string>
#include <variant>
#include <vector>

#include "compiler/driver/environment.h"
#include "compiler/driver/hip_options.h"
#include "compiler/driver/options.h"
#include "compiler/driver/process.h"
#include "compiler/driver/toolchain.h"
#include "compiler/pipeline/pipeline.h"

namespace {

/// `arguments` are this command's own.
int run(const std::vector<std::string>& arguments) {
  using namespace fencepost::compiler;
  const std::vector<std::string> all = with_environment(arguments);
  const auto parsed = parse_nvcc_options(of_hipcc(all) ? nvcc_arguments(all) : all);
  if (const auto* error = std::get_if<UsageError>(&parsed)) {
    // CMake asks with `-v` and a name that is no file's; in front of them stands what the shared toolkit's nvcc puts
    // there.
    const bool shared = !arguments.empty() && arguments.front() == "--shared-runtime";
    if (arguments.size() > std::size_t{shared} && arguments[std::size_t{shared}] == "-v") {
      std::cerr << environment_lines(find_toolchain({}), shared);
    }
    std::cerr << variables_with_flags(arguments) + "fencepost-nvcc: " + error->message + "\n";
    return kExitUsage;
  }
  const auto& options = std::get<NvccOptions>(parsed);
  if (options.help) {
    std::cout << nvcc_help();
    return 0;
  }
  if (options.version) {
    std::cout << version_text(options.cuda_version);
    return 0;
  }
  if (!options.list.empty()) {
    for (const int number : known_architectures()) std::cout << options.list << number << "\n";
    return 0;
  }
  if (options.verbose || options.dry_run) {
    std::cerr << variables_with_flags(arguments)
              << environment_lines(find_toolchain(options.compiler), options.shared_runtime);
  }
  catch_interrupts();
  return run_pipeline(options);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << "fencepost-nvcc: " << error.what() << "\n";
    return fencepost::compiler::kExitCompile;
  }
}
