#include "cli/commands/prove_command.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "cli/base/checked_program.h"
#include "cli/base/runtime_options.h"
#include "cli/options/option_parser.h"
#include "cli/permissions/permissions_command.h"
#include "cli/prove/command.h"
#include "cli/symbolic/access_pattern.h"
#include "cli/symbolic/read_kernels.h"
#include "compiler/driver/temporary.h"
#include "detector/model/options.h"

namespace fencepost::cli {
namespace {

constexpr const char* kBundled = "../share/fencepost/kernels/prove_scans.cu";
constexpr std::array<const char*, 8> kOptions = {"--list",  "--scan",    "--all",   "--n",
                                                 "--up-to", "--every-n", "--slice", "--times"};

/// A file that the program is asked to leave the number of its proofs in: a program that never proves anything may exit
/// with 0, too.
class ProofCount {
 public:
  ProofCount() { setenv("FENCEPOST_PROVE_COUNT", path_.c_str(), 1); }

  /// Whether the program came to an end of its proofs and all of them held.
  [[nodiscard]] bool all_proved() const {
    std::ifstream file(path_);
    long proved = 0;
    long failed = 0;
    return file >> proved >> failed && proved > 0 && failed == 0;
  }

 private:
  const compiler::TemporaryDirectory directory_;
  const std::string path_ = directory_.file("count");
};

/// The given ones of kOptions, as words for the program.
std::vector<std::string> program_words(const CLI::App& command) {
  std::vector<std::string> words;
  for (const char* name : kOptions) {
    const CLI::Option* option = command.get_option(name);
    for (const std::string& value : option->results()) {
      words.emplace_back(name);
      if (option->get_items_expected_max() != 0) words.push_back(value);
    }
  }
  return words;
}

/// The run's status counts where nothing worse was proved.
int prove_and_draw(const ProgramRequest& program, const KernelProofRequest& proof) {
  if (proof.file.empty()) return usage_error("--draw needs the source whose kernels are to be proved");
  const std::string extension = std::filesystem::path(proof.drawing).extension().string();
  if (!has_kernels_to_prove(proof.file)) return usage_error("--draw: " + proof.file + " has no kernels to prove");
  if (extension != ".svg" && extension != ".html") {
    return usage_error("--draw " + proof.drawing + ": the name ends neither with .svg nor with .html");
  }
  PermissionsRequest drawing;
  drawing.output = proof.drawing;
  std::vector<compiler::SymbolicKernel> kernels;
  if (const int status = symbolic::read_kernels(proof.file, proof.compiler_arguments, ChildOutput::kOnError, kernels);
      status != 0)
    return status;
  for (const compiler::SymbolicKernel& kernel : kernels) drawing.symbolic.push_back(symbolic::pattern_of(kernel));
  const int proved = prove_kernels(proof);
  const int drawn = show_permissions(program, drawing);
  return proved == 0 || drawn == kBadUsage ? drawn : proved;
}

}  // namespace

CLI::App* add_prove_command(CLI::App& app, ProgramRequest& request, KernelProofRequest& kernels) {
  CLI::App* command = app.add_subcommand("prove", "Prove kernels free of races for all sizes, and scans right");
  command->footer(
      "  fencepost prove reduce.cu --assume 'n > 0 && blockDim.x % 32 == 0'\n"
      "  fencepost prove --scan kogge-stone --n 1024\n"
      "  fencepost prove --all --up-to 4096\n"
      "  fencepost prove my_scan.cu --n 256\n\n"
      "FILE.cu: each of its kernels, for all launches, arguments and contents of arrays; what is false is told when\n"
      "a run has confirmed it. Without FILE: the scans that come with Fencepost, and so is a FILE that calls\n"
      "fencepost::prove_main, see <fencepost/prove.h>. Without --n and --up-to: every power of two up to 1024.\n\n"
      "Exit status: 0 if all that was asked for is proved, 1 if a scan is not, 66 if a run has findings, 5 if\n"
      "something of a kernel is not decided, 2 bad usage, 3 does not compile, 124 timeout.");
  const auto options = std::make_shared<detector::Options>();
  const std::vector<std::string> names = add_runtime_options(*command, *options);

  const auto file = std::make_shared<std::string>();
  command->add_option("FILE", *file, "A CUDA source, or an executable built by fencepost-nvcc");
  command->add_option("--nvcc-args", "Further options of the compiler, as one word")->type_name("\"ARGS\"");
  command->add_flag("--list")->description("Print the scans' names and kinds, and stop")->group("Proofs");
  command->add_option("--scan", "This scan only (repeatable)")->type_name("NAME")->group("Proofs");
  command->add_flag("--all")->description("All scans: the default")->group("Proofs");
  command->add_option("--n", "This size (repeatable)")->type_name("N")->group("Proofs");
  command->add_option("--up-to", "Every power of two up to M")->type_name("M")->group("Proofs");
  command->add_flag("--every-n")
      ->description("Also every size up to 2048, or up to M if that is less")
      ->group("Proofs");
  command->add_option("--slice", "Elements per block of the bundled scans, a power of two up to 1024")
      ->type_name("S")
      ->group("Proofs");
  command->add_flag("--times")->description("Also say how long each run took")->group("Proofs");
  command->option_defaults()->group("Kernels");
  command->add_option("--assume", kernels.assumptions, "What arguments and launches are known to be (repeatable)")
      ->type_name("CONDITION")
      ->expected(1)
      ->allow_extra_args(false)  // The word behind its own may be FILE.
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_flag("--alias", kernels.may_alias, "Arrays may be parts of one allocation");
  command->add_flag("!--intra-block", kernels.between_blocks, "Races within a block alone, not of two blocks");
  command->add_option("--query-timeout", kernels.query_seconds, "Limit of one question to Z3 (default: 2)")
      ->type_name("SECONDS");
  command->add_option("--kernel-timeout", kernels.kernel_seconds, "Limit of all questions about a kernel (default: 60)")
      ->type_name("SECONDS");
  command->add_flag("!--no-run", kernels.confirms, "Run nothing: what would be false is unknown");
  command->add_option("--json", kernels.json, "Also write the verdicts to FILE; -: to standard output, alone")
      ->type_name("FILE");
  command->add_option("--sarif", kernels.sarif, "Likewise, as a SARIF log")->type_name("FILE");
  command
      ->add_option("--draw", kernels.drawing,
                   "Run the program (its arguments: behind --) and draw what its threads used, and beside it what "
                   "they use at any size, to FILE.svg or .html")
      ->type_name("FILE");
  for (const char* repeatable : {"--scan", "--n"}) {
    command->get_option(repeatable)->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }
  command->callback([command, options, names, file, &request, &kernels] {
    request.file = file->empty() ? beside_this_program(kBundled) : *file;
    request.runtime_options = given_options(*command, names);
    std::vector<std::string> words = program_words(*command);
    words.insert(words.end(), request.program_arguments.begin(), request.program_arguments.end());
    if (!kernels.drawing.empty()) {
      kernels.file = *file;
      words = request.program_arguments;
    } else if (words.empty() && has_kernels_to_prove(*file)) {
      kernels.file = *file;
    }
    if (!kernels.file.empty()) {
      const auto& names_given = command->get_option("--kernel")->results();
      if (!names_given.empty()) kernels.kernel = names_given.back();
    }
    request.program_arguments = std::move(words);
  });
  return command;
}

int prove(const ProgramRequest& request, const KernelProofRequest& kernels) {
  if (!kernels.file.empty() || !kernels.drawing.empty()) {
    KernelProofRequest proof = kernels;
    proof.compiler_arguments = request.compiler_arguments;
    return proof.drawing.empty() ? prove_kernels(proof) : prove_and_draw(request, proof);
  }
  if (std::ranges::find(request.compiler_arguments, "--no-check") != request.compiler_arguments.end()) {
    std::fputs("fencepost: error: nothing is proved with --no-check; leave it out\n", stderr);
    return kBadUsage;
  }
  const ProofCount count;
  const int status = run_program(request);
  const bool only_list = std::ranges::find(request.program_arguments, "--list") != request.program_arguments.end();
  if (status != 0 || only_list || count.all_proved()) return status;
  std::fprintf(stderr, "fencepost: error: %s proved nothing; its main function has to end with fencepost::prove_main\n",
               request.file.c_str());
  return kBadUsage;
}

}  // namespace fencepost::cli
