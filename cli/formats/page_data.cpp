#include "cli/formats/page_data.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "detector/model/names.h"
#include "detector/report/json.h"
#include "detector/wording/explain.h"

namespace fencepost::cli {
using namespace detector;  // Reports are its.
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint32_t kLinesAround = 4;    ///< Before and after the line of an access or a call.
constexpr std::size_t kLongestLine = 1000;   ///< Bytes; generated sources have lines of megabytes.
constexpr std::size_t kMostLines = 200'000;  ///< Of all files together.

/// Numbers for the strings that it is given.
class Strings {
 public:
  int number_of(const std::string& text) {
    const auto [known, is_new] = numbers_.try_emplace(text, static_cast<int>(texts_.size()));
    if (is_new) texts_.push_back(text);
    return known->second;
  }
  [[nodiscard]] const std::vector<std::string>& texts() const { return texts_; }

 private:
  std::map<std::string, int> numbers_;
  std::vector<std::string> texts_;
};

class PageData {
 public:
  PageData(const Report& report, Symboliser& symboliser) : symboliser_(symboliser), json_(report_json(report)) {}

  std::string text() {
    if (json_.contains("profile")) {
      for (Json& kernel : json_["profile"]) number_lines(kernel["lines"]);
    }
    if (json_.contains("coverage")) {
      for (Json& function : json_["coverage"]["functions"]) number_function(function);
    }
    for (const char* list : {"findings", "suppressed"}) {
      for (Json& finding : json_[list]) number_places(finding);
    }
    json_["places"] = std::move(places_);
    json_["functions"] = functions_.texts();
    json_["files"] = files();
    json_["kinds"] = std::move(kinds_);
    return json_.dump(-1, ' ', false, Json::error_handler_t::replace);
  }

 private:
  void number_places(Json& finding) {
    explain_kind(finding.at("kind").get<std::string>());
    for (const char* bound : {"interval_begin", "interval_end"}) {
      if (finding.contains(bound)) number(finding[bound], 0);
    }
    if (finding.contains("object")) {
      Json& object = finding["object"];
      number(object["declared"], 0);
      if (object.contains("stack")) number_each(object["stack"]);
    }
    if (finding.contains("launched")) number_each(finding["launched"]);
    for (Json& access : finding["accesses"]) {
      number(access["location"], kLinesAround);
      for (Json& frame : access["stack"]) number(frame, kLinesAround);
    }
    if (!finding.contains("timeline")) return;
    for (Json& step : finding["timeline"]["steps"]) number(step["location"], 0);
  }

  /// Of a profile.
  void number_lines(Json& lines) {
    for (Json& line : lines) {
      Json location = Json::object();
      for (const char* member : {"file", "line", "function"}) {
        if (line.contains(member)) location[member] = std::move(line[member]);
        line.erase(member);
      }
      number(location, kLinesAround);
      line["place"] = std::move(location);
    }
  }

  /// Of coverage.
  void number_function(Json& function) {
    constexpr std::uint32_t kBetween = 2;  // Lines without code.
    const Json file = function.at("file");
    function["place"] = {{"file", file}, {"line", function.at("line")}};
    number(function["place"], kBetween);
    for (const char* list : {"lines_run", "lines_missed"}) {
      for (Json& line : function[list]) {
        line = {{"file", file}, {"line", line}};
        number(line, kBetween);
      }
    }
  }

  void number_each(Json& stack) {
    for (Json& frame : stack) number(frame, 0);
  }

  /// Replaces a location by its number. Of its file, `around` lines on either side will be shown.
  void number(Json& location, std::uint32_t around) {
    if (location.is_null()) return;
    const std::string file = location.value("file", ""), function = location.value("function", "");
    const auto line = location.value("line", std::uint32_t{0});
    const int file_number = line == 0 ? -1 : files_.number_of(file);
    if (location.contains("text")) kept_[{file_number, line}] = location["text"];
    const int function_number = function.empty() ? -1 : functions_.number_of(function);
    const auto [known, is_new] = place_numbers_.try_emplace({file_number, line, function_number}, places_.size());
    if (is_new) places_.push_back({file_number, line, function_number});
    location = known->second;
    if (line == 0) return;
    std::set<std::uint32_t>& shown = shown_[file_number];
    const std::uint32_t first = line > around ? line - around : 1;
    for (std::uint32_t each = first; each <= line + around && shown_count_ < kMostLines; ++each) {
      shown_count_ += shown.insert(each).second ? 1 : 0;
    }
  }

  void explain_kind(const std::string& name) {
    const std::optional<Kind> kind = kind_named(name);
    if (!kind || kinds_.contains(name)) return;
    const Explanation& entry = explanation_of(*kind);
    kinds_[name] = {
        {"summary", entry.summary}, {"meaning", entry.meaning}, {"example", entry.example}, {"fix", entry.fix}};
  }

  Json files() {
    Json files = Json::array();
    for (const std::string& name : files_.texts()) {
      Json runs = Json::array();
      std::uint32_t next = 0;
      for (const std::uint32_t line : shown_[static_cast<int>(files.size())]) {
        std::optional<std::string> text = symboliser_.source_text(name, line);
        if (const auto kept = kept_.find({static_cast<int>(files.size()), line}); kept != kept_.end())
          text = kept->second;
        if (!text) continue;
        if (text->size() > kLongestLine) text->resize(kLongestLine);
        if (line != next) runs.push_back({line, Json::array()});
        runs.back()[1].push_back(std::move(*text));
        next = line + 1;
      }
      files.push_back({{"name", name}, {"lines", std::move(runs)}});
    }
    return files;
  }

  Symboliser& symboliser_;
  Json json_;
  Json places_ = Json::array();
  Json kinds_ = Json::object();
  Strings files_, functions_;
  std::map<std::tuple<int, std::uint32_t, int>, std::size_t> place_numbers_;
  std::map<int, std::set<std::uint32_t>> shown_;
  std::map<std::pair<int, std::uint32_t>, std::string> kept_;  ///< Lines of sources that are in no file.
  std::size_t shown_count_ = 0;
};

}  // namespace

std::string report_page_data(const Report& report, Symboliser& symboliser) {
  const std::string json = PageData(report, symboliser).text();
  // These stand in strings only, so that the escape means the same. '<' and '>' could end the element or open a comment
  // in it; the two separators end a line for old scripts.
  std::string text;
  text.reserve(json.size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    const std::string_view rest = std::string_view(json).substr(i, 3);
    if (json[i] == '<') {
      text += "\\u003c";
    } else if (json[i] == '>') {
      text += "\\u003e";
    } else if (rest == "\u2028" || rest == "\u2029") {
      text += rest == "\u2028" ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      text += json[i];
    }
  }
  return text;
}

}  // namespace fencepost::cli
