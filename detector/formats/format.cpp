#include "detector/formats/format.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "detector/formats/gcc.h"
#include "detector/formats/github.h"
#include "detector/formats/html.h"
#include "detector/formats/junit.h"
#include "detector/formats/sanitizer.h"
#include "detector/formats/sarif.h"
#include "detector/report/json.h"

namespace fencepost::detector {
namespace {

constexpr std::pair<std::string_view, Format> kExtensions[] = {{".json", Format::kJson},
                                                               {".html", Format::kHtml},
                                                               {".sarif", Format::kSarif},
                                                               {".xml", Format::kJunit},
                                                               {".txt", Format::kText}};

}  // namespace

std::vector<std::pair<std::string, Format>> format_names() {
  return {{"text", Format::kText},
          {"json", Format::kJson},
          {"sarif", Format::kSarif},
          {"junit", Format::kJunit},
          {"gcc", Format::kGcc},
          {"github", Format::kGithub},
          {"compute-sanitizer", Format::kComputeSanitizer}};
}

std::optional<ReportTarget> report_target(const std::string& text) {
  auto names = format_names();
  names.emplace_back("html", Format::kHtml);
  for (const auto& [name, format] : names) {
    if (text.starts_with(name + ":") && text.size() > name.size() + 1) return {{text.substr(name.size() + 1), format}};
  }
  if (text == kStandardOutput) return {{text, Format::kJson}};
  const std::string extension = std::filesystem::path(text).extension().string();
  for (const auto& [name, format] : kExtensions) {
    if (extension == name) return {{text, format}};
  }
  return std::nullopt;
}

bool goes_to_standard_output(const std::vector<std::string>& reports) {
  return std::ranges::any_of(reports, [](const std::string& report) {
    const auto target = report_target(report);
    return target && target->path == kStandardOutput;
  });
}

void give_format_to_standard_output(std::vector<std::string>& reports, Format& format) {
  const auto plain = std::ranges::find(reports, kStandardOutput);
  if (plain == reports.end()) return;
  const Format chosen = format == Format::kText ? Format::kJson : format;
  for (const auto& [name, named] : format_names()) {
    if (named == chosen) std::ranges::replace(reports, std::string(kStandardOutput), name + ":" + kStandardOutput);
  }
  format = Format::kText;
}

std::string report_extensions(std::string_view separator) {
  std::string text;
  for (const auto& extension : kExtensions) {
    const bool is_last = &extension == std::end(kExtensions) - 1;
    if (!text.empty()) text += !separator.empty() ? separator : is_last ? " and " : ", ";
    text += extension.first;
  }
  return text;
}

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
    case Format::kComputeSanitizer:
      return render_sanitizer(report);
  }
  return render_text(report, symboliser, rendering.style);
}

}  // namespace fencepost::detector
