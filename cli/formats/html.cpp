#include "cli/formats/html.h"

#include <algorithm>
#include <string_view>

#include "cli/formats/page.h"
#include "cli/formats/page_data.h"
#include "detector/report/text.h"
#include "detector/text/markup.h"
#include "detector/text/text_layout.h"

namespace fencepost::cli {
using namespace detector;  // Reports are its.
namespace {

/// For browsers without scripts, which show no more than they have to.
std::string plain_list(const Report& report, Symboliser& symboliser) {
  constexpr std::size_t kShown = 100;
  TextStyle style;
  style.full = kShown;
  style.brief = 0;
  style.instances = false;
  const std::string text = render_text(report, symboliser, style);
  std::string list = "<pre>";
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    list += escaped(rest.substr(0, end)) + "\n";
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return list + "</pre>";
}

std::string title(const Summary& summary) {
  if (summary.errors == 0 && summary.warnings == 0) return "No findings - Fencepost";
  return count_of(summary.errors, "error", "errors") + ", " + count_of(summary.warnings, "warning", "warnings") +
         " - Fencepost";
}

}  // namespace

std::string render_html(const Report& report, Symboliser& symboliser) {
  std::string page =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src '";
  page += kReportScriptHash;
  page += "'; style-src '";
  page += kReportStyleHash;
  page +=
      "'; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; "
      "trusted-types 'none'\">\n<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<link rel=\"icon\" href=\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E"
      "%3Cpath d='M4 2v12M12 2v12' stroke='%232f6fde' stroke-width='3'/%3E%3Cpath d='M0 6h16M0 11h16' "
      "stroke='%238fb0f1' stroke-width='2'/%3E%3C/svg%3E\">\n<title>";
  page += title(report.summary) + "</title>\n<style>";
  page += kReportStyle;
  page += "</style>\n</head>\n<body>\n";
  page += kReportBody;
  page += "<noscript>" + plain_list(report, symboliser) + "</noscript>\n";
  page += "<script type=\"application/json\" id=\"report\">" + report_page_data(report, symboliser) + "</script>\n";
  page += "<script>";
  page += kReportScript;
  return page + "</script>\n</body>\n</html>\n";
}

}  // namespace fencepost::cli
