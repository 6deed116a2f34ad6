#include "cli/prove/verdict_sarif.h"

#include <algorithm>

#include "cli/formats/sarif_log.h"
#include "cli/prove/verdict_text.h"
#include "detector/model/names.h"

namespace fencepost::cli::symbolic {
namespace {

class SarifVerdicts {
 public:
  SarifVerdicts(const std::vector<KernelVerdicts>& kernels, const std::string& source)
      : kernels_(kernels),
        source_(source),
        symboliser_(std::map<std::string, std::string>{}),
        sources_(detector::SourceRoot(std::vector<std::string>{source}, symboliser_), symboliser_) {}

  std::string text(int status) {
    SarifJson results = SarifJson::array(), functions = SarifJson::array();
    for (const KernelVerdicts& of : kernels_) {
      function_ = {{"fullyQualifiedName", of.kernel}, {"index", functions.size()}};
      functions.push_back({{"fullyQualifiedName", of.kernel}, {"kind", "function"}});
      if (!of.obstacle.empty()) results.push_back(obstacle(of));
      for (const Verdict& verdict : of.verdicts) results.push_back(result(verdict, of));
    }
    SarifJson rules = SarifJson::array();
    for (const detector::Kind kind : kinds_) rules.push_back(sarif_rule(kind));
    const SarifJson invocation = {{"exitCode", status}, {"executionSuccessful", true}};
    return sarif_log(sources_, std::move(rules), invocation, std::move(functions), std::move(results));
  }

 private:
  SarifJson place(std::uint32_t line) {
    SarifJson json = SarifJson::object();
    if (line != 0) json["physicalLocation"] = sources_.physical({.file = source_, .line = line});
    json["logicalLocations"] = sarif_list(function_);
    return json;
  }

  SarifJson empty_result(detector::Kind of, const char* kind, const char* level) {
    auto rule = std::ranges::find(kinds_, of);
    if (rule == kinds_.end()) rule = kinds_.insert(kinds_.end(), of);
    return {{"ruleId", detector::name_of(of)}, {"ruleIndex", rule - kinds_.begin()}, {"kind", kind}, {"level", level}};
  }

  SarifJson obstacle(const KernelVerdicts& of) {
    SarifJson json = empty_result(detector::Kind::kRace, "open", "none");
    json["message"] = sarif_message(sarif_text("Unknown: " + of.kernel + ": " + of.obstacle + "."));
    json["locations"] = sarif_list(place(of.line));
    return json;
  }

  SarifJson result(const Verdict& verdict, const KernelVerdicts& of) {
    const bool is_race = verdict.about == Verdict::kRace;
    const bool failed = verdict.kind == Verdict::kFalse || verdict.kind == Verdict::kWarning;
    const char* untold = verdict.kind == Verdict::kProved ? "pass" : "open";
    const char* level = verdict.kind == Verdict::kFalse ? "error" : "warning";
    SarifJson json = empty_result(is_race ? detector::Kind::kRace : detector::Kind::kBarrierDivergence,
                                  failed ? "fail" : untold, failed ? level : "none");
    std::set<std::string> assumptions = verdict.assumptions;
    if (verdict.kind == Verdict::kProved) assumptions.insert(of.general.begin(), of.general.end());
    std::string text = sarif_sentence(word_of(verdict.kind));
    text.back() = ':';
    text += " " + sarif_text(subject_of(verdict)) + ".";
    if (verdict.kind == Verdict::kProved) {
      for (const std::string& each : assumptions) {
        text += (&each == &*assumptions.begin() ? " Assuming that " : "; ") + sarif_text(each);
      }
      if (!assumptions.empty()) text += '.';
    } else {
      text += " " + sarif_text(verdict.reason) + ".";
    }
    if (!verdict.command.empty()) text += " Confirmed by: " + sarif_text(verdict.command);
    json["message"] = sarif_message(text);
    json["locations"] = sarif_list(place(verdict.first.line));
    if (is_race) {
      SarifJson related = SarifJson::array();
      for (const Touch* touch : {&verdict.first, &verdict.second}) {
        SarifJson other = place(touch->line);
        other["id"] = related.size() + 1;
        other["message"] = sarif_message(sarif_text(touch->kind + " " + verdict.object));
        related.push_back(std::move(other));
      }
      json["relatedLocations"] = std::move(related);
    }
    json["properties"] = {{"verdict", word_of(verdict.kind)}, {"kernel", of.kernel}};
    if (is_race) {
      json["properties"]["object"] = verdict.object;
      json["properties"]["scope"] = verdict.between_blocks ? "inter-block" : "intra-block";
    }
    if (!assumptions.empty()) json["properties"]["assumptions"] = assumptions;
    if (!verdict.command.empty()) json["properties"]["command"] = verdict.command;
    return json;
  }

  const std::vector<KernelVerdicts>& kernels_;
  const std::string& source_;
  detector::Symboliser symboliser_;
  SarifSources sources_;
  std::vector<detector::Kind> kinds_;  ///< Those that occur: the rules.
  SarifJson function_;                 ///< Of the kernel that is being told of.
};

}  // namespace

std::string sarif_of(const std::vector<KernelVerdicts>& kernels, const std::string& source, int status) {
  return SarifVerdicts(kernels, source).text(status);
}

}  // namespace fencepost::cli::symbolic
