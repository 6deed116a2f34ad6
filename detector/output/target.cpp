#include "detector/output/target.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace fencepost::detector {
namespace {

constexpr std::pair<std::string_view, Format> kExtensions[] = {{".json", Format::kJson},   {".html", Format::kHtml},
                                                               {".sarif", Format::kSarif}, {".xml", Format::kJunit},
                                                               {".md", Format::kMarkdown}, {".txt", Format::kText}};

/// Those that --format accepts, and the page, which is for browsers only.
std::vector<std::pair<std::string, Format>> formats_of_files() {
  auto names = format_names();
  names.emplace_back("html", Format::kHtml);
  return names;
}

}  // namespace

std::vector<std::pair<std::string, Format>> format_names() {
  return {{"text", Format::kText},         {"json", Format::kJson},
          {"sarif", Format::kSarif},       {"junit", Format::kJunit},
          {"gcc", Format::kGcc},           {"github", Format::kGithub},
          {"markdown", Format::kMarkdown}, {"compute-sanitizer", Format::kComputeSanitizer}};
}

std::string name_of(Format format) {
  for (const auto& [name, named] : formats_of_files()) {
    if (named == format) return name;
  }
  return {};
}

std::optional<ReportTarget> report_target(const std::string& text) {
  for (const auto& [name, format] : formats_of_files()) {
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
  std::ranges::replace(reports, std::string(kStandardOutput), name_of(chosen) + ":" + kStandardOutput);
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

}  // namespace fencepost::detector
