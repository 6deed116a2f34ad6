// The command line of fencepost-nvcc, which is nvcc's.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "compiler/driver/architecture.h"
#include "compiler/object/compile.h"
#include "compiler/source/source_edit.h"
#include "compiler/source/tokens.h"

namespace fencepost::compiler {

/// The last step to run.
enum class Phase : std::uint8_t {
  kPreprocess,    ///< -E
  kSourceMap,     ///< --source-map
  kKernelList,    ///< --kernel-list=told, =quiet
  kSymbolic,      ///< --symbolic
  kDependencies,  ///< -M, -MM
  kCompile,       ///< -c, -dc, -dw
  kDeviceLink,    ///< -dlink: an empty object, as there is no device code to link
  kCodeObject,    ///< -cubin, -fatbin, -ptx
  kArchive,       ///< -lib
  kLink,
};

/// --contracts
enum class Contracts : std::uint8_t {
  kComments,  ///< Annotations are comments.
  kChecked,
  kStrict,  ///< …=strict: what of them is not checked is an error.
};

enum class Language : std::uint8_t { kCuda, kCxx, kC, kObject };

struct Input {
  std::string path;
  Language language{};
};

struct NvccOptions {
  Phase phase = Phase::kLink;
  std::vector<Input> inputs;                  ///< Sources, objects and archives, in order.
  std::string language;                       ///< -x: "cu", "hip", "c++", "c"; empty: by the file's extension.
  std::string output;                         ///< -o; empty if not given.
  std::string output_directory;               ///< -odir: of outputs that are not named by -o.
  std::string archiver = "ar";                ///< -arbin
  std::string list;                           ///< --list-gpu-arch: "compute_", --list-gpu-code: "sm_"; else empty.
  std::string standard = "gnu++17";           ///< Of CUDA and C++; never below C++17, which our headers need.
  std::string optimisation = "-O2";           ///< Of sources that are not CUDA.
  std::string compiler;                       ///< Chosen by -ccbin; empty: FENCEPOST_CXX, else g++.
  std::vector<std::string> preprocess_flags;  ///< -I, -D, -U, -isystem, -include …, in order, ready for the compiler.
  std::vector<std::string> dependency_flags;  ///< -MD, -MMD, -MP, ready for the compiler.
  std::string dependency_file;                ///< -MF
  std::string dependency_target;              ///< -MT
  std::vector<std::string> compile_flags;     ///< -Xcompiler, -w, -Werror …, ready for the compiler.
  std::vector<std::string> link_flags;        ///< -L, -l, -Xlinker …, in order, ready for the compiler.
  std::vector<std::string> run_arguments;     ///< --run-args
  std::string time_file;                      ///< --time
  std::string cuda_version = "12.8";          ///< --cuda-version: what programs take Fencepost for.
  Architectures architectures;                ///< -arch, -gencode
  unsigned threads = 0;                       ///< -t; 0: one per core.
  std::vector<SourceEdit> edits;              ///< --edit
  Contracts contracts = Contracts::kComments;
  bool check = true;                                  ///< --no-check: compile without instrumentation.
  SecondCode second_code = SecondCode::kUnlessLarge;  ///< --sample, --no-sample
  QuickCode quick_code = QuickCode::kIfVeryLarge;     ///< --Ofast-compile
  bool record_locals = false;                         ///< --record-locals: see compiler/annotate/annotate_scopes.h.
  bool reference = false;                             ///< --reference: neither loops nor inlined checks.
  bool refuse_unsupported = false;                    ///< -Werror=unsupported
  bool quiet_list = false;                            ///< --kernel-list=quiet: errors are in the list only.
  bool profile = false;                               ///< --profile: kernels tell of each basic block.
  bool coverage = false;                              ///< --coverage: kernels keep which lines and branches ran.
  bool hip = false;         ///< --hip, -x hip, or a source X.hip: macros that tell HIP from CUDA.
  unsigned warp_size = 32;  ///< -mwavefrontsize64, of HIP: 64.
  bool extended_lambda = false;
  bool relaxed_constexpr = false;
  bool debug = false;             ///< -g.
  bool device_debug = false;      ///< -G: kernels are not optimised.
  bool relocatable = false;       ///< -dc, -rdc=true: device code may refer to that of other files.
  bool preprocess_to_ii = false;  ///< -cuda: to X.cu.cpp.ii. There is no C++ between CUDA and the object.
  bool keep = false;              ///< --keep: the IR behind each step, as files.
  std::string keep_directory;     ///< --keep-dir; empty: the current one.
  bool print_passes = false;      ///< --print-passes: kernels behind each step, on stderr.
  bool verbose = false;           ///< -v
  bool dry_run = false;           ///< --dryrun
  bool run = false;               ///< -run
  std::string code_text;          ///< --code-text: a file for the code object as text, besides that of -o.
  /// Objects are for shared libraries and for programs that load the runtime, which is a shared library then, too.
  bool shared_runtime = false;
  bool shared = false;               ///< -shared
  std::string code_object;           ///< Of kCodeObject, the extension: "cubin", "fatbin", "ptx", which is text.
  bool forward_to_compiler = false;  ///< --forward-unknown-to-host-compiler: unknown options are the compiler's.
  bool forward_to_linker = false;
  bool help = false, version = false;
};

/// A mistake on the command line: one line that names the option and the remedy.
struct UsageError {
  std::string message;
};

/// Words as a shell would split them, and a response file has them: quotes group, a backslash protects.
std::vector<std::string> split_words(std::string_view text);

/// The word for -x of a source with kernels, whatever its extension: "hip" of X.hip, else "cu".
std::string device_language(const std::string& path);

/// Parses the arguments after the program's name. Options of nvcc that only concern a GPU are accepted and ignored,
/// unknown ones are an error. Does not look at the file system, but for `@file` and --options-file.
std::variant<NvccOptions, UsageError> parse_nvcc_options(const std::vector<std::string>& arguments);

/// What --help prints.
std::string nvcc_help();

}  // namespace fencepost::compiler
