#include "cli/prove/runs/confirm_program.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>

#include "cli/kernel/choose.h"
#include "cli/kernel/host_program.h"
#include "detector/text/shell_words.h"

namespace fencepost::cli::symbolic {
namespace {

namespace fs = std::filesystem;
using compiler::KernelList;
using compiler::ListedKernel;
using compiler::SymbolicKernel;

constexpr const char* kNoProgram =
    "no launch could be made: the file by itself is no program, fencepost kernel says why";

/// Who wants the compiler or a run to end wants no other one.
void end_if_asked(int signal) {
  if (signal == SIGINT || signal == SIGTERM || signal == SIGHUP || signal == SIGQUIT) ::raise(signal);
}

/// Of a compiler that did not end by itself, or was interrupted; 0: it has ended.
int signal_of(int status) {
  constexpr int kBySignal = 128;
  return status > kBySignal ? status - kBySignal : 0;
}

/// By its name in object files: names alone may be of several.
const ListedKernel* listed_as(const SymbolicKernel& kernel, const KernelList& list) {
  for (const std::vector<ListedKernel>* const all : {&list.kernels, &list.instances}) {
    for (const ListedKernel& listed : *all) {
      if (listed.symbol == kernel.signature) return &listed;
    }
  }
  return nullptr;
}

/// As the command line tells it from others of its name.
std::string target_name(const ListedKernel& kernel, const KernelList& list) {
  if (std::ranges::count(list.kernels, kernel.name, &ListedKernel::name) < 2) return kernel.name;
  const std::string prototype = prototype_of(kernel);
  return kernel.name + prototype.substr(prototype.rfind('('));
}

}  // namespace

ConfirmProgram::ConfirmProgram(std::string source, std::vector<std::string> compiler_arguments,
                               const std::vector<SymbolicKernel>& kernels, unsigned seconds)
    : source_(std::move(source)),
      compiler_arguments_(std::move(compiler_arguments)),
      kernels_(kernels),
      seconds_(seconds) {}

void ConfirmProgram::plan_all(const KernelList& list) {
  renames_main_ = list.has_main;
  for (const SymbolicKernel& kernel : kernels_) {
    Planned& planned = planned_[&kernel];
    const ListedKernel* const listed = listed_as(kernel, list);
    if (listed == nullptr) {
      planned.problem = "no launch could be made: the kernel cannot be named from outside of the file";
      continue;
    }
    planned.plan = std::make_unique<KernelPlan>(kernel, *listed);
    planned.target = source_ + ":" + target_name(*listed, list);
    planned.problem = planned.plan->obstacle();
  }
}

void ConfirmProgram::open() {
  if (std::exchange(is_open_, true)) return;
  ::setenv("FENCEPOST_RED_ZONE", kRedZone, /*overwrite=*/0);
  try {
    plan_all(listed_kernels(source_, /*quiet=*/true, compiler_arguments_));
  } catch (const CompilerFailed& failed) {
    end_if_asked(signal_of(failed.status));
    for (const SymbolicKernel& kernel : kernels_) planned_[&kernel].problem = kNoProgram;
  }
  std::vector<Planned*> all;
  for (const SymbolicKernel& kernel : kernels_) {
    if (planned_[&kernel].problem.empty()) all.push_back(&planned_[&kernel]);
  }
  if (all.size() > 1) build(all);
}

const ConfirmProgram::Built* ConfirmProgram::build(const std::vector<Planned*>& kernels) {
  std::vector<KernelDriver> drivers;
  drivers.reserve(kernels.size());
  for (const Planned* const planned : kernels) drivers.push_back(planned->plan->driver());
  const std::string file = fs::absolute(source_).lexically_normal().string();
  auto built = std::make_unique<Built>();
  built->place = std::make_unique<ProgramPlace>(
      [&](const std::string& path) { return kernel_driver_text(drivers, file, renames_main_, path); });
  ProgramRequest request{.file = built->place->path(),
                         .shown_file = source_,
                         .compiler_arguments = compiler_arguments_,
                         .is_part = true,
                         .output = ChildOutput::kNowhere,
                         .compiler_output = ChildOutput::kNowhere};
  request.runtime_options = "--require-launch --quiet --max-findings 1000 --timeout " + std::to_string(seconds_);
  const int status = prepare_program(request, built->program);
  end_if_asked(signal_of(status));
  if (status != 0) return nullptr;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    kernels[i]->built = built.get();
    kernels[i]->number = static_cast<int>(i);
  }
  built_.push_back(std::move(built));
  return built_.back().get();
}

ConfirmProgram::Planned& ConfirmProgram::ready(const SymbolicKernel& kernel) {
  open();
  Planned& planned = planned_.at(&kernel);
  // One of the others may be what does not compile.
  const bool is_left = planned.problem.empty() && planned.built == nullptr;
  if (is_left && build({&planned}) == nullptr) planned.problem = kNoProgram;
  return planned;
}

ConfirmProgram::Run ConfirmProgram::run(const SymbolicKernel& kernel, const Witness& witness, const BeginOf& begin,
                                        bool large, const std::function<bool(const std::string& command)>& is_new) {
  Planned& planned = ready(kernel);
  Run run{.problem = planned.problem};
  if (!run.problem.empty()) return run;
  const KernelPlan::Launch launch = planned.plan->launch(witness, begin, large);
  run.told = launch.told;
  run.large = launch.large;
  run.arrays = planned.plan->arrays();
  run.command = "fencepost kernel " + detector::quoted_word(planned.target);
  for (const std::string& word : launch.options) run.command += " " + detector::quoted_word(word);
  if (!is_new(run.command)) return run;
  const std::string input = directory_.file("input"), report = directory_.file("report.json");
  std::ofstream out(input, std::ios::binary);
  out.write(reinterpret_cast<const char*>(launch.input.data()),
            static_cast<std::streamsize>(launch.input.size() * sizeof(double)));
  out.close();
  if (!out) {
    run.problem = "no launch could be made: cannot write " + input;
    return run;
  }
  std::error_code error;
  fs::remove(report, error);
  const ProgramRequest words{.program_arguments = {input, std::to_string(planned.number)}};
  const PreparedProgram& program = planned.built->program;
  const ChildEnd end = run_prepared(program, words, program.option_text + " --report " + detector::quoted_word(report),
                                    ChildOutput::kNowhere);
  end_if_asked(end.asked);
  run.timed_out = end.status == kTimedOut;
  if (run.timed_out) run.command += " --timeout " + std::to_string(seconds_);
  // What CUDA refuses to launch, or what does not end, leaves none.
  if (!fs::exists(report, error)) return run;
  run.report = nlohmann::json::parse(compiler::read_file(report), nullptr, /*allow_exceptions=*/false);
  return run;
}

}  // namespace fencepost::cli::symbolic
