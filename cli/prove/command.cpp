#include "cli/prove/command.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <stdexcept>

#include "cli/base/checked_program.h"
#include "cli/prove/assume.h"
#include "cli/prove/prover.h"
#include "cli/prove/runs/confirm.h"
#include "cli/prove/verdict_sarif.h"
#include "cli/prove/verdict_text.h"
#include "cli/symbolic/read_kernels.h"
#include "compiler/driver/temporary.h"
#include "compiler/symbolic/symbolic_kernel.h"

namespace fencepost::cli {
namespace {

constexpr unsigned kFewestCases = 100;  ///< Powers of two of two kinds, as in a halving loop over a block.
constexpr double kLeastSeconds = 0.001;
constexpr double kLongestQuestion = 8000, kLongestKernel = 1e6;  // Seconds: Z3 takes 2^32 steps for a question.
constexpr unsigned kSecondsOfRun = 20;
constexpr int kRaceConfirmed = 66;
constexpr int kUndecided = 5;

symbolic::KernelVerdicts verdicts_of(compiler::SymbolicKernel& kernel, const KernelProofRequest& request,
                                     symbolic::ConfirmProgram& program) {
  symbolic::ProofOptions options;
  options.may_alias = request.may_alias;
  options.between_blocks = request.between_blocks;
  options.limits.milliseconds =
      static_cast<unsigned>(1000 * std::clamp(request.query_seconds, kLeastSeconds, kLongestQuestion));
  std::uint64_t steps_left = symbolic::steps_in(std::clamp(request.kernel_seconds, kLeastSeconds, kLongestKernel));
  options.limits.steps_left = &steps_left;
  options.limits.most_cases = std::clamp(options.limits.milliseconds * 3 / 4, kFewestCases, options.limits.most_cases);
  for (const std::string& text : request.assumptions) {
    options.assumption += (options.assumption.empty() ? "(" : " && (") + text + ")";
  }
  if (!options.assumption.empty()) {
    const symbolic::Assumption assumption = symbolic::read_assumption(kernel, options.assumption);
    options.condition = assumption.condition;
    options.powers_of_two = assumption.powers_of_two;
    options.fixed = assumption.fixed;
    options.contents = assumption.contents;
    if (request.may_alias && !options.contents.empty()) {
      throw std::runtime_error("--assume '" + options.assumption +
                               "': with --alias an array may be written as another");
    }
  }
  if (!kernel.obstacle.empty()) {
    symbolic::KernelVerdicts verdicts;
    verdicts.kernel = kernel.name;
    verdicts.file = kernel.file;
    verdicts.line = kernel.line;
    verdicts.obstacle = kernel.obstacle;
    return verdicts;
  }
  if (!options.assumption.empty() && !symbolic::can_be_met(kernel, options)) {
    throw std::runtime_error("--assume '" + options.assumption + "': no launch of " + kernel.name +
                             " that a device allows meets it");
  }
  symbolic::KernelVerdicts verdicts = symbolic::prove_kernel(kernel, options);
  if (request.confirms) {
    symbolic::confirm(
        kernel,
        {.contents = options.contents, .any_launch = options.assumption.empty(), .most_runs = request.most_runs},
        program, verdicts);
  }
  if (!options.assumption.empty()) verdicts.general.insert(options.assumption);
  return verdicts;
}

int status_of(const std::vector<symbolic::KernelVerdicts>& all) {
  int status = 0;
  for (const symbolic::KernelVerdicts& of : all) {
    if (!of.obstacle.empty()) status = std::max(status, kUndecided);
    for (const symbolic::Verdict& verdict : of.verdicts) {
      if (verdict.kind == symbolic::Verdict::kFalse) status = kRaceConfirmed;
      if (verdict.kind == symbolic::Verdict::kUnknown || verdict.kind == symbolic::Verdict::kWarning) {
        status = std::max(status, kUndecided);
      }
    }
  }
  return status;
}

void write_verdicts(const std::string& file, const std::string& text) {
  if (file == "-") {
    std::fputs(text.c_str(), stdout);
  } else {
    compiler::write_file(file, text);
  }
}

/// Of CUB, Thrust or another library that the source includes: nobody who asks about a file means these.
bool is_of_library(const compiler::SymbolicKernel& kernel, const std::string& asked_file) {
  if (kernel.file == asked_file) return false;
  const std::string own = std::filesystem::path(beside_this_program("")).parent_path().parent_path().string();
  const std::string& name = kernel.name;
  return name.starts_with("cub::") || name.starts_with("thrust::") || name.starts_with("fencepost_rt::") ||
         kernel.file.starts_with("/usr/") || kernel.file.starts_with(own + "/include/") ||
         kernel.file.starts_with(own + "/sim/");
}

/// Takes out what is not asked for. Returns how many of them are a library's.
std::size_t keep_asked(std::vector<compiler::SymbolicKernel>& kernels, const std::string& file,
                       const std::string& asked) {
  if (asked.empty()) {
    return std::erase_if(kernels, [&](const compiler::SymbolicKernel& kernel) { return is_of_library(kernel, file); });
  }
  const bool is_whole = std::ranges::find(kernels, asked, &compiler::SymbolicKernel::name) != kernels.end();
  std::erase_if(kernels, [&](const compiler::SymbolicKernel& kernel) {
    if (is_whole) return kernel.name != asked;
    return kernel.signature.find(asked) == std::string::npos;
  });
  return 0;
}

}  // namespace

bool has_kernels_to_prove(const std::string& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return false;
  const std::string extension = std::filesystem::path(file).extension();
  if (extension != ".cu" && extension != ".hip" && extension != ".cuh" && extension != ".h") return false;
  return compiler::read_file(file).find("prove_main") == std::string::npos;
}

int prove_kernels(const KernelProofRequest& request) {
  if (request.json == "-" && request.sarif == "-") {
    return usage_error("--json - and --sarif - cannot both write to standard output");
  }
  std::vector<compiler::SymbolicKernel> kernels;
  if (const int status =
          symbolic::read_kernels(request.file, request.compiler_arguments, ChildOutput::kOnError, kernels);
      status != 0)
    return status;
  const std::size_t skipped = keep_asked(kernels, request.file, request.kernel);
  if (skipped != 0) {
    std::fprintf(stderr,
                 "fencepost: %zu kernel%s of library headers %s not asked about; --kernel NAME asks about one\n",
                 skipped, skipped == 1 ? "" : "s", skipped == 1 ? "is" : "are");
  }
  if (kernels.empty() && skipped != 0) {
    return usage_error(request.file + " has no kernel that is compiled, but those of library headers");
  }
  if (kernels.empty()) {
    return usage_error(request.file + " has no kernel" +
                       (request.kernel.empty() ? std::string() : " whose name has '" + request.kernel + "' in it") +
                       " that is compiled; of templates only instances are");
  }
  const bool is_alone = request.json == "-" || request.sarif == "-";
  symbolic::ConfirmProgram program(request.file, request.compiler_arguments, kernels, kSecondsOfRun);
  std::vector<symbolic::KernelVerdicts> all;
  for (compiler::SymbolicKernel& kernel : kernels) {
    all.push_back(verdicts_of(kernel, request, program));
    if (is_alone) continue;
    std::fputs(symbolic::text_of(all.back(), request.file).c_str(), stdout);
    std::fflush(stdout);
  }
  const int status = status_of(all);
  if (!is_alone) {
    std::fputs(
        "for all launches, arguments and contents of arrays, where arrays are "
        "allocations of their own and signed integers and addresses do not overflow\n",
        stdout);
  }
  if (!request.json.empty()) write_verdicts(request.json, symbolic::json_of(all, request.file));
  if (!request.sarif.empty()) write_verdicts(request.sarif, symbolic::sarif_of(all, request.file, status));
  return status;
}

}  // namespace fencepost::cli
