// Tools that work on findings: what they mean, what ends them.
#include <algorithm>
#include <set>

#include "cli/formats/patched_lines.h"
#include "cli/tools/answers.h"
#include "cli/tools/tool.h"
#include "cli/tools/words.h"
#include "compiler/driver/temporary.h"
#include "detector/report/json.h"
#include "detector/wording/explain.h"

namespace fencepost::cli {
namespace {

std::string page_on(const std::string& kind) {
  if (const auto meant = detector::kind_meant(kind)) return detector::explain(*meant);
  throw ToolError("no kind of finding is called so; there are:\n" + detector::explain_all());
}

ToolResult explain(Call& call) {
  if (call.has("kind") == call.has("finding")) throw ToolError("give kind, or finding");
  if (call.has("kind")) return {page_on(call.text("kind")), nullptr};
  const auto [kept, number] = call.workshop().reports().find_finding(call.text("finding"));
  detector::Report one;
  one.findings = {kept.report.findings[number]};
  one.summary.launches = kept.report.summary.launches;
  compiler::write_file(call.file("finding.json"), detector::render_json(one));
  // The lines of source are read where a program cannot have this process read other files.
  call.take_source(kept.source);
  const BoundedEnd end = call.run("fencepost", {"report", "--width", "100", call.file("finding.json")});
  if (end.end.status != 0) throw ToolError(end.errors);
  constexpr std::size_t kMost = 16000;
  const std::size_t summary = end.output.rfind("\nfencepost: ");  // It has nothing to say of one finding.
  std::string text = clipped(end.output.substr(0, summary), kMost, end.output_left_out);
  if (const auto& proposal = one.findings[0].proposal) text += "\n" + proposal->text + "\n";
  return {text, nullptr};
}

ToolResult propose(Call& call) {
  call.take_source();
  Words words = {"run", "--propose", "--report", call.file("report.json"), "--patch", call.file("fix.diff")};
  add(words, {"--max-findings", "50"});
  add(words, call.timeout_words());
  add(words, call.compiler_words());
  add_program(call, words);
  const BoundedEnd end = call.run("fencepost", words);
  constexpr std::size_t kPatch = 64000;
  const KeptReport& kept = keep_report(call, end, begin_of_file(call.file("fix.diff"), kPatch));
  std::string text = findings_text(kept);
  std::set<std::string> told;
  nlohmann::ordered_json proposals = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < kept.report.findings.size(); ++i) {
    const auto& proposal = kept.report.findings[i].proposal;
    if (!proposal) continue;
    proposals.push_back({{"finding", kept.id + "." + std::to_string(i + 1)},
                         {"verified", proposal->verified},
                         {"text", proposal->text}});
    if (told.insert(proposal->text).second) {
      text += (proposal->verified ? "verified: " : "not verified: ") + proposal->text + "\n";
    }
  }
  if (proposals.empty()) text += "no race to be ended\n";
  if (!kept.patch.empty())
    text += kept.patch + "apply_proposal with report \"" + kept.id + "\" gives the changed source\n";
  ToolResult result{text, findings_json(kept)};
  result.structured["proposals"] = proposals;
  result.structured["patch"] = kept.patch;
  return result;
}

/// `text` with the changes of a patch.
std::string patched(const std::string& text, const PatchedFile& file) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    lines.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  std::string all;
  std::size_t next = 0;
  for (const PatchedLines& change : file.changes) {
    // An insertion is in front of `first`, as what is removed begins there.
    const std::size_t first = change.first == 0 ? 0 : change.first - 1;
    if (first < next || first + change.removed > lines.size()) throw ToolError("the source has changed since");
    for (; next < first; ++next) all += lines[next];
    if (!all.empty() && all.back() != '\n') all += '\n';
    all += change.added;
    next += change.removed;
  }
  for (; next < lines.size(); ++next) all += lines[next];
  return all;
}

ToolResult apply_proposal(Call& call) {
  const KeptReport& kept = call.workshop().reports().find(call.text("report"));
  if (kept.patch.empty()) throw ToolError("report " + kept.id + " has no verified change; propose makes one");
  nlohmann::ordered_json files = nlohmann::ordered_json::array();
  std::string text;
  for (const PatchedFile& file : patched_files(kept.patch)) {
    const std::string changed = patched(text_of(kept.source, call.workshop().root(), file.name), file);
    files.push_back({{"name", file.name}, {"source", changed}});
    text += "// " + file.name + ", changed; nothing was written\n" + changed;
  }
  return {text, {{"files", files}}};
}

}  // namespace

std::vector<Tool> finding_tools() {
  const nlohmann::ordered_json proposal = object_schema({{"finding", string_schema("")},
                                                         {"verified", flag_schema("A run with it was clean.")},
                                                         {"text", string_schema("The change, or why there is none.")}},
                                                        {"finding", "verified", "text"}, false);
  const nlohmann::ordered_json file =
      object_schema({{"name", string_schema("")}, {"source", string_schema("All of it.")}}, {"name", "source"}, false);
  return {
      {"explain", "Explain a finding",
       "A finding of an earlier report in full (finding: \"r1.2\"): both accesses with their source and calls, "
       "threads, "
       "barriers around them, what was accessed, what mends it. Or what a kind of finding means, with an example and "
       "its fix (kind: \"race\").",
       object_schema({{"finding", string_schema("Its id, as r1.2.")},
                      {"kind", string_schema("race, barrier-divergence, out-of-bounds, deadlock, …")}},
                     {}, true),
       nullptr, explain},
      {"propose", "What ends the races",
       "Tries changes that would end a program's races (barriers, atomic operations, waits), each in a run of its own, "
       "and gives those that do as a patch. Takes a compilation and a run for each.",
       object_schema(with_program({}), {}, true),
       findings_schema({{"proposals", list_schema("For each race.", proposal)},
                        {"patch", string_schema("A unified diff of what was verified; empty if nothing was.")}}),
       propose},
      {"apply_proposal", "Apply what propose has found",
       "The source with the changes of a report of propose, to be checked again, or written by you: nothing is "
       "written here.",
       object_schema({{"report", string_schema("Its id, as r3.")}}, {"report"}, true),
       object_schema({{"files", list_schema("The changed files.", file)}}, {"files"}, false), apply_proposal},
  };
}

}  // namespace fencepost::cli
