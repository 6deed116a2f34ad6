#include "compiler/pipeline/finish.h"

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "compiler/object/object_files.h"
#include "compiler/pipeline/pipeline.h"

namespace fencepost::compiler {
namespace {

namespace fs = std::filesystem;

int link(const NvccOptions& options, const Toolchain& toolchain, const CommandRunner& runner,
         const std::vector<std::string>& objects, const std::string& output) {
  if (!fs::exists(toolchain.library)) {
    std::cerr << "fencepost-nvcc: cannot find " + toolchain.library + "; build or install Fencepost completely\n";
    return kExitCompile;
  }
  if (!runner.dry()) {
    // A library may define it, as gtest_main does.
    const bool has_libraries =
        std::ranges::any_of(options.link_flags, [](const std::string& flag) { return flag.starts_with("-l"); });
    if (!has_libraries && !options.shared && std::ranges::none_of(objects, compiler::defines_main)) {
      std::cerr << "fencepost-nvcc: no input defines main(); add the file that does, or use -c to compile only\n";
      return kExitCompile;
    }
  }
  const int status = run_command(runner, link_command(options, toolchain, objects, output));
  if (status == kExitCompile && options.shared_runtime) {
    std::cerr << "fencepost-nvcc: objects with kernels that -c has made are for programs; compile those of shared "
                 "libraries with the nvcc in the folder that 'fencepost toolkit --shared' prints, or with "
                 "--shared-runtime\n";
  }
  return status;
}

int run_program(const NvccOptions& options, const CommandRunner& runner, const std::string& program) {
  Command words = {fs::absolute(program).string()};
  words.insert(words.end(), options.run_arguments.begin(), options.run_arguments.end());
  return runner.run(words);
}

}  // namespace

int run_command(const CommandRunner& runner, const Command& words) {
  const int status = runner.run(words);
  if (const int interrupted = interrupted_status(); interrupted != 0) return interrupted;
  return status == 0 ? 0 : kExitCompile;
}

int finish(const NvccOptions& options, const Toolchain& toolchain, const CommandRunner& runner,
           const std::vector<std::string>& objects) {
  const std::string output = options.output.empty() ? "a.out" : options.output;
  switch (options.phase) {
    case Phase::kDeviceLink:
      return run_command(runner, {toolchain.compiler, "-Wa,--noexecstack", "-x", "assembler", "-c", "/dev/null", "-o",
                                  options.output.empty() ? "a_dlink.o" : options.output});
    case Phase::kArchive: {
      Command archive = {options.archiver, "rcs", options.output.empty() ? "a.a" : options.output};
      archive.insert(archive.end(), objects.begin(), objects.end());
      return run_command(runner, archive);
    }
    case Phase::kLink:
      if (const int status = link(options, toolchain, runner, objects, output); status != 0) return status;
      return options.run ? run_program(options, runner, output) : 0;
    default:
      return 0;
  }
}

}  // namespace fencepost::compiler
