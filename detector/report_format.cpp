#include "detector/report_format.h"

#include <filesystem>
#include <iterator>

#include "detector/report_github.h"
#include "detector/report_html.h"
#include "detector/report_json.h"
#include "detector/report_junit.h"
#include "detector/report_sanitizer.h"
#include "detector/report_sarif.h"

namespace fencepost::detector {
namespace {

constexpr std::pair<std::string_view, Format> kExtensions[] = {{".json", Format::kJson},
                                                               {".html", Format::kHtml},
                                                               {".sarif", Format::kSarif},
                                                               {".xml", Format::kJunit},
                                                               {".txt", Format::kText}};

}  // namespace

std::vector<std::pair<std::string, Format>> format_names() {
  return {{"text", Format::kText},   {"json", Format::kJson},     {"sarif", Format::kSarif},
          {"junit", Format::kJunit}, {"github", Format::kGithub}, {"compute-sanitizer", Format::kComputeSanitizer}};
}

std::optional<Format> format_of_file(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  for (const auto& [name, format] : kExtensions) {
    if (extension == name) return format;
  }
  return std::nullopt;
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
    case Format::kGithub:
      return render_github(report, symboliser);
    case Format::kComputeSanitizer:
      return render_sanitizer(report);
  }
  return render_text(report, symboliser, rendering.style);
}

}  // namespace fencepost::detector
