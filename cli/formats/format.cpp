#include "cli/formats/format.h"

#include <set>

#include "cli/formats/gcc.h"
#include "cli/formats/github.h"
#include "cli/formats/html.h"
#include "cli/formats/junit.h"
#include "cli/formats/markdown.h"
#include "cli/formats/sanitizer.h"
#include "cli/formats/sarif.h"
#include "detector/model/names.h"
#include "detector/output/file.h"
#include "detector/report/json.h"

namespace fencepost::cli {
using namespace detector;  // Reports are its.

std::string render(const Report& report, Format format, Symboliser& symboliser, const Rendering& rendering) {
  switch (format) {
    case Format::kText:
      break;
    case Format::kJson:
      return render_json(report);
    case Format::kSarif:
      return render_sarif(report, symboliser);
    case Format::kJunit:
      return render_junit(report, symboliser, rendering.fail_on);
    case Format::kHtml:
      return render_html(report, symboliser);
    case Format::kGcc:
      return render_gcc(report, symboliser);
    case Format::kGithub:
      return render_github(report, symboliser);
    case Format::kMarkdown:
      return render_markdown(report, symboliser);
    case Format::kComputeSanitizer:
      return render_sanitizer(report);
  }
  return render_text(report, symboliser, rendering.style);
}

std::optional<std::string> write_report(const std::string& path, const Report& report, Symboliser& symboliser,
                                        const Rendering& rendering) {
  if (auto message = check_report_path(path)) return message;
  const ReportTarget target = *report_target(path);
  return write_text(target.path, render(report, target.format, symboliser, rendering));
}

std::string title_of(const detector::Finding& finding) {
  std::string text =
      std::string(detector::name_of(finding.severity)) + ": " + std::string(detector::name_of(finding.kind));
  const std::string scope(detector::name_of(finding.scope));
  if (!scope.empty()) text += " (" + scope + ")";
  if (finding.object && !finding.object->name.empty()) text += " on " + finding.object->name;
  if (!finding.kernel.empty()) text += " in " + finding.kernel;
  std::set<std::string> places;
  for (const detector::FindingAccess& access : finding.accesses) {
    if (access.location.line == 0) continue;
    const std::string place = access.location.file + ":" + std::to_string(access.location.line);
    if (places.insert(place).second) text += (places.size() == 1 ? " at " : " and ") + place;
  }
  return text;
}

}  // namespace fencepost::cli
