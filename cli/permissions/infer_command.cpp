#include "cli/permissions/infer_command.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <stdexcept>

#include "cli/infer/annotate.h"
#include "cli/infer/check.h"
#include "cli/infer/prove_command.h"
#include "cli/infer/sources.h"
#include "cli/infer/symbolic_hints.h"
#include "cli/smt/z3_solver.h"
#include "cli/solve/solve.h"
#include "cli/symbolic/read_kernels.h"
#include "compiler/driver/temporary.h"
#include "detector/model/scope_record.h"
#include "detector/text/shell_words.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;
using infer::AnnotationText;

constexpr int kRaceStatus = 66;

std::string list_of(const std::vector<std::string>& sizes) {
  std::string text;
  for (const std::string& size : sizes) text += (text.empty() ? "" : ", ") + size;
  return text;
}

/// Runs at every size. Returns 0, or the status of the run that failed.
int observe(const ProgramRequest& program, const std::vector<std::string>& sizes,
            std::vector<detector::ScopeRecord>& runs) {
  ProgramRequest recorded = program;
  recorded.compiler_arguments.emplace_back("--record-locals");
  PreparedProgram prepared;
  if (const int status = prepare_program(recorded, prepared); status != 0) return status;
  const compiler::TemporaryDirectory directory;
  const std::string file = directory.file("scopes.json");
  for (const std::string& size : sizes) {
    const auto arguments = infer::arguments_for(program, size);
    if (!arguments) return usage_error("--sizes: the quotes of '" + size + "' are not closed");
    recorded.program_arguments = *arguments;
    const ChildEnd end =
        run_prepared(prepared, recorded, prepared.option_text + " --scopes-file " + detector::quoted_word(file),
                     ChildOutput::kOnError);
    const int status = end.signal != 0 ? 128 + end.signal : end.status;
    if (status != 0 || !end.error.empty() || !fs::exists(file)) {
      std::fprintf(
          stderr, "fencepost: the run with arguments %s failed: annotations are inferred from runs without a finding\n",
          size.c_str());
      return status != 0 ? status : kBadUsage;
    }
    runs.push_back(detector::read_scopes(compiler::read_file(file)));
    fs::remove(file);
  }
  return 0;
}

/// The annotated files, each behind its name if there are several.
std::string text_of(const std::vector<AnnotationText>& annotations) {
  std::vector<std::string> files;
  for (const AnnotationText& a : annotations) {
    if (std::ranges::find(files, a.file) == files.end()) files.push_back(a.file);
  }
  std::string text;
  for (const std::string& file : files) {
    std::vector<AnnotationText> own;
    std::ranges::copy_if(annotations, std::back_inserter(own), [&](const AnnotationText& a) { return a.file == file; });
    if (files.size() > 1) text += (text.empty() ? "// ==> " : "\n// ==> ") + file + "\n";
    text += infer::annotated(file, compiler::read_file(file), own, infer::AnnotationLines::kOwn);
  }
  return text;
}

/// What the annotations do not cover, by the lines that access it; nothing if that is nothing.
void tell_objections(const infer::CheckedRuns& runs, bool contradicting) {
  constexpr std::size_t kMost = 30;
  std::size_t count = 0;
  for (const infer::Objection& objection : runs.objections) {
    if (objection.contradicts != contradicting) continue;
    if (count++ < kMost) std::fprintf(stderr, "  %s\n", objection.message.c_str());
  }
  if (count > kMost) std::fprintf(stderr, "  and %zu more\n", count - kMost);
}

bool has_clauses(const infer::Inference& inference) {
  return std::ranges::any_of(inference.arrays, [](const auto& array) { return !array.expressions.empty(); });
}

/// Runs with the annotations checked, without what a run contradicts, until none does. Returns whether one did; in
/// `failed` the status of a run that failed for another reason.
bool check(const ProgramRequest& program, const std::vector<std::string>& sizes, infer::Inference& inference,
           std::optional<int>& failed) {
  bool contradicted = false;
  infer::CheckedRuns runs = infer::check_annotations(program, inference, sizes);
  while (!runs.failed && runs.contradict()) {
    contradicted = true;
    std::fprintf(stderr, "contradicted by the run with arguments %s, which they were not fitted to:\n",
                 runs.arguments.c_str());
    tell_objections(runs, true);
    std::string names;
    for (const std::string& name : infer::leave_out(inference, runs)) names += (names.empty() ? "" : ", ") + name;
    std::fprintf(stderr, "the annotations of %s are left out; add %s to --sizes\n", names.c_str(),
                 runs.arguments.c_str());
    if (!has_clauses(inference)) return true;
    runs = infer::check_annotations(program, inference, sizes);
  }
  failed = runs.failed;
  if (!failed && !runs.objections.empty()) {
    std::fprintf(stderr, "not covered by annotations, in the run with arguments %s:\n", runs.arguments.c_str());
    tell_objections(runs, false);
  }
  return contradicted;
}

int run_and_write(const ProgramRequest& program, const PermissionsRequest& request) {
  std::vector<std::string> sizes = request.sizes, others = request.check_sizes;
  // Annotations are worth something where they were not fitted.
  if (request.infer && others.empty() && sizes.size() > 2) {
    others.push_back(sizes.back());
    sizes.pop_back();
  }
  std::vector<detector::ScopeRecord> runs;
  if (const int status = observe(program, sizes, runs); status != 0) return status;
  std::vector<compiler::SymbolicKernel> kernels;
  if (const int failed =
          symbolic::read_kernels(program.file, program.compiler_arguments, ChildOutput::kOnError, kernels);
      failed != 0)
    return failed;
  const infer::HintsFor hints = infer::symbolic_hints(kernels);
  int proved = 0;
  if (request.prove) {
    const infer::SizesVerdict verdict = infer::prove_and_try(program, sizes, others, runs, hints);
    std::fputs(verdict.text.c_str(), request.infer ? stderr : stdout);
    proved = verdict.has_race ? kRaceStatus : 0;
    if (!request.infer) return proved;
  }
  const std::int64_t park = request.drawing.park ? std::int64_t{*request.drawing.park} : -1;
  infer::Inference inference = infer::infer_clauses(runs, park, hints);
  if (inference.arrays.empty()) {
    return usage_error("no kernel with an array was seen; kernels in headers of the system are not looked at");
  }
  std::fprintf(stderr, "fitted at sizes %s\n%s", list_of(sizes).c_str(), infer::summary_of(inference).c_str());
  // Without other sizes, a checked run at a fitted one tells which lines access what is not explained.
  const bool all = std::ranges::all_of(inference.arrays, &infer::FittedArray::explained);
  int status = 0;
  if (has_clauses(inference) && (!others.empty() || !all)) {
    const std::vector<std::string> checked = others.empty() ? std::vector{sizes.back()} : others;
    std::optional<int> failed;
    if (check(program, checked, inference, failed)) status = kRaceStatus;
    if (failed) return *failed;
  }
  if (!has_clauses(inference)) {
    std::fprintf(stderr, "no annotations are written: %s\n",
                 status == 0 ? "nothing is explained" : "none is left that no run contradicts");
    return status;
  }
  if (others.empty()) {
    std::fprintf(stderr, "not checked: give --check-sizes, or more than two --sizes\n");
  } else {
    std::fprintf(stderr, "checked at other sizes (%s): %s\n", list_of(others).c_str(),
                 status == 0 ? "the annotations hold" : "what is left holds");
  }
  const std::vector<AnnotationText> annotations = infer::annotations_of(inference);
  if (request.output.empty()) {
    std::fputs(text_of(annotations).c_str(), stdout);
  } else if (request.output.ends_with('/') || fs::is_directory(request.output)) {
    infer::copy_annotated(infer::files_of(program), annotations, request.output, infer::AnnotationLines::kOwn);
  } else {
    compiler::write_file(request.output, text_of(annotations));
  }
  return status != 0 ? status : proved;
}

}  // namespace

int infer_annotations(const ProgramRequest& program, const PermissionsRequest& request) {
  const std::string option = request.infer ? "--infer" : "--prove";
  if (request.sizes.empty())
    return usage_error(option + " needs --sizes: the program's arguments for several runs, as --sizes 8,16,32");
  if (request.prove && find_z3().empty()) {
    return usage_error("--prove needs Z3: install z3 (Debian: apt-get install z3)");
  }
  if (!program.file.ends_with(".cu")) return usage_error(option + " needs the source: give a .cu file");
  try {
    return run_and_write(program, request);
  } catch (const std::exception& error) {
    return usage_error(error.what());
  }
}

}  // namespace fencepost::cli
