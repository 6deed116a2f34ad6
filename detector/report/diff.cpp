#include "detector/report/diff.h"

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "detector/model/names.h"
#include "detector/report/json.h"
#include "detector/report/text.h"
#include "detector/text/text_layout.h"
#include "detector/wording/finding_text.h"

namespace fencepost::detector {
namespace {

using ByFingerprint = std::map<std::string, const Finding*>;

std::vector<const Finding*> counted(const Report& report) {
  std::vector<const Finding*> findings;
  for (const Finding& finding : report.findings) findings.push_back(&finding);
  for (const Finding& finding : report.suppressed) {
    if (finding.suppressed->kind == Suppression::Kind::kBaseline) findings.push_back(&finding);
  }
  return findings;
}

ByFingerprint by_fingerprint(const std::vector<const Finding*>& findings) {
  ByFingerprint result;
  for (const Finding* finding : findings) result.emplace(finding->fingerprint, finding);
  return result;
}

std::string line_of(const std::string& label, const Finding& finding, std::size_t columns) {
  const std::string places = places_text(finding);
  const std::size_t room = columns - std::min(columns / 2, label.size() + 2 + width_of(places));
  return label + ": " + cut(headline(finding), room) + places + "\n";
}

}  // namespace

ReportDiff diff_of(const Report& before, const Report& after) {
  const std::vector<const Finding*> old_findings = counted(before), new_findings = counted(after);
  const ByFingerprint known = by_fingerprint(old_findings), still = by_fingerprint(new_findings);
  ByFingerprint suppressed;
  for (const Finding& finding : after.suppressed) suppressed.emplace(finding.fingerprint, &finding);
  ReportDiff diff;
  for (const Finding* finding : new_findings) {
    const auto old = known.find(finding->fingerprint);
    const bool is_known = old != known.end() && old->second->severity >= finding->severity;
    (is_known ? diff.same : diff.added).push_back(finding);
  }
  for (const Finding* finding : old_findings) {
    if (still.contains(finding->fingerprint)) continue;
    const auto now = suppressed.find(finding->fingerprint);
    if (now != suppressed.end()) {
      diff.suppressed.push_back(now->second);
    } else {
      diff.gone.push_back(finding);
    }
  }
  // What a baseline suppressed stands behind the others in its report.
  for (auto* findings : {&diff.added, &diff.gone, &diff.same, &diff.suppressed}) {
    std::ranges::stable_sort(*findings, std::greater(), &Finding::severity);
  }
  return diff;
}

std::string render_diff(const ReportDiff& diff, Symboliser& symboliser, std::size_t columns, bool colour) {
  TextStyle style;
  style.columns = columns;
  style.colour = colour;
  std::string text;
  for (const Finding* finding : diff.added) {
    text += coloured("new", Colour::kLabel, colour) + " " + render_finding(*finding, symboliser, style) + "\n";
  }
  for (const Finding* finding : diff.gone) text += line_of("fixed", *finding, columns);
  for (const Finding* finding : diff.suppressed) text += line_of("suppressed", *finding, columns);
  for (const Finding* finding : diff.same) text += line_of("same", *finding, columns);
  if (!text.empty() && !text.ends_with("\n\n")) text += "\n";
  text += "fencepost: " + std::to_string(diff.added.size()) + " new, " + std::to_string(diff.gone.size()) + " fixed, " +
          std::to_string(diff.same.size()) + " same";
  if (!diff.suppressed.empty()) text += ", " + std::to_string(diff.suppressed.size()) + " suppressed now";
  return text + "\n";
}

std::string render_diff_json(const ReportDiff& diff) {
  using Json = nlohmann::ordered_json;
  Json summary = Json::object(), lists = Json::object();
  const std::pair<const char*, const std::vector<const Finding*>*> members[] = {
      {"new", &diff.added}, {"fixed", &diff.gone}, {"same", &diff.same}, {"suppressed", &diff.suppressed}};
  for (const auto& [name, findings] : members) {
    summary[name] = findings->size();
    Json list = Json::array();
    for (const Finding* finding : *findings) list.push_back(finding_json(*finding));
    lists[name] = std::move(list);
  }
  Json document = {{"fencepost", {{"version", FENCEPOST_VERSION}, {"schema", kReportSchema}}}, {"summary", summary}};
  document.update(lists);
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace fencepost::detector
