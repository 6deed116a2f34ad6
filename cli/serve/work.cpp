#include "cli/serve/work.h"

#include <optional>

#include "cli/base/checked_program.h"
#include "cli/tools/answers.h"
#include "cli/tools/workshop.h"
#include "compiler/driver/temporary.h"

namespace fencepost::cli {
namespace {

constexpr std::size_t kMostText = 32'000;                    // Of what it printed, shown.
constexpr std::size_t kLargestPage = std::size_t{16} << 20;  // A replay has up to 10 MB.

struct Page {
  std::string name, file;
};

std::vector<std::string> words_of(const WorkPlace& place, const RunOrder& order, const Call& call,
                                  std::vector<Page>& pages) {
  std::vector<std::string> words;
  switch (order.kind) {
    case RunKind::kCheck:
      words = {"run"};
      break;
    case RunKind::kPermissions:
      pages.push_back({kDrawingPage, call.file(kDrawingPage)});
      words = {"permissions", "--format", "html", "--output", pages.back().file};
      if (!order.array.empty()) words.push_back("--array=" + order.array);
      break;
    case RunKind::kReplay:
      pages.push_back({kReplayPage, call.file(kReplayPage)});
      words = {"replay", "--output", pages.back().file};
      break;
  }
  const unsigned threads = order.kind == RunKind::kReplay ? 1 : place.threads;  // A replay is the same each time.
  pages.push_back({kReportPage, call.file(kReportPage)});
  const std::vector<std::string> more = {
      "--report", pages.back().file,       "--report",       call.file("report.json"),
      "--jobs",   std::to_string(threads), "--max-findings", "50"};
  words.insert(words.end(), more.begin(), more.end());
  for (const std::string& word : call.timeout_words()) words.push_back(word);
  words.push_back(call.source_word());
  if (!order.arguments.empty()) {
    words.emplace_back("--");
    words.insert(words.end(), order.arguments.begin(), order.arguments.end());
  }
  return words;
}

/// Copies it out of where a program may still have put anything.
bool keep_page(const Page& page, const std::string& folder) {
  const std::string text = begin_of_file(page.file, kLargestPage + 1);
  if (text.empty() || text.size() > kLargestPage) return false;
  compiler::write_file(folder + "/" + page.name, text);
  return true;
}

std::string title_of_end(const BoundedEnd& end, const nlohmann::ordered_json& found) {
  if (end.end.status == kTimedOut) return "not done when its time was over: what ran until then was checked";
  if (!found.contains("errors")) return "no report";
  const auto errors = found.at("errors").get<std::uint64_t>();
  const auto warnings = found.at("warnings").get<std::uint64_t>();
  if (errors + warnings == 0) return "no findings";
  const auto count = [](std::uint64_t number, const char* what) {
    return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
  };
  return errors == 0 ? count(warnings, "warning")
                     : count(errors, "error") + (warnings == 0 ? "" : ", " + count(warnings, "warning"));
}

}  // namespace

nlohmann::ordered_json do_work(const WorkPlace& place, const RunOrder& order, const std::string& folder,
                               const std::function<bool()>& goes_on) {
  nlohmann::ordered_json told;
  try {
    Workshop workshop(place.sandbox, place.bounds, "");
    const nlohmann::json arguments = nlohmann::json::object();
    Call call(workshop, arguments, goes_on);
    call.take_source({"kernel.cu", order.source});
    std::vector<Page> pages;
    const std::vector<std::string> words = words_of(place, order, call, pages);
    const BoundedEnd end = call.run("fencepost", words);
    std::optional<nlohmann::ordered_json> found;
    std::string problem;
    try {
      found = findings_json(keep_report(call, end));
    } catch (const ToolError& error) {
      problem = error.what();
    }
    if (found && end.end.status == kBadUsage && order.kind != RunKind::kCheck) {
      problem = clipped(end.errors, kMostText, end.errors_left_out);  // No such array, with those that there are.
    }
    told["state"] = problem.empty() ? "done" : "failed";
    if (!problem.empty()) told["message"] = problem;
    told["status"] = end.end.status;
    if (found) {
      told["title"] = title_of_end(end, *found);
      told["found"] = *found;
    }
    told["output"] = clipped(end.output, kMostText, end.output_left_out);
    told["errors"] = clipped(end.errors, kMostText, end.errors_left_out);
    told["pages"] = nlohmann::ordered_json::array();
    for (const Page& page : pages) {
      if (keep_page(page, folder)) told["pages"].push_back(page.name);
    }
  } catch (const std::exception& error) {
    told = {{"state", "failed"}, {"message", error.what()}, {"pages", nlohmann::ordered_json::array()}};
  }
  return told;
}

}  // namespace fencepost::cli
