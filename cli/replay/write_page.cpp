#include "cli/replay/write_page.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "cli/replay/page.h"
#include "detector/text/markup.h"

namespace fencepost::cli {
namespace {

using nlohmann::json;

constexpr std::size_t kMostPage = 9'500'000;  ///< Bytes of recordings.
constexpr std::size_t kMostFindings = 200;
constexpr std::size_t kMostSource = 400'000;  ///< Bytes of one file that is shown as a whole.
constexpr std::uint32_t kLinesAround = 100;   ///< Of a greater one.
constexpr std::size_t kLongestLine = 1000;

/// JSON so that it may stand in a script element.
std::string without_tags(std::string text) {
  for (std::size_t at = 0; (at = text.find('<', at)) != std::string::npos;) text.replace(at, 1, "\\u003c");
  return text;
}

std::string embedded(const json& value) {
  return without_tags(value.dump(-1, ' ', false, json::error_handler_t::replace));
}

/// The lines that blocks name, by file.
using LinesByFile = std::map<std::string, std::set<std::uint32_t>>;

void add_lines(std::string_view head, LinesByFile& lines) {
  const json block = json::parse(head);
  for (const json& line : block.at("lines")) {
    if (line.is_array()) lines[line.at(0).get<std::string>()].insert(line.at(1).get<std::uint32_t>());
  }
}

/// {"file": {"from": 1, "lines": [...]}} of those that can be read.
json sources_json(const LinesByFile& used, const json& files) {
  json sources = json::object();
  for (const auto& [file, numbers] : used) {
    const std::string path = files.contains(file) ? files.at(file).get<std::string>() : file;
    std::ifstream in(path, std::ios::binary);
    std::error_code error;
    if (!in || !std::filesystem::is_regular_file(path, error)) continue;
    const bool whole = std::filesystem::file_size(path, error) <= kMostSource;
    const std::uint32_t from = whole ? 1 : std::max(*numbers.begin(), kLinesAround + 1) - kLinesAround;
    const std::uint32_t to = whole ? UINT32_MAX : *numbers.rbegin() + kLinesAround;
    json lines = json::array();
    std::string line;
    for (std::uint32_t number = 1; number <= to && std::getline(in, line); ++number) {
      if (!line.empty() && line.back() == '\r') line.pop_back();
      if (number >= from) lines.push_back(line.substr(0, kLongestLine));
    }
    sources[file] = {{"from", from}, {"lines", std::move(lines)}};
  }
  return sources;
}

class Blocks {
 public:
  Blocks(const Recording& recording, std::vector<RacePlace> first) : recording_(recording), racy_(std::move(first)) {}

  /// The blocks as a JSON list of at most `budget` bytes, by launch and block.
  std::string text(std::size_t budget, LinesByFile& lines, ReplayPage& page) {
    std::vector<const BlockLines*> order;
    for (const BlockLines& block : recording_.blocks) order.push_back(&block);
    std::stable_partition(order.begin(), order.end(), [this](const BlockLines* block) { return is_racy(*block); });
    std::map<RacePlace, std::string> texts;
    for (const BlockLines* block : order) {
      std::string one = block_text(*block, budget, lines, page);
      budget -= std::min(budget, one.size());
      if (!one.empty()) texts[{block->launch, block->block}] = std::move(one);
    }
    std::string all = "[";
    for (const auto& [place, one] : texts) all += (all.size() == 1 ? "" : ",\n") + one;
    return all + "]";
  }

 private:
  [[nodiscard]] bool is_racy(const BlockLines& block) const {
    return std::ranges::find(racy_, RacePlace{block.launch, block.block}) != racy_.end();
  }

  static std::string block_text(const BlockLines& block, std::size_t budget, LinesByFile& lines, ReplayPage& page) {
    std::string one = "{\"head\":" + without_tags(std::string(block.head)) + ",\"data\":[";
    std::size_t shown = 0;
    while (shown < block.intervals.size() && one.size() + block.intervals[shown].size() + 4 <= budget) {
      one += (shown == 0 ? "" : ",\n") + std::string(block.intervals[shown]);
      ++shown;
    }
    page.left_out += block.intervals.size() - shown;
    if (shown == 0 && !block.intervals.empty()) return {};
    page.intervals += shown;
    ++page.blocks;
    add_lines(block.head, lines);
    return one + "]}";
  }

  const Recording& recording_;
  std::vector<RacePlace> racy_;
};

json findings_json(const Recording& run) {
  json findings = json::array();
  if (!run.report.contains("findings")) return findings;
  for (const json& finding : run.report.at("findings")) {
    if (findings.size() == kMostFindings) break;
    findings.push_back(finding);
  }
  return findings;
}

}  // namespace

ReplayPage write_replay_page(const Recording& run, const Recording* other, const std::string& called) {
  ReplayPage page;
  LinesByFile lines;
  const std::vector<RacePlace> racy = race_places(run.report);
  const std::size_t budget = other == nullptr ? kMostPage : kMostPage / 2;
  const std::string blocks = Blocks(run, racy).text(budget, lines, page);
  ReplayPage ignored;
  const std::string others = other == nullptr ? "[]" : Blocks(*other, racy).text(budget, lines, ignored);
  std::string data = "{\"called\":" + embedded(called) + ",\"version\":\"" FENCEPOST_VERSION "\",\"run\":" +
                     embedded({{"launch_count", run.run.at("launch_count")},
                               {"launches", run.run.at("launches")},
                               {"program", run.run.at("program")}}) +
                     ",\"findings\":" + embedded(findings_json(run)) +
                     ",\"sources\":" + embedded(sources_json(lines, run.run.at("files"))) + ",\n\"orders\":[" + blocks +
                     (other == nullptr ? "" : ",\n" + others) + "]}";
  std::string& html = page.html;
  html =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src '";
  html += kReplayScriptHash;
  html += "'; style-src '";
  html += kReplayStyleHash;
  html +=
      "'; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; "
      "trusted-types 'none'\">\n<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<link rel=\"icon\" href=\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E"
      "%3Cpath d='M4 2v12M12 2v12' stroke='%232f6fde' stroke-width='3'/%3E%3Cpath d='M0 6h16M0 11h16' "
      "stroke='%238fb0f1' stroke-width='2'/%3E%3C/svg%3E\">\n<title>Replay of ";
  html += detector::escaped(called) + " - Fencepost</title>\n<style>";
  html += kReplayStyle;
  html += "</style>\n</head>\n<body>\n";
  html += kReplayBody;
  html += "<noscript><p>This page needs JavaScript to replay the kernel.</p></noscript>\n";
  html += "<script type=\"application/json\" id=\"recording\">" + data + "</script>\n<script>";
  html += kReplayScript;
  html += "</script>\n</body>\n</html>\n";
  return page;
}

}  // namespace fencepost::cli
