#include "cli/infer/check.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <set>

#include "cli/infer/annotate.h"
#include "cli/infer/sources.h"
#include "cli/solve/observations.h"
#include "compiler/driver/temporary.h"
#include "detector/report/reader.h"
#include "detector/report/text.h"
#include "detector/symbols/symboliser.h"
#include "detector/text/shell_words.h"
#include "detector/text/text_layout.h"

namespace fencepost::cli::infer {
namespace {

namespace fs = std::filesystem;
using detector::Finding;

/// `word` stands in `text`, and not as a part of a longer word.
bool mentions(const std::string& text, const std::string& word) {
  const auto continues = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t at = text.find(word); at != std::string::npos && !word.empty(); at = text.find(word, at + 1)) {
    const bool begins = at == 0 || !continues(text[at - 1]);
    if (begins && (at + word.size() >= text.size() || !continues(text[at + word.size()]))) return true;
  }
  return false;
}

/// Not only an access that no clause covers, but a clause that cannot be so.
bool about_clause(const Finding& finding) {
  return std::ranges::any_of(finding.accesses, [](const detector::FindingAccess& access) {
    return access.kind == detector::AccessKind::kClause;
  });
}

/// The objects that a finding is about: that of the access, else those that the clause speaks of.
std::vector<std::string> objects_of(const Finding& finding, const Inference& inference) {
  std::set<std::string> objects;
  const bool is_of_clause = about_clause(finding);
  // A clause that reads one array to grant another is a clause of the other.
  for (const FittedArray& array : inference.arrays) {
    const bool grants = finding.message.find("\\pointer_index(" + array.array + ",") != std::string::npos;
    if (is_of_clause && grants) objects.insert(array.object);
  }
  if (!objects.empty()) return {objects.begin(), objects.end()};
  if (finding.object && !finding.object->name.empty()) {
    const std::string object = short_name(finding.kernel) + ": " + finding.object->name;
    const bool is_known = std::ranges::find(inference.arrays, object, &FittedArray::object) != inference.arrays.end();
    if (is_known || !is_of_clause) return {object};
  }
  for (const bool named : {true, false}) {
    for (const FittedArray& array : inference.arrays) {
      const bool here = std::ranges::any_of(finding.accesses, [&](const detector::FindingAccess& access) {
        return access.location.line == array.point.line && access.location.file == array.point.file;
      });
      if (here && (!named || mentions(finding.message, array.array))) objects.insert(array.object);
    }
    if (!objects.empty()) break;
  }
  return {objects.begin(), objects.end()};
}

/// All sets of the object's elements are explained, and there are some.
bool is_explained(const std::string& object, const Inference& inference) {
  bool is_known = false;
  for (const FittedArray& array : inference.arrays) {
    if (array.object != object) continue;
    if (!array.explained) return false;
    is_known = true;
  }
  return is_known;
}

bool all_explained(const std::vector<std::string>& objects, const Inference& inference) {
  return std::ranges::all_of(objects, [&](const auto& object) { return is_explained(object, inference); });
}

Objection objection_of(const Finding& finding, const Inference& inference) {
  Objection objection{objects_of(finding, inference), finding.message, false};
  if (finding.occurrences > 1)
    objection.message +=
        ", and " + detector::count_of(finding.occurrences - 1, "other time", "other times") + " like it";
  const bool has_clauses = std::ranges::any_of(inference.arrays, [&](const FittedArray& array) {
    return !array.expressions.empty() && std::ranges::find(objection.objects, array.object) != objection.objects.end();
  });
  objection.contradicts =
      about_clause(finding) ? has_clauses || objection.objects.empty() : all_explained(objection.objects, inference);
  return objection;
}

/// One run; false if it failed for another reason than permissions, which has been printed.
bool take_run(const std::string& report_file, const Inference& inference, std::vector<Objection>& objections) {
  std::string error;
  const auto report = detector::read_report(report_file, error);
  if (!report) {
    std::fprintf(stderr, "fencepost: error: %s\n", error.c_str());
    return false;
  }
  bool has_others = false;
  detector::Report told = *report;
  std::erase_if(told.findings, [&](const Finding& finding) {
    const bool is_error = finding.severity == detector::Severity::kError;
    if (finding.kind != detector::Kind::kPermission) {
      has_others = has_others || is_error;
      return false;
    }
    if (is_error) objections.push_back(objection_of(finding, inference));
    // What is lost of an object that is not explained everywhere is no news.
    return is_error || !all_explained(objects_of(finding, inference), inference);
  });
  if (!told.findings.empty()) {
    detector::Symboliser symboliser(std::string("/dev/null"));
    std::fputs(detector::render_text(told, symboliser, {}).c_str(), stderr);
  }
  return !has_others;
}

}  // namespace

bool CheckedRuns::contradict() const { return std::ranges::any_of(objections, &Objection::contradicts); }

std::optional<std::vector<std::string>> arguments_for(const ProgramRequest& program, const std::string& size) {
  std::vector<std::string> arguments = program.program_arguments;
  const auto words = detector::split_words(size);
  if (!words) return std::nullopt;
  arguments.insert(arguments.end(), words->begin(), words->end());
  return arguments;
}

CheckedRuns check_annotations(const ProgramRequest& program, const Inference& inference,
                              const std::vector<std::string>& sizes) {
  const compiler::TemporaryDirectory directory;
  const std::string report = directory.file("report.json");
  ProgramRequest checked = program;
  checked.file = copy_annotated(files_of(program), annotations_of(inference), directory.file("source"),
                                AnnotationLines::kOfTheSource);
  checked.output = ChildOutput::kOnError;
  checked.compiler_arguments.emplace_back("--contracts");
  CheckedRuns runs;
  PreparedProgram prepared;
  if (const int status = prepare_program(checked, prepared); status != 0) {
    runs.failed = status;
    return runs;
  }
  for (const std::string& size : sizes) {
    const auto arguments = arguments_for(program, size);
    if (!arguments) {
      std::fprintf(stderr, "fencepost: error: --check-sizes: the quotes of '%s' are not closed\n", size.c_str());
      runs.failed = kBadUsage;
      return runs;
    }
    checked.program_arguments = *arguments;
    std::error_code ignored;
    fs::remove(report, ignored);
    const std::string options =
        prepared.option_text + " --report-only --max-findings 1000000 --report " + detector::quoted_word(report);
    const ChildEnd end = run_prepared(prepared, checked, options, ChildOutput::kOnError);
    const int status = end.signal != 0 ? 128 + end.signal : end.status;
    runs.arguments = size;
    runs.objections.clear();
    const bool told = fs::exists(report) && take_run(report, inference, runs.objections);
    if (status != 0 && (!told || runs.objections.empty())) {
      std::fprintf(stderr, "the run with arguments %s failed: no annotations are written\n", size.c_str());
      runs.failed = status;
      return runs;
    }
    if (runs.contradict()) return runs;
  }
  return runs;
}

std::vector<std::string> leave_out(Inference& inference, const CheckedRuns& runs) {
  std::set<std::string> objects;
  for (const Objection& objection : runs.objections) {
    if (objection.contradicts) objects.insert(objection.objects.begin(), objection.objects.end());
  }
  // Of an objection without an object nothing is known but that something is wrong.
  if (objects.empty()) {
    for (const FittedArray& array : inference.arrays) objects.insert(array.object);
  }
  // What an array held at the entry is told in terms of the array, and other clauses in terms of that.
  for (const FittedArray& array : inference.arrays) {
    if (!objects.contains(array.object)) continue;
    const std::string given = array.array + "_at_entry";
    if (std::erase_if(inference.givens, [&](const GivenSequence& each) { return each.name == given; }) == 0) continue;
    for (const FittedArray& other : inference.arrays) {
      const bool depends = std::ranges::any_of(other.expressions, [&](const auto& e) { return mentions(e, given); });
      if (depends) objects.insert(other.object);
    }
  }
  std::set<std::string> names;
  for (FittedArray& array : inference.arrays) {
    if (!objects.contains(array.object)) continue;
    names.insert(array.array);
    array.explained = false;
    array.why = "contradicted by the run with arguments " + runs.arguments;
    array.expressions.clear();
    array.facts.clear();
    array.clauses.clear();
    array.fractions.clear();
  }
  for (FittedArray& array : inference.arrays) {
    std::erase_if(array.facts, [&](const std::string& fact) {
      return std::ranges::any_of(names, [&](const std::string& name) { return mentions(fact, name); });
    });
  }
  return {names.begin(), names.end()};
}

}  // namespace fencepost::cli::infer
