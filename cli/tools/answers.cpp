#include "cli/tools/answers.h"

#include <algorithm>
#include <optional>

#include "cli/base/checked_program.h"
#include "cli/formats/format.h"
#include "detector/model/names.h"
#include "detector/report/reader.h"
#include "detector/report/text.h"
#include "detector/text/text_layout.h"

namespace fencepost::cli {
namespace {

constexpr std::size_t kListed = 20;
constexpr std::size_t kColumns = 300;  // Of a line: names may be longer than anybody wants to read.

std::string id_of(const KeptReport& kept, std::size_t i) { return kept.id + "." + std::to_string(i + 1); }

nlohmann::ordered_json finding_json(const KeptReport& kept, std::size_t i) {
  const detector::Finding& finding = kept.report.findings[i];
  nlohmann::ordered_json json = {{"id", id_of(kept, i)},
                                 {"kind", detector::name_of(finding.kind)},
                                 {"severity", detector::name_of(finding.severity)},
                                 {"title", detector::cut(title_of(finding), kColumns)},
                                 {"places", nlohmann::ordered_json::array()}};
  for (const detector::FindingAccess& access : finding.accesses) {
    json["places"].push_back(
        {{"file", access.location.file}, {"line", access.location.line}, {"access", detector::name_of(access.kind)}});
  }
  if (!finding.hint.empty()) json["hint"] = detector::cut(finding.hint, kColumns);
  return json;
}

}  // namespace

Properties with_source(Properties own) {
  Properties all = {
      {"source", string_schema("The CUDA C++ source, as text. Instead of path.")},
      {"name", string_schema("What reports call that source; default kernel.cu.")},
      {"path", string_schema("A source below the root that the server was started with. Instead of source.")},
  };
  all.insert(all.end(), own.begin(), own.end());
  all.emplace_back("compiler_args",
                   list_schema("Options of nvcc, as [\"-std=c++17\", \"-DN=64\"].", string_schema("")));
  return all;
}

Properties with_program(Properties own) {
  own.emplace_back("args", list_schema("Arguments of the program.", string_schema("")));
  own.emplace_back("timeout", number_schema("Seconds until the program is ended, with a report of where its threads "
                                            "stand; default 20.",
                                            0.1, 3600));
  return with_source(std::move(own));
}

nlohmann::ordered_json findings_schema(const Properties& more) {
  const nlohmann::ordered_json place = object_schema(
      {{"file", string_schema("")}, {"line", integer_schema("")}, {"access", string_schema("")}}, {}, false);
  const nlohmann::ordered_json finding =
      object_schema({{"id", string_schema("For explain.")},
                     {"kind", string_schema("race, barrier-divergence, out-of-bounds, …")},
                     {"severity", string_schema("error or warning")},
                     {"title", string_schema("")},
                     {"places", list_schema("Who did what at which lines.", place)},
                     {"hint", string_schema("What mends most cases.")}},
                    {"id", "kind", "severity", "title", "places"}, false);
  Properties all = {{"report", string_schema("Its id, for propose's and explain's like.")},
                    {"errors", integer_schema("")},
                    {"warnings", integer_schema("")},
                    {"launches", integer_schema("Kernels launched: without one nothing was checked.")},
                    {"accesses", integer_schema("Accesses checked.")},
                    {"findings", list_schema("The first twenty, errors first.", finding)}};
  all.insert(all.end(), more.begin(), more.end());
  return object_schema(all, {"report", "errors", "warnings", "findings"}, false);
}

const KeptReport& keep_report(Call& call, const BoundedEnd& end, const std::string& patch) {
  constexpr std::size_t kLargest = std::size_t{2} << 20;
  constexpr std::size_t kTold = 8000;
  const int status = end.end.status;
  const std::string said = clipped(end.errors, kTold, end.errors_left_out);
  if (status == kDoesNotCompile) throw ToolError("does not compile:\n" + said);
  if (status == kNoLaunch) throw ToolError("no kernel was launched, so nothing was checked:\n" + said);
  if (status == kBadUsage && said.starts_with("fencepost: error: ")) throw ToolError(said);
  const std::string text = begin_of_file(call.file("report.json"), kLargest + 1);
  if (text.size() > kLargest) throw ToolError("the report is larger than 2 MiB; check fewer kernels, with kernel");
  std::string error;
  std::optional<detector::Report> report = detector::parse_json_report(text, error);
  if (!report) {
    const std::string how =
        end.end.signal != 0 ? "signal " + std::to_string(end.end.signal) : "exit status " + std::to_string(status);
    throw ToolError("it ended with " + how + " and left no report:\n" + said);
  }
  return call.workshop().reports().add(std::move(*report), call.source(), patch);
}

std::string findings_text(const KeptReport& kept) {
  const std::vector<detector::Finding>& findings = kept.report.findings;
  std::string text = "report " + kept.id + ", " +
                     detector::summary_line(kept.report.summary).substr(std::string_view("fencepost: ").size()) + "\n";
  for (std::size_t i = 0; i < std::min(findings.size(), kListed); ++i) {
    text += id_of(kept, i) + " " + detector::cut(title_of(findings[i]), kColumns) + "\n";
    if (!findings[i].hint.empty()) text += "  " + detector::cut(findings[i].hint, kColumns) + "\n";
  }
  const std::uint64_t more = findings.size() - std::min(findings.size(), kListed) + kept.report.summary.left_out;
  if (more != 0) text += "… and " + detector::with_commas(more) + " more\n";
  return text;
}

nlohmann::ordered_json findings_json(const KeptReport& kept) {
  const detector::Summary& summary = kept.report.summary;
  nlohmann::ordered_json json = {{"report", kept.id},
                                 {"errors", summary.errors},
                                 {"warnings", summary.warnings},
                                 {"launches", summary.launches},
                                 {"accesses", summary.accesses},
                                 {"findings", nlohmann::ordered_json::array()}};
  for (std::size_t i = 0; i < std::min(kept.report.findings.size(), kListed); ++i) {
    json["findings"].push_back(finding_json(kept, i));
  }
  return json;
}

std::string end_text(const BoundedEnd& end) {
  const int status = end.end.status;
  if (status == kTimedOut) return "not done when its timeout was over: what ran until then was checked\n";
  return "exit status " + std::to_string(status) + "\n";
}

std::string output_text(const BoundedEnd& end, std::size_t most) {
  return end.output.empty() ? "" : "the program's output:\n" + clipped(end.output, most, end.output_left_out);
}

}  // namespace fencepost::cli
