#include "cli/nvcc_pipeline.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <mutex>
#include <optional>
#include <thread>

#include "cli/nvcc_check_notice.h"
#include "cli/nvcc_commands.h"
#include "cli/nvcc_gaps.h"
#include "cli/nvcc_instrumentation.h"
#include "cli/nvcc_merge.h"
#include "cli/nvcc_pass_sources.h"
#include "cli/nvcc_process.h"
#include "cli/nvcc_rewrite.h"
#include "cli/nvcc_source_edits.h"
#include "cli/nvcc_symbols.h"
#include "cli/nvcc_temporary.h"
#include "compiler/compile.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;

std::string stem(const std::string& path) { return fs::path(path).stem().string(); }

// The user's own __CUDA_ARCH__ holds for host and device.
bool defines_architecture(const NvccOptions& options) {
  return std::ranges::any_of(options.preprocess_flags,
                             [](const std::string& flag) { return flag.starts_with("-D__CUDA_ARCH__"); });
}

bool clang_is_front_end() {
  const char* const chosen = std::getenv("FENCEPOST_FRONT_END");
  return chosen != nullptr && std::string_view(chosen) == "clang";
}

class Pipeline {
 public:
  Pipeline(const NvccOptions& options, const Toolchain& toolchain)
      : options_(options), toolchain_(toolchain), runner_(options.verbose, options.dry_run) {}

  int run() {
    std::vector<std::string> objects(options_.inputs.size());
    std::atomic<std::size_t> next{0};
    std::atomic<int> status{0};
    const auto work = [&] {
      for (std::size_t i = next++; i < objects.size(); i = next++) {
        int expected = 0;
        if (const int failed = process(i, objects[i]); failed != 0) status.compare_exchange_strong(expected, failed);
      }
    };
    const std::size_t cores =
        options_.threads != 0 ? options_.threads : std::max(1U, std::thread::hardware_concurrency());
    {
      std::vector<std::jthread> workers;
      while (workers.size() + 1 < std::min(cores, objects.size())) workers.emplace_back(work);
      work();
    }
    if (const int interrupted = interrupted_status(); interrupted != 0) return interrupted;
    if (status != 0) return status;
    if (const int missed = missed_edits(); missed != 0) return missed;
    return finish(objects);
  }

 private:
  int command(const Command& words) const {
    const int status = runner_.run(words);
    if (const int interrupted = interrupted_status(); interrupted != 0) return interrupted;
    return status == 0 ? 0 : kExitCompile;
  }

  // Input `i` as far as the phase asks; its object, if there is one to link or archive, goes to `object`.
  int process(std::size_t i, std::string& object) const {
    const Input& input = options_.inputs[i];
    if (input.language == Language::kObject) {
      object = input.path;
      return 0;
    }
    try {
      switch (options_.phase) {
        case Phase::kDependencies:
          return command(dependencies_command(options_, toolchain_, input, options_.output));
        case Phase::kPreprocess:
          if (input.language != Language::kCuda) {
            return command(compile_host_command(options_, toolchain_, input, options_.output, {}));
          }
          return preprocess_to_file(i);
        case Phase::kRewrite:
          return input.language == Language::kCuda ? rewrite_to_file(i) : 0;
        case Phase::kDeviceLink:
          return 0;
        case Phase::kCompile:
          object = options_.output.empty() ? beside(stem(input.path) + ".o") : options_.output;
          return compile(i, object);
        case Phase::kArchive:
        case Phase::kLink:
          object = directory_.file(std::to_string(i) + "-" + stem(input.path) + ".o");
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
    if (by_clang_) return compile_by_clang(i, object, dependencies);
    const std::string source = directory_.file(std::to_string(i) + ".cpp.ii");
    Rewritten rewritten;
    if (const int status = rewrite_source(i, source, dependencies, rewritten); status != 0) return status;
    const std::string bitcode = directory_.file(std::to_string(i) + ".bc");
    for (const Command& step : compile_cuda_commands(options_, toolchain_, source, bitcode, object)) {
      if (const int status = command(step); status != 0) return status;
    }
    return rename_symbols(i, object, rewritten);
  }

  // The front end to come (docs/instrumentation.md).
  int compile_by_clang(std::size_t i, const std::string& object, const DependencyOutput& dependencies) const {
    compiler::Request request;
    request.object = object;
    request.check = options_.check;
    request.relocatable = options_.relocatable;
    request.profile = options_.profile;
    request.translation.source = options_.inputs[i].path;
    request.translation.arguments = clang_arguments(options_, toolchain_, dependencies);
    if (!defines_architecture(options_)) {
      request.translation.device_arguments = options_.architectures.device_definitions();
    }
    request.translation.image = directory_.file("image");
    write_file(request.translation.image, "fencepost");
    request.translation.own_headers = system_directory();
    request.translation.library_folders = {fs::canonical(system_directory()).string() + "/",
                                           system_directory(),
                                           "/usr/include/*",
                                           "/usr/include/c++/",
                                           "/usr/include/x86_64-linux-gnu/",
                                           "/usr/lib/gcc/",
                                           "/usr/bin/../lib/gcc",
                                           "/usr/lib/llvm-19/lib/clang/"};
    if (const char* keep = std::getenv("FENCEPOST_KEEP_IR")) request.keep = keep;
    for (const Redirection& redirection : redirections())
      request.redirections.emplace_back(redirection.from, redirection.to);
    if (runner_.dry()) return 0;
    if (options_.contracts != Contracts::kComments || options_.record_locals || !options_.edits.empty()) {
      if (const int status = annotate_sides(i, request.translation); status != 0) return status;
    }
    if (!compiler::compile(request)) return kExitCompile;
    write_file(object, with_gaps(read_file(object)));
    return 0;
  }

  // Puts in place of the source what each side's preprocessor makes of it, edited and annotated.
  int annotate_sides(std::size_t i, compiler::Translation& translation) const {
    const bool contracts = options_.contracts != Contracts::kComments;
    std::string files[2];
    for (const compiler::Side side : {compiler::Side::kHost, compiler::Side::kDevice}) {
      std::optional<std::string> text = compiler::preprocess(translation, side, contracts);
      if (!text) return kExitCompile;
      const bool first = side == compiler::Side::kHost;
      if (!options_.edits.empty()) {
        if (const int status = edit(*text); status != 0) return status;
      }
      const Rewritten annotated = annotate(
          *text,
          {.system_directory = system_directory(), .record_locals = options_.record_locals, .contracts = contracts});
      if (first) {
        if (const int status = report(annotated.annotation_warnings); status != 0) return status;
      }
      files[first ? 0 : 1] = directory_.file(std::to_string(i) + (first ? ".host.cu" : ".device.cu"));
      write_file(files[first ? 0 : 1], annotated.text);
    }
    translation.source = files[0];
    translation.device_source = files[1];
    translation.arguments = preprocessed_arguments(options_);
    translation.device_arguments.clear();
    return 0;
  }

  int edit(std::string& text) const {
    EditedText edited = apply_source_edits(text, options_.edits, line_of_file);
    text = std::move(edited.text);
    const std::lock_guard lock(edited_mutex_);
    for (std::size_t e = 0; e < edited.made.size(); ++e) edited_[e] = edited_[e] || edited.made[e];
    return report(edited.errors);
  }

  int rewrite_to_file(std::size_t i) const {
    const std::string& path = options_.inputs[i].path;
    Rewritten rewritten;
    return rewrite_source(i, options_.output.empty() ? stem(path) + ".cu.cpp.ii" : options_.output, {}, rewritten);
  }

  int rewrite_source(std::size_t i, const std::string& output, const DependencyOutput& dependencies,
                     Rewritten& result) const {
    std::string preprocessed;
    if (const int status = preprocess(i, dependencies, preprocessed); status != 0 || runner_.dry()) return status;
    result = rewrite(preprocessed, {.gnu = !toolchain_.clang,
                                    .system_directory = system_directory(),
                                    .record_locals = options_.record_locals,
                                    .contracts = options_.contracts != Contracts::kComments});
    if (const int status = report(result.annotation_warnings); status != 0) return status;
    if (const int status = report(result.errors); status != 0) return status;
    write_file(output, result.text);
    return 0;
  }

  // Where an output goes that -o does not name.
  [[nodiscard]] std::string beside(const std::string& name) const {
    return options_.output_directory.empty() ? name : (fs::path(options_.output_directory) / name).string();
  }

  [[nodiscard]] std::string system_directory() const { return toolchain_.include_directory + "/"; }

  static int report(const std::vector<RewriteError>& errors) {
    for (const RewriteError& error : errors) {
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
    std::string text;
    if (const int status = preprocess(i, {}, text); status != 0 || runner_.dry()) return status;
    if (options_.output.empty()) {
      std::cout << text;
    } else {
      write_file(options_.output, text);
    }
    return 0;
  }

  // The text of source `i` for host and device, with the edits.
  int preprocess(std::size_t i, const DependencyOutput& dependencies, std::string& text) const {
    if (const int status = preprocess_passes(i, dependencies, text); status != 0) return status;
    if (runner_.dry() || options_.edits.empty()) return 0;
    return edit(text);
  }

  // The second pass is left out where it could not differ.
  int preprocess_passes(std::size_t i, const DependencyOutput& dependencies, std::string& text) const {
    const std::string& source = options_.inputs[i].path;
    const std::string host_file = directory_.file(std::to_string(i) + ".ii");
    const Command host_pass = preprocess_command(options_, toolchain_, Pass::kHost, source, host_file, dependencies);
    if (const int status = command(host_pass); status != 0) return status;
    if (runner_.dry()) return 0;
    text = read_file(host_file);
    if (defines_architecture(options_) || !asks_for_architecture(text, system_directory())) return 0;
    const std::string device_file = directory_.file(std::to_string(i) + ".device.ii");
    DependencyOutput device_dependencies;
    if (!dependencies.file.empty())
      device_dependencies = {directory_.file(std::to_string(i) + ".d"), dependencies.target};
    const Command device_pass =
        preprocess_command(options_, toolchain_, Pass::kDevice, source, device_file, device_dependencies);
    if (const int status = command(device_pass); status != 0) return status;
    if (!dependencies.file.empty()) {
      // Two rules of one target add up.
      const std::string rules = read_file(dependencies.file);
      const std::string more = read_file(device_dependencies.file);
      if (rules != more) write_file(dependencies.file, rules + more);
    }
    MergedPasses merged =
        merge_passes(text, read_file(device_file),
                     {.system_directory = system_directory(), .relaxed_constexpr = options_.relaxed_constexpr});
    text = std::move(merged.text);
    return report(merged.errors);
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
    for (std::size_t e = 0; e < edited_.size(); ++e) {
      if (edited_[e]) continue;
      const SourceEdit& edit = options_.edits[e];
      std::cerr << "fencepost-nvcc: nothing can be edited at " + edit.file + ":" + std::to_string(edit.line) + ":" +
                       std::to_string(edit.column) +
                       "; name a line of a source that is compiled, and whole words of it that no macro makes\n";
      status = kExitCompile;
    }
    return status;
  }

  // Sends the object's library calls to the runtime, which tells kernels from host code. Only what is undefined: a user
  // may define an operator new of his own. Marks static __shared__ variables, makes the dynamic ones one, and keeps
  // device variables to the file. Last of all parts the variables from each other.
  int rename_symbols(std::size_t i, const std::string& object, const Rewritten& source) const {
    const std::string names = directory_.file(std::to_string(i) + ".syms");
    const std::string own = directory_.file(std::to_string(i) + ".own");
    Command edit = {"objcopy", "--redefine-syms=" + names};
    std::string table;
    std::string local;
    std::set<std::string> arrays;
    if (!runner_.dry()) {
      const ObjectSymbols symbols = read_symbols(read_file(object));
      for (const Redirection& redirection : redirections()) {
        if (symbols.undefined.contains(redirection.from)) {
          table += std::string(redirection.from) + " " + redirection.to + "\n";
        }
      }
      for (const std::string& name : symbols.own_tls) {
        if (is_variable_named(name, source.shared_names))
          table += name + " " + name + std::string(kSharedSuffix) + "\n";
      }
      arrays = dynamic_shared_arrays(symbols, source.shared_names);
      // objcopy takes a new name once only: the other arrays follow below.
      if (!arrays.empty()) table += *arrays.begin() + " " + std::string(kDynamicShared) + "\n";
      for (const std::string& array : arrays) {
        edit.push_back("--add-symbol=" + std::string(kDynamicShared) + "." + array + "=0,local");
      }
      for (const std::string& name : symbols.own) {
        const bool device = !options_.relocatable && source.device_names.contains(std::string(unqualified_name(name)));
        if (device) local += name + "\n";
      }
      if (table.empty() && local.empty()) {
        write_file(object, with_gaps(read_file(object)));
        return 0;
      }
      write_file(names, table);
      if (!local.empty()) {
        write_file(own, local);
        edit.push_back("--localize-symbols=" + own);
      }
    }
    edit.push_back(object);
    if (const int status = command(edit); status != 0) return status;
    if (runner_.dry()) return 0;
    std::string linkable = read_file(object);
    merge_symbols(linkable, arrays, kDynamicShared);
    write_file(object, with_gaps(std::move(linkable)));
    return 0;
  }

  int finish(const std::vector<std::string>& objects) const {
    const std::string output = options_.output.empty() ? "a.out" : options_.output;
    switch (options_.phase) {
      case Phase::kDeviceLink:
        return command({toolchain_.compiler, "-Wa,--noexecstack", "-x", "assembler", "-c", "/dev/null", "-o",
                        options_.output.empty() ? "a_dlink.o" : options_.output});
      case Phase::kArchive: {
        Command archive = {options_.archiver, "rcs", options_.output.empty() ? "a.a" : options_.output};
        archive.insert(archive.end(), objects.begin(), objects.end());
        return command(archive);
      }
      case Phase::kLink:
        if (const int status = link(objects, output); status != 0) return status;
        return options_.run ? run_program(output) : 0;
      default:
        return 0;
    }
  }

  int link(const std::vector<std::string>& objects, const std::string& output) const {
    if (!fs::exists(toolchain_.library)) {
      std::cerr << "fencepost-nvcc: cannot find " + toolchain_.library + "; build or install Fencepost completely\n";
      return kExitCompile;
    }
    if (!runner_.dry()) {
      ObjectSymbols program;
      for (const std::string& object : objects) program.merge(read_symbols(read_file(object)));
      // A library may define it, as gtest_main does.
      const bool has_libraries =
          std::ranges::any_of(options_.link_flags, [](const std::string& flag) { return flag.starts_with("-l"); });
      if (!program.defines_main && !has_libraries) {
        std::cerr << "fencepost-nvcc: no input defines main(); add the file that does, or use -c to compile only\n";
        return kExitCompile;
      }
    }
    return command(link_command(options_, toolchain_, objects, output));
  }

  int run_program(const std::string& program) const {
    Command words = {fs::absolute(program).string()};
    words.insert(words.end(), options_.run_arguments.begin(), options_.run_arguments.end());
    return runner_.run(words);
  }

  const NvccOptions& options_;
  const Toolchain& toolchain_;
  CommandRunner runner_;
  bool by_clang_ = clang_is_front_end();
  TemporaryDirectory directory_;
  mutable std::mutex edited_mutex_;
  mutable std::vector<bool> edited_{std::vector<bool>(options_.edits.size())};  // Which of the edits were made.
};

// A message if an input cannot be read.
std::optional<std::string> unreadable_input(const NvccOptions& options) {
  for (const Input& input : options.inputs) {
    if (!fs::exists(input.path)) return "no such file: '" + input.path + "'";
    if (fs::is_directory(input.path)) return "'" + input.path + "' is a directory; name a source file";
    if (access(input.path.c_str(), R_OK) != 0) return "cannot read '" + input.path + "'; check its permissions";
  }
  return std::nullopt;
}

bool instruments(const NvccOptions& options) {
  const bool compiles =
      options.phase == Phase::kCompile || options.phase == Phase::kArchive || options.phase == Phase::kLink;
  return compiles && options.check &&
         std::ranges::any_of(options.inputs, [](const Input& input) { return input.language == Language::kCuda; });
}

int compile_and_link(const NvccOptions& options) {
  if (const std::optional<std::string> message = unreadable_input(options)) {
    std::cerr << "fencepost-nvcc: " + *message + "\n";
    return kExitUsage;
  }
  try {
    Toolchain toolchain = find_toolchain(options.compiler);
    if (instruments(options) && !toolchain.clang) {
      toolchain.plugin = find_plugin(toolchain);
      if (toolchain.plugin.empty()) {
        std::cerr << "fencepost-nvcc: warning: " + missing_plugin_message(toolchain) + "\n";
      }
    }
    return Pipeline(options, toolchain).run();
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

}  // namespace fencepost::cli
