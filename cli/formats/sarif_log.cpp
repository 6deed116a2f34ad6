#include "cli/formats/sarif_log.h"

#include <algorithm>
#include <cctype>

#include "detector/model/names.h"
#include "detector/text/text_layout.h"
#include "detector/wording/explain.h"
#include "detector/wording/finding_text.h"

namespace fencepost::cli {
namespace {

constexpr char kRootId[] = "%SRCROOT%";

/// RFC 3986: of a path, everything but unreserved characters and slashes is written as %XX.
std::string uri_path(std::string_view path) {
  constexpr std::string_view kUnreserved = "-._~/";
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string uri;
  for (const char c : path) {
    const auto code = static_cast<unsigned char>(c);
    const bool is_plain = code < 0x80 && (std::isalnum(code) != 0 || kUnreserved.find(c) != std::string_view::npos);
    if (is_plain) {
      uri += c;
    } else {
      uri += {'%', kDigits[code >> 4U], kDigits[code & 0xFU]};
    }
  }
  return uri;
}

}  // namespace

std::string sarif_text(std::string_view text) {
  std::string result;
  for (const char c : detector::printable(text)) {
    if (c == '(' && result.ends_with(']')) result += ' ';
    result += c;
    if (c == '{' || c == '}') result += c;
  }
  return result;
}

std::string sarif_sentence(std::string text) {
  if (text.empty()) return text;
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text.ends_with('.') || text.ends_with('?') ? text : text + '.';
}

SarifJson sarif_message(const std::string& text) { return {{"text", text}}; }

SarifJson sarif_list(SarifJson item) {
  SarifJson list = SarifJson::array();
  list.push_back(std::move(item));
  return list;
}

std::string sarif_link(std::string label, std::size_t id) {
  std::erase_if(label, [](char c) { return c == '[' || c == ']' || c == '\\'; });
  return "[" + sarif_text(label) + "](" + std::to_string(id) + ")";
}

SarifJson sarif_rule(detector::Kind kind) {
  const detector::Explanation& explanation = detector::explanation_of(kind);
  std::string name(detector::spaced(detector::name_of(kind)));
  for (std::size_t at = 0; at != std::string::npos; at = name.find(' ')) {  // "UseAfterFree"
    if (at != 0) name.erase(at, 1);
    name[at] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[at])));
  }
  const auto code = [](std::string_view text) { return "```cuda\n" + std::string(text) + "\n```\n"; };
  const std::string markdown = std::string(explanation.meaning) + "\n\nWrong:\n\n" + code(explanation.example) +
                               "\nRight:\n\n" + code(explanation.fix);
  const char* level = kind == detector::Kind::kLeak ? "warning" : "error";
  return {{"id", detector::name_of(kind)},
          {"name", name},
          {"shortDescription", sarif_message(sarif_sentence(std::string(explanation.summary)))},
          {"fullDescription", sarif_message(std::string(explanation.meaning))},
          // Braces stay single here: the services that show this show it as it is, and it has no placeholders.
          {"help", {{"text", detector::explain(kind)}, {"markdown", markdown}}},
          {"defaultConfiguration", {{"level", level}}},
          {"properties", {{"tags", {"cuda", "correctness"}}, {"precision", "very-high"}, {"problem.severity", level}}}};
}

SarifJson SarifSources::artifact(const std::string& name) const {
  const std::string file = root_.file(name);
  if (file.starts_with('/')) return {{"uri", "file://" + uri_path(file)}};
  return {{"uri", uri_path(file)}, {"uriBaseId", kRootId}};
}

SarifJson SarifSources::physical(const detector::Location& place) {
  SarifJson region = {{"startLine", place.line}};
  const auto text = symboliser_.source_text(place);
  if (text && !text->empty()) {
    const std::size_t begin = std::min(text->find_first_not_of(" \t"), text->size());
    region["startColumn"] = begin + 1;
    region["endColumn"] = detector::width_of(*text) + 1;
    region["snippet"] = {{"text", text->substr(begin)}};
  }
  return {{"artifactLocation", artifact(place.file)}, {"region", std::move(region)}};
}

std::string SarifSources::root_uri() const {
  return root_.path().empty() ? "" : "file://" + uri_path(root_.path()) + "/";
}

std::string sarif_log(const SarifSources& sources, SarifJson rules, SarifJson invocation, SarifJson functions,
                      SarifJson results) {
  const std::string uri = sources.root_uri();
  SarifJson root = SarifJson::object();
  if (!uri.empty()) {
    root["uri"] = uri;
    invocation["workingDirectory"] = {{"uri", uri}};
  }
  root["description"] = sarif_message("Where the sources were compiled");
  SarifJson driver = {{"name", "Fencepost"},
                      {"version", FENCEPOST_VERSION},
                      {"semanticVersion", FENCEPOST_VERSION},
                      {"rules", std::move(rules)}};
  SarifJson run = {{"tool", {{"driver", std::move(driver)}}},
                   {"invocations", sarif_list(std::move(invocation))},
                   {"originalUriBaseIds", {{kRootId, std::move(root)}}},
                   {"columnKind", "unicodeCodePoints"},
                   {"logicalLocations", std::move(functions)},
                   {"results", std::move(results)}};
  const SarifJson log = {
      {"version", "2.1.0"},
      {"$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"},
      {"runs", sarif_list(std::move(run))}};
  // One value in a line, but not indented: in so deep a tree blanks would be more than half of the file.
  return log.dump(0, ' ', false, SarifJson::error_handler_t::replace) + "\n";
}

}  // namespace fencepost::cli
