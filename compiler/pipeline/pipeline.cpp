#include "compiler/pipeline/pipeline.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <thread>

#include "compiler/annotate/annotate.h"
#include "compiler/cache/cache_folder.h"
#include "compiler/driver/check_notice.h"
#include "compiler/driver/commands.h"
#include "compiler/driver/process.h"
#include "compiler/driver/temporary.h"
#include "compiler/frontend/preprocess.h"
#include "compiler/lifting/lifting.h"
#include "compiler/object/code_object.h"
#include "compiler/object/compile.h"
#include "compiler/pipeline/finish.h"
#include "compiler/source/kernel_list_json.h"
#include "compiler/source/mapped_source.h"
#include "compiler/source/source_edits.h"

namespace fencepost::compiler {
namespace {

namespace fs = std::filesystem;

std::string stem(const std::string& path) { return fs::path(path).stem().string(); }

// The user's own __CUDA_ARCH__ holds for host and device.
bool defines_architecture(const NvccOptions& options) {
  return std::ranges::any_of(options.preprocess_flags,
                             [](const std::string& flag) { return flag.starts_with("-D__CUDA_ARCH__"); });
}

/// Of a process that was not ended from outside.
bool is_crash(int status) {
  constexpr std::array kSignals = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
  return std::ranges::any_of(kSignals, [&](int signal) { return status == 128 + signal; });
}

constexpr std::array kSides = {compiler::Side::kHost, compiler::Side::kDevice};

class Pipeline {
 public:
  Pipeline(const NvccOptions& options, const Toolchain& toolchain)
      : options_(options), toolchain_(toolchain), runner_(options.verbose, options.dry_run) {}

  int run() {
    std::vector<std::string> objects;
    for (std::size_t i = 0; i < options_.inputs.size(); ++i) objects.push_back(object_of(i));
    const std::size_t cores =
        options_.threads != 0 ? options_.threads : std::max(1U, std::thread::hardware_concurrency());
    const int status =
        CommandRunner::run_all_apart(objects.size(), cores, [&](std::size_t i) { return process(i, objects[i]); });
    if (const int interrupted = interrupted_status(); interrupted != 0) return interrupted;
    if (status >= 127) return kExitCompile;  // No process, or a signal that was not for this one.
    if (status != 0) return status;
    if (const int missed = missed_edits(); missed != 0) return missed;
    return finish(options_, toolchain_, runner_, objects);
  }

 private:
  [[nodiscard]] int command(const Command& words) const { return run_command(runner_, words); }

  /// What becomes of input `i` in the phases that make objects.
  [[nodiscard]] std::string object_of(std::size_t i) const {
    const Input& input = options_.inputs[i];
    if (input.language == Language::kObject) return input.path;
    if (options_.phase != Phase::kCompile) return directory_.file(std::to_string(i) + "-" + stem(input.path) + ".o");
    return options_.output.empty() ? beside(stem(input.path) + ".o") : options_.output;
  }

  /// Input `i` as far as the phase asks; its object, if that makes one, is written to `object`. What other inputs need
  /// to know of it is in files: it may be in a process of its own.
  [[nodiscard]] int process(std::size_t i, const std::string& object) const {
    const Input& input = options_.inputs[i];
    if (input.language == Language::kObject) return 0;
    try {
      switch (options_.phase) {
        case Phase::kDependencies:
          if (input.language == Language::kCuda) return write_dependencies(i);
          return command(dependencies_command(options_, toolchain_, input, options_.output));
        case Phase::kSourceMap:
          return write_source_map(i);
        case Phase::kKernelList:
          return write_kernel_list(i);
        case Phase::kSymbolic:
          return write_symbolic_kernels(i);
        case Phase::kPreprocess:
          if (input.language != Language::kCuda) {
            return command(compile_host_command(options_, toolchain_, input, options_.output, {}));
          }
          return preprocess_to_file(i);
        case Phase::kDeviceLink:
          return 0;
        case Phase::kCodeObject:
          return write_code_object(i);
        case Phase::kCompile:
        case Phase::kArchive:
        case Phase::kLink:
          return compile(i, object);
      }
    } catch (const std::exception& error) {
      std::cerr << std::string("fencepost-nvcc: ") + error.what() + "\n";
      return kExitCompile;
    }
    return 0;
  }

  [[nodiscard]] DependencyOutput dependency_output(const Input& input, const std::string& object) const {
    if (options_.dependency_flags.empty()) return {};
    const bool own_object = options_.phase == Phase::kCompile;
    const std::string target = own_object                ? object
                               : options_.output.empty() ? beside(stem(input.path) + ".o")
                                                         : options_.output;
    return {.file = options_.dependency_file.empty() ? fs::path(target).replace_extension(".d").string()
                                                     : options_.dependency_file,
            .target = options_.dependency_target.empty() ? target : options_.dependency_target};
  }

  int compile(std::size_t i, const std::string& object) const {
    const Input& input = options_.inputs[i];
    const DependencyOutput dependencies = dependency_output(input, object);
    if (input.language != Language::kCuda) {
      return command(compile_host_command(options_, toolchain_, input, object, dependencies));
    }
    compiler::Request request;
    request.object = object;
    request.check = options_.check;
    request.program = toolchain_.program;
    request.debug = options_.device_debug;
    request.host_variables = options_.debug;
    request.relocatable = options_.relocatable;
    request.reference = options_.reference;
    request.refuse_unsupported = options_.refuse_unsupported;
    request.profile = options_.profile;
    request.coverage = options_.coverage;
    request.warp_size = options_.warp_size;
    request.architecture = options_.architectures.chosen().number;
    request.second_code = options_.second_code;
    request.quick_code = options_.quick_code;
    request.time_file = options_.time_file;
    request.print_passes = options_.print_passes;
    request.code_object = options_.phase == Phase::kCodeObject;
    request.library = options_.shared_runtime && !request.code_object;
    if (options_.keep) request.keep = (fs::path(options_.keep_directory) / (stem(input.path) + ".")).string();
    request.translation = translation(i, dependencies);
    Command shown = {"clang++", "-x", "cuda"};
    shown.insert(shown.end(), request.translation.arguments.begin(), request.translation.arguments.end());
    shown.insert(shown.end(), {"-c", input.path, "-o", object});
    runner_.show(shown);
    if (runner_.dry()) return 0;
    std::array<std::string, 2> sides;
    if (options_.contracts != Contracts::kComments || options_.record_locals || !options_.edits.empty()) {
      if (const int status = preprocess_sides(request.translation, sides); status != 0) return status;
    }
    int status = CommandRunner::run_apart([&] { return compile_here(i, request, sides); });
    if (is_crash(status) && !request.translation.cache.path.empty()) {
      // The headers that it kept parsed may be spoilt, or what clang cannot read again: once more without.
      request.translation.cache = {};
      status = CommandRunner::run_apart([&] { return compile_here(i, request, sides); });
    }
    if (status > 128 && interrupted_status() == 0) {
      std::cerr << "fencepost-nvcc: the compiler crashed (signal " + std::to_string(status - 128) + ") at " +
                       input.path + "; this is a bug of ours: please report it with the source that -E writes\n";
    }
    if (status != 0) return interrupted_status() != 0 ? interrupted_status() : kExitCompile;
    return add_device_dependencies(i, dependencies);
  }

  /// The device's code of a source, as the file that cuModuleLoad reads.
  int write_code_object(std::size_t i) const {
    const Input& input = options_.inputs[i];
    if (input.language != Language::kCuda) {
      std::cerr << "fencepost-nvcc: '" + input.path + "' has no device code for -" + options_.code_object +
                       "; name CUDA sources (.cu, or -x cu)\n";
      return kExitUsage;
    }
    const std::string output =
        options_.output.empty() ? beside(stem(input.path) + "." + options_.code_object) : options_.output;
    const bool is_text = options_.code_object == "ptx";
    const std::string object = is_text ? directory_.file(std::to_string(i) + ".cubin") : output;
    if (const int status = compile(i, object); status != 0 || runner_.dry()) return status;
    if (is_text) write_file(output, code_object_text(read_file(object)));
    if (!options_.code_text.empty()) write_file(options_.code_text, code_object_text(read_file(object)));
    return 0;
  }

  /// `sides`: what is compiled instead of the source, if it is not empty.
  int compile_here(std::size_t i, compiler::Request& request, std::array<std::string, 2>& sides) const {
    if (!sides[0].empty()) {
      if (const int status = annotate_sides(i, request.translation, sides); status != 0) return status;
    }
    return compiler::compile(request) ? 0 : kExitCompile;
  }

  [[nodiscard]] compiler::Translation translation(std::size_t i, const DependencyOutput& dependencies) const {
    compiler::Translation translation;
    translation.source = options_.inputs[i].path;
    translation.arguments = clang_arguments(options_, toolchain_);
    translation.clangs_options = options_.hip && options_.forward_to_compiler;
    const Command rules = clang_dependency_arguments(options_, dependencies);
    if (!defines_architecture(options_)) translation.device_arguments = options_.architectures.device_definitions();
    translation.dependency_arguments = {rules, rules};
    if (!rules.empty()) {
      Command& of_device = translation.dependency_arguments[1];
      of_device.insert(of_device.end(), {"-MF", device_rules(i)});
    }
    translation.image = directory_.file(std::to_string(i) + ".image");
    write_file(translation.image, "fencepost");
    translation.cache = cache_folder();
    translation.own_headers = system_directory();
    translation.library_folders = {fs::canonical(system_directory()).string() + "/",
                                   system_directory(),
                                   "/usr/include/*",
                                   "/usr/include/c++/",
                                   "/usr/include/x86_64-linux-gnu/",
                                   "/usr/lib/gcc/",
                                   "/usr/bin/../lib/gcc",
                                   FENCEPOST_LLVM_LIBRARIES "/clang/"};
    if (!toolchain_.clang_directory.empty()) translation.library_folders.push_back(toolchain_.clang_directory + "/");
    return translation;
  }

  [[nodiscard]] std::string device_rules(std::size_t i) const { return directory_.file(std::to_string(i) + ".d"); }

  /// What the device's pass includes may be more: two rules of one target add up.
  int add_device_dependencies(std::size_t i, const DependencyOutput& dependencies) const {
    if (dependencies.file.empty() || !fs::exists(device_rules(i))) return 0;
    const std::string more = read_file(device_rules(i));
    const std::string rules = read_file(dependencies.file);
    if (rules != more) write_file(dependencies.file, rules + more);
    return 0;
  }

  int write_dependencies(std::size_t i) const {
    const std::string output = options_.output.empty() ? options_.dependency_file : options_.output;
    const std::string host = directory_.file(std::to_string(i) + ".host.d");
    const std::string target =
        options_.dependency_target.empty() ? stem(options_.inputs[i].path) + ".o" : options_.dependency_target;
    const DependencyOutput dependencies = {.file = host, .target = target};
    if (runner_.dry()) return 0;
    const compiler::Translation sides = translation(i, dependencies);
    for (const compiler::Side side : {compiler::Side::kHost, compiler::Side::kDevice}) {
      if (!compiler::preprocess(sides, side, false)) return kExitCompile;
    }
    if (const int status = add_device_dependencies(i, dependencies); status != 0) return status;
    return write_result(output, read_file(host));
  }

  /// To standard output if there is no name.
  static int write_result(const std::string& output, const std::string& text) {
    if (output.empty()) {
      if (!(std::cout << text << std::flush)) {
        throw std::runtime_error(std::string("cannot write to standard output: ") + std::strerror(errno));
      }
    } else {
      write_file(output, text);
    }
    return 0;
  }

  /// What each side's preprocessor makes of a source, edited.
  int preprocess_sides(const compiler::Translation& translation, std::array<std::string, 2>& sides) const {
    for (std::size_t side = 0; side < sides.size(); ++side) {
      std::optional<std::string> text =
          compiler::preprocess(translation, kSides[side], options_.contracts != Contracts::kComments);
      if (!text) return kExitCompile;
      if (!options_.edits.empty()) {
        if (const int status = edit(*text); status != 0) return status;
      }
      sides[side] = mark_system_headers(*text, system_directory());
    }
    return 0;
  }

  /// Puts the annotated sides in place of the source.
  int annotate_sides(std::size_t i, compiler::Translation& translation, std::array<std::string, 2>& sides) const {
    const bool contracts = options_.contracts != Contracts::kComments;
    translation.preprocessed_arguments = preprocessed_arguments(options_);
    translation.source = directory_.file(std::to_string(i) + ".host.cu");
    translation.device_source = directory_.file(std::to_string(i) + ".device.cu");
    for (std::size_t side = 0; side < sides.size(); ++side) {
      const std::string headers = take_headers(i, translation, side, sides[side]);
      if (contracts || options_.record_locals) {
        std::optional<compiler::SourceMap> map =
            compiler::map_source(translation, kSides[side], sides[side], /*errors_too=*/false);
        if (!map) return kExitCompile;
        const MappedSource source(std::move(sides[side]), std::move(*map));
        Annotated annotated =
            annotate(source, {.record_locals = options_.record_locals, .contracts = contracts, .headers = headers});
        if (side == 0) {
          if (const int status = report(annotated.warnings); status != 0) return status;
        }
        sides[side] = std::move(annotated.text);
      }
      write_file(side == 0 ? translation.source : translation.device_source, sides[side]);
    }
    return 0;
  }

  /// What is included in front of a source goes to a file of its own, and is returned.
  std::string take_headers(std::size_t i, compiler::Translation& translation, std::size_t side,
                           std::string& text) const {
    SplitSource split = split_headers(std::move(text));
    text = std::move(split.source);
    if (split.headers.empty()) return {};
    translation.header_files[side] = directory_.file(std::to_string(i) + (side == 0 ? ".host.h" : ".device.h"));
    write_file(translation.header_files[side], split.headers);
    return std::move(split.headers);
  }

  /// For `fencepost`: the map, and beside it the text that it is of, without the headers in front of it. Of a source
  /// with errors what clang understood.
  int write_source_map(std::size_t i) const {
    if (runner_.dry()) return 0;
    const std::string output = options_.output.empty() ? stem(options_.inputs[i].path) + ".map" : options_.output;
    const int status = CommandRunner::run_apart([&] {
      compiler::Translation sides = translation(i, {});
      std::string text = mark_system_headers(
          compiler::preprocess(sides, compiler::Side::kDevice, true, /*errors_too=*/true).value_or(""),
          system_directory());
      sides.device_source = sides.source;
      sides.preprocessed_arguments = preprocessed_arguments(options_);
      take_headers(i, sides, 1, text);
      const auto map = compiler::map_source(sides, compiler::Side::kDevice, text, /*errors_too=*/true);
      write_file(output, source_map_json(map.value_or(compiler::SourceMap())));
      write_file(output + ".text", text);
      return 0;
    });
    return status == 0 ? 0 : kExitCompile;
  }

  /// For `fencepost kernel`; with `quiet_list` also of a source with errors.
  int write_kernel_list(std::size_t i) const {
    if (runner_.dry()) return 0;
    const int status = CommandRunner::run_apart([&] {
      const compiler::KernelList list = compiler::list_kernels(translation(i, {}), options_.quiet_list);
      write_file(options_.output, kernel_list_json(list));
      return list.error.empty() || options_.quiet_list ? 0 : kExitCompile;
    });
    return status == 0 ? 0 : kExitCompile;
  }

  /// For `fencepost prove`.
  int write_symbolic_kernels(std::size_t i) const {
    if (runner_.dry()) return 0;
    if (options_.warp_size != compiler::NvccOptions().warp_size) {
      std::cerr << "fencepost: error: nothing is proved of kernels for wavefronts of 64 (-mwavefrontsize64): the "
                   "proofs' warps have 32 threads\n";
      return kExitUsage;
    }
    const int status = CommandRunner::run_apart([&] {
      std::vector<compiler::SymbolicKernel> kernels;
      if (!compiler::lift_source(translation(i, {}), kernels)) return kExitCompile;
      return write_result(options_.output, symbolic_kernels_json(kernels));
    });
    return status == 0 ? 0 : kExitCompile;
  }

  /// A file that is there once edit `e` was made.
  [[nodiscard]] std::string made_edit(std::size_t e) const { return directory_.file("edit." + std::to_string(e)); }

  int edit(std::string& text) const {
    EditedText edited = apply_source_edits(text, options_.edits, line_of_file);
    text = std::move(edited.text);
    for (std::size_t e = 0; e < edited.made.size(); ++e) {
      if (edited.made[e]) write_file(made_edit(e), "");
    }
    return report(edited.errors);
  }

  // Where an output goes that -o does not name.
  [[nodiscard]] std::string beside(const std::string& name) const {
    return options_.output_directory.empty() ? name : (fs::path(options_.output_directory) / name).string();
  }

  [[nodiscard]] std::string system_directory() const { return toolchain_.include_directory + "/"; }

  static int report(const std::vector<SourceError>& errors) {
    for (const SourceError& error : errors) {
      std::cerr << error.place.file + ":" + std::to_string(error.place.line) + ": error: " + error.message + "\n";
    }
    return errors.empty() ? 0 : kExitCompile;
  }

  [[nodiscard]] int report(const std::vector<AnnotationWarning>& warnings) const {
    const bool strict = options_.contracts == Contracts::kStrict;
    for (const AnnotationWarning& warning : warnings) {
      std::cerr << warning.file + ":" + std::to_string(warning.line) + ":" + std::to_string(warning.column) +
                       (strict ? ": error: " : ": warning: ") + warning.message + "\n";
    }
    return strict && !warnings.empty() ? kExitCompile : 0;
  }

  int preprocess_to_file(std::size_t i) const {
    if (runner_.dry()) return 0;
    std::optional<std::string> text = compiler::preprocess(translation(i, {}), compiler::Side::kHost, false);
    if (!text) return kExitCompile;
    if (!options_.edits.empty()) {
      if (const int status = edit(*text); status != 0) return status;
    }
    std::string output = options_.output;
    if (output.empty() && options_.preprocess_to_ii) output = beside(stem(options_.inputs[i].path) + ".cu.cpp.ii");
    return write_result(output, *text);
  }

  static std::optional<std::string> line_of_file(const std::string& file, std::uint32_t line) {
    std::ifstream in(file);
    std::string text;
    for (std::uint32_t i = 0; i < line; ++i) {
      if (!std::getline(in, text)) return std::nullopt;
    }
    return text;
  }

  // A place may be in any one of the sources.
  int missed_edits() const {
    if (options_.phase == Phase::kDependencies || options_.phase == Phase::kDeviceLink || runner_.dry()) return 0;
    int status = 0;
    for (std::size_t e = 0; e < options_.edits.size(); ++e) {
      if (fs::exists(made_edit(e))) continue;
      const SourceEdit& edit = options_.edits[e];
      std::cerr << "fencepost-nvcc: nothing can be edited at " + edit.file + ":" + std::to_string(edit.line) + ":" +
                       std::to_string(edit.column) +
                       "; name a line of a source that is compiled, and whole words of it that no macro makes\n";
      status = kExitCompile;
    }
    return status;
  }

  const NvccOptions& options_;
  const Toolchain& toolchain_;
  CommandRunner runner_;
  TemporaryDirectory directory_;
};

// A message if an input cannot be read.
std::optional<std::string> unreadable_input(const NvccOptions& options) {
  if (options.dry_run) return std::nullopt;  // As nvcc, which looks at none.
  for (const Input& input : options.inputs) {
    if (!fs::exists(input.path)) return "no such file: '" + input.path + "'";
    if (fs::is_directory(input.path)) return "'" + input.path + "' is a directory; name a source file";
    if (access(input.path.c_str(), R_OK) != 0) return "cannot read '" + input.path + "'; check its permissions";
  }
  return std::nullopt;
}

int compile_and_link(const NvccOptions& options) {
  if (const std::optional<std::string> message = unreadable_input(options)) {
    std::cerr << "fencepost-nvcc: " + *message + "\n";
    return kExitUsage;
  }
  try {
    const Toolchain toolchain = find_toolchain(options.compiler);
    const int status = Pipeline(options, toolchain).run();
    // Then the headers of its library are missing, too: to a newcomer clang's words say little.
    if (status == kExitCompile && find_command(toolchain.compiler).empty()) {
      std::cerr << "fencepost-nvcc: there is no " + toolchain.compiler + ": 'fencepost doctor' says what to install\n";
    }
    return status;
  } catch (const std::exception& error) {
    std::cerr << std::string("fencepost-nvcc: ") + error.what() + "\n";
    return kExitCompile;
  }
}

}  // namespace

int run_pipeline(const NvccOptions& options) {
  const int status = compile_and_link(options);
  if (status != kExitCompile) return status;
  for (const Input& input : options.inputs) {
    if (input.language != Language::kObject) tell_check_not_compiled(input.path);
  }
  return status;
}

}  // namespace fencepost::compiler
