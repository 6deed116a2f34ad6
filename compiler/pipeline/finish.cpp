#include "compiler/pipeline/finish.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "compiler/object/object_files.h"
#include "compiler/pipeline/pipeline.h"

namespace fencepost::compiler {
namespace {

namespace fs = std::filesystem;

/// What -l and -L name: the archives, where the linker would not take a shared library instead.
std::vector<std::string> archives_of(const std::vector<std::string>& flags) {
  std::vector<std::string> folders, names, found;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    for (auto& [option, values] : {std::pair("-L", &folders), std::pair("-l", &names)}) {
      if (!flags[i].starts_with(option)) continue;
      if (flags[i].size() > 2) {
        values->push_back(flags[i].substr(2));
      } else if (i + 1 < flags.size()) {
        values->push_back(flags[++i]);
      }
      break;
    }
  }
  for (const std::string& name : names) {
    for (const std::string& folder : folders) {
      const std::string path = folder + (name.starts_with(':') ? "/" + name.substr(1) : "/lib" + name + ".a");
      if (fs::exists(fs::path(path).replace_extension(".so"))) break;
      if (!fs::exists(path)) continue;
      found.push_back(path);
      break;
    }
  }
  return found;
}

/// Of all archives that are linked: the marks of members with device code that others may use.
std::vector<std::string> marks_of_archives(const std::vector<std::string>& objects, const NvccOptions& options) {
  std::vector<std::string> archives = archives_of(options.link_flags);
  std::ranges::copy_if(objects, std::back_inserter(archives),
                       [](const std::string& path) { return path.ends_with(".a"); });
  std::vector<std::string> marks;
  for (const std::string& archive : archives) {
    const std::vector<std::string> its = relocatable_members(archive);
    marks.insert(marks.end(), its.begin(), its.end());
  }
  return marks;
}

/// An object without code, which refers to those members: who links it takes them, too.
int device_link(const NvccOptions& options, const Toolchain& toolchain, const CommandRunner& runner,
                const std::vector<std::string>& objects) {
  const std::string output = options.output.empty() ? "a_dlink.o" : options.output;
  Command command = {toolchain.compiler, "-Wa,--noexecstack", "-x", "assembler", "-c", "/dev/null", "-o", output};
  const std::vector<std::string> marks =
      runner.dry() ? std::vector<std::string>() : marks_of_archives(objects, options);
  if (marks.empty()) return run_command(runner, command);
  const std::string references = output + ".s";
  {
    std::ofstream text(references);
    text << ".section .data.fencepost_rdc,\"aw\"\n";
    for (const std::string& mark : marks) text << ".quad " << mark << '\n';
  }
  command[5] = references;
  const int status = run_command(runner, command);
  fs::remove(references);
  return status;
}

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
  Command command = link_command(options, toolchain, objects, output);
  if (!runner.dry()) {
    for (const std::string& mark : marks_of_archives(objects, options)) command.push_back("-Wl,-u," + mark);
  }
  const int status = run_command(runner, command);
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
      return device_link(options, toolchain, runner, objects);
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
