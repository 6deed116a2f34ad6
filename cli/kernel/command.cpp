#include "cli/kernel/command.h"

#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>

#include "cli/base/runtime_options.h"
#include "cli/kernel/choose.h"
#include "cli/kernel/host_program.h"
#include "cli/kernel/kernel_driver.h"
#include "cli/kernel/program_place.h"
#include "cli/options/option_parser.h"
#include "compiler/driver/temporary.h"
#include "detector/model/options.h"
#include "detector/options/program_options.h"
#include "detector/text/shell_words.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kKernelOptions = "Kernel";

/// What is wrong with the file; empty if nothing.
std::string kernel_file_error(const std::string& file) {
  std::error_code error;
  if (!fs::exists(file, error)) return file + ": no such file";
  if (fs::is_directory(file, error)) return file + " is a directory; give FILE.cu:NAME";
  if (::access(file.c_str(), R_OK) != 0) return file + ": " + std::strerror(errno);
  return {};
}

int run_chosen(const ProgramRequest& program, const KernelRequest& request, const std::vector<std::string>& words) {
  const KernelTarget target = parse_target(request.target);
  if (const std::string problem = kernel_file_error(target.file); !problem.empty()) throw ArgumentError(problem);
  ProgramRequest run = program;
  run.shown_file = target.file;
  if (const std::string problem = compiler_option_error(run); !problem.empty()) throw ArgumentError(problem);
  const ChosenKernel chosen = choose_kernel(target, program.compiler_arguments);
  HostProgram host = bind_arguments(chosen.kernel, request);
  host.kernel = "::" + chosen.kernel.name;
  if (chosen.overloaded) host.prototype = prototype_of(chosen.kernel);
  host.shown_file = target.file;
  host.kernel_file = fs::absolute(chosen.kernel.file).lexically_normal().string();
  host.file = fs::absolute(target.file).lexically_normal().string();
  host.line = chosen.kernel.line;
  host.renames_main = chosen.has_main;
  host.cooperative = request.cooperative;
  host.command = "fencepost";
  for (const std::string& word : words) host.command += " " + detector::quoted_word(word);
  if (!request.main_file.empty()) {
    HostProgram kept = host;
    kept.file = fs::relative(host.file, fs::absolute(request.main_file).parent_path()).string();
    if (std::error_code error; fs::equivalent(request.main_file, host.file, error)) {
      throw ArgumentError("--main " + request.main_file + " is the kernel's own file; give another name");
    }
    compiler::write_file(request.main_file, host_program_text(kept, ""));
  }
  const ProgramPlace place([&host](const std::string& path) { return host_program_text(host, path); });
  run.file = place.path();
  run.is_part = true;
  ::setenv("FENCEPOST_RED_ZONE", kRedZone, /*overwrite=*/0);
  return run_program(run);
}

}  // namespace

CLI::App* add_kernel_command(CLI::App& app, ProgramRequest& program, KernelRequest& kernel) {
  CLI::App* command = app.add_subcommand("kernel", "Run one kernel of a .cu file, checked, without a host program");
  command->footer(
      "  fencepost kernel scan.cu:scan --grid 4 --block 256 --arg n=1024 \\\n"
      "      --arg 'a=float[n]:random(seed=1)' --print a\n"
      "  fencepost kernel 'sort.cu:sort<float, 256>' --grid '(n + block - 1) / block' --block 256 ...\n\n"
      "Values: a number or arithmetic of other arguments, n * 2, grid.x, block.x, len(a);\n"
      "TYPE[SIZE] or [SIZE], which begins as zeros, or as what follows: :unset :iota(start=,step=)\n"
      ":random(seed=,min=,max=) :NUMBER :FILE.npy :FILE.csv; FILE.npy or FILE.csv alone; the name of\n"
      "another array; null; {x=1, y=2} for a struct, or a pointer to one.\n"
      "Without --arg: which arguments the kernel takes.\n\n"
      "Exit status: as fencepost run; 2 also if an argument is missing or does not fit.");
  const auto options = std::make_shared<detector::Options>();
  std::vector<std::string> names = add_runtime_options(*command, *options);
  command->option_defaults()->group(detector::kReportOptions);
  add_print_options(*command, options->format, options->width);
  names.insert(names.end(), {"--format", "--width"});
  command->option_defaults()->group(kKernelOptions);
  command->add_option("FILE:NAME", kernel.target, "A CUDA source or header, and the kernel's name")->required();
  const auto one = [&](const char* name, std::string& value, const char* type, const char* help) {
    command->add_option(name, value, help)->type_name(type)->type_size(1)->allow_extra_args(false);
  };
  const auto several = [&](const char* name, std::vector<std::string>& values, const char* type, const char* help) {
    command->add_option(name, values, help)
        ->type_name(type)
        ->type_size(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  };
  one("--grid", kernel.grid, "X[,Y[,Z]]", "Blocks: numbers, or arithmetic of the arguments");
  one("--block", kernel.block, "X[,Y[,Z]]", "Threads of a block");
  one("--shared", kernel.shared, "BYTES", "Dynamic shared memory of a block (default: 0)");
  several("--arg", kernel.arguments, "NAME=VALUE", "An argument of the kernel (repeatable)");
  command->add_flag("--cooperative", kernel.cooperative, "Launch it so that grid.sync() works");
  several("--print", kernel.prints, "NAME[=all]", "Print the array when the kernel has run (repeatable)");
  several("--save", kernel.saves, "NAME=FILE.npy", "Write the array to a file for NumPy (repeatable)");
  one("--main", kernel.main_file, "OUT.cu", "Also write the host program, for nvcc and for changes by hand");
  command->option_defaults()->group(detector::kOwnOptions);
  command->add_option("--nvcc-args", "Further options of the compiler, as one word")->type_name("\"ARGS\"");
  command->callback([command, options, names, &program] {
    program.runtime_options = given_options(*command, names);
    program.runtime_options += program.runtime_options.empty() ? "--require-launch" : " --require-launch";
  });
  return command;
}

int run_kernel(const ProgramRequest& program, const KernelRequest& kernel, const std::vector<std::string>& words) {
  try {
    return run_chosen(program, kernel, words);
  } catch (const ArgumentError& error) {
    return usage_error(error.what());
  } catch (const CompilerFailed& failed) {
    return failed.status;
  }
}

}  // namespace fencepost::cli
