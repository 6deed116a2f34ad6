#include "cli/tools/kept_reports.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "detector/text/text_layout.h"

namespace fencepost::cli {

const KeptReport& KeptReports::add(detector::Report report, Source source, std::string patch) {
  constexpr std::size_t kMost = 32;
  if (kept_.size() == kMost) kept_.pop_front();
  kept_.push_back({"r" + std::to_string(++last_), std::move(report), std::move(source), std::move(patch)});
  return kept_.back();
}

const KeptReport& KeptReports::find(const std::string& id) const {
  const auto found = std::ranges::find(kept_, id, &KeptReport::id);
  if (found != kept_.end()) return *found;
  throw ToolError("there is no report " + detector::cut(id, 40) +
                  (kept_.empty() ? ": nothing was run yet"
                                 : "; those from " + kept_.front().id + " to " + kept_.back().id + " are kept"));
}

std::pair<const KeptReport&, std::size_t> KeptReports::find_finding(const std::string& id) const {
  const std::size_t point = id.find('.');
  const KeptReport& kept = find(id.substr(0, point));
  const std::size_t count = kept.report.findings.size();
  std::size_t number = 0;
  const char* const end = id.data() + id.size();
  const char* const begin = point == std::string::npos ? end : id.data() + point + 1;
  const auto [stop, problem] = std::from_chars(begin, end, number);
  if (problem != std::errc() || stop != end || number < 1 || number > count) {
    throw ToolError("there is no finding " + detector::cut(id, 40) + ": report " + kept.id +
                    (count == 0 ? " has none" : " has " + kept.id + ".1 to " + kept.id + "." + std::to_string(count)));
  }
  return {kept, number - 1};
}

}  // namespace fencepost::cli
