#include "cli/fuzz/told.h"

#include <algorithm>
#include <memory>

#include "cli/formats/format.h"
#include "detector/model/coverage.h"
#include "detector/text/text_layout.h"

namespace fencepost::cli {
namespace {

using detector::count_of;

std::string ends_text(const FuzzSearch& search) {
  const FuzzSearch::Ends& ends = search.ends();
  std::string text;
  if (ends.refused != 0) {
    text += "In " + count_of(ends.refused, "input", "inputs") + " the launch is one that CUDA refuses.\n";
  }
  if (ends.not_meant != 0) {
    text += "In " + count_of(ends.not_meant, "input", "inputs") +
            " an assertion of the kernel says that the launch is none for it.\n";
  }
  if (ends.too_small != 0) {
    text += "In " + count_of(ends.too_small, "input", "inputs") +
            " an array whose size is not known was too small; nothing is said of these. Sizes are given by\n"
            "--arg 'NAME=TYPE[SIZE]', and then checked.\n";
  }
  if (ends.unconfirmed != 0) {
    text += count_of(ends.unconfirmed, "finding", "findings") +
            " that were gone with larger arrays, or more time, are left out.\n";
  }
  for (const auto& [end, runs] : ends.others) text += count_of(runs, "input", "inputs") + ": " + end + ".\n";
  return text;
}

/// What a finding that forward order does not show needs.
std::string order_words(const FuzzInput& input, const detector::Finding& finding) {
  if (input.seed != 0) return "   needs an order of threads that is none of the simple ones, but one that is drawn\n";
  if (input.first.empty()) return "";
  const auto place_of = [](const detector::FindingAccess& access) {
    return ", which comes to " + access.location.file + ":" + std::to_string(access.location.line);
  };
  // Of each thread that is named, where it comes to; else of who is not.
  std::string others = "the others";
  std::vector<std::string> named;
  for (const std::uint32_t thread : input.first) named.push_back("thread " + std::to_string(thread));
  for (const detector::FindingAccess& access : finding.accesses) {
    if (access.location.line == 0) continue;
    const std::uint32_t thread = thread_of(finding, access);
    const auto known = std::ranges::find(input.first, thread);
    if (known == input.first.end()) {
      others = "thread " + std::to_string(thread) + place_of(access);
    } else if (std::string& name = named[static_cast<std::size_t>(known - input.first.begin())];
               name.find(',') == std::string::npos) {
      name += place_of(access) + ",";
    }
  }
  if (named.size() == 1) {
    const bool alone = named.front().back() != ',' && others == "the others";
    return "   needs " + named.front() + (alone ? " of a block" : "") + " to run before " + others +
           ", as far as it can\n";
  }
  std::string text = "   needs " + named.front() + " to run first";
  for (std::size_t i = 1; i < named.size(); ++i) {
    if (named[i].back() == ',') named[i].pop_back();
    text += ", then " + named[i];
  }
  return text + ", then " + others + (others == "the others" ? "" : ", and the others") + ", as far as each can\n";
}

/// Lines that the first input did not reach.
std::string found_lines_text(const FuzzSearch& search) {
  constexpr std::size_t kMost = 10;
  std::string text;
  std::size_t told = 0, left = 0;
  const auto lines = search.reached().lines();
  std::size_t first = 0;
  for (const FuzzReached::Line& line : lines) first = first == 0 ? line.number : std::min(first, line.number);
  for (const FuzzReached::Line& line : lines) {
    if (line.number == first) continue;
    if (told == kMost) {
      ++left;
      continue;
    }
    ++told;
    const auto label = search.labels().find(line.number);
    text += "  " + line.file + ":" + std::to_string(line.line) + "  by input " + std::to_string(line.number) +
            (label == search.labels().end() ? "" : ": " + label->second) + "\n";
  }
  if (text.empty()) return text;
  if (left != 0) text += "  and " + count_of(left, "more line", "more lines") + "\n";
  return "Reached later than by the first input:\n" + text;
}

}  // namespace

detector::Report fuzz_report(const FuzzSearch& search, const FuzzSpace& space, const FuzzCorpus& corpus,
                             std::size_t most) {
  detector::Report report = search.sums();
  report.coverage = search.reached().coverage();
  if (report.coverage != nullptr) {
    // Other kernels of the file are not what is fuzzed.
    auto coverage = std::make_shared<detector::Coverage>(*report.coverage);
    std::erase_if(coverage->functions,
                  [](const detector::CoveredFunction& function) { return function.kernel && !function.ran; });
    report.coverage = coverage;
  }
  report.summary.runs = search.tried();
  report.summary.errors = report.summary.warnings = report.summary.left_out = 0;
  for (std::size_t i = 0; i < search.findings().size(); ++i) {
    const FuzzFinding& found = search.findings()[i];
    const bool is_error = found.finding.severity == detector::Severity::kError;
    ++(is_error ? report.summary.errors : report.summary.warnings);
    if (i >= most) {
      ++report.summary.left_out;
      continue;
    }
    detector::Finding finding = found.finding;
    finding.runs = found.runs;
    finding.seed.reset();
    const std::string smallest = space.label(found.input);
    const bool is_first = smallest == found.first;
    finding.configuration = found.first + (is_first ? "" : "; " + smallest + " suffices");
    finding.repeat = space.command(found.input, corpus.finding_prefix(i + 1));
    report.findings.push_back(std::move(finding));
  }
  return report;
}

std::string fuzz_text(const FuzzSearch& search, const detector::Report& report, const FuzzCorpus& corpus) {
  std::string text;
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    const detector::Finding& finding = report.findings[i];
    const FuzzFinding& found = search.findings()[i];
    const std::size_t end = finding.configuration.find("; ");
    const bool smaller = end != std::string::npos;
    text += "#" + std::to_string(i + 1) + " " + title_of(finding) + "\n";
    text += "   " + (smaller ? finding.configuration.substr(end + 2) : found.first + " shows it") +
            " (first seen by input " + std::to_string(found.number) + (smaller ? ": " + found.first : "") + ")\n";
    text += "   " + finding.repeat + "\n" + order_words(found.input, finding);
  }
  if (!text.empty()) text += "\n";
  const FuzzReached::Counts counts = search.reached().counts();
  text += count_of(search.tried(), "input", "inputs") + " tried";
  if (search.reread() != 0) text += ", " + detector::with_commas(search.reread()) + " of them kept by earlier calls";
  if (search.solved() != 0) text += ", " + detector::with_commas(search.solved()) + " of them solved for branches";
  if (search.is_exhausted()) text += ", there are no others";
  text += "; " + detector::with_commas(search.kept()) + " kept in " + corpus.folder() + ": " +
          (report.findings.empty() ? "no findings" : count_of(report.findings.size(), "finding", "findings")) + "\n";
  if (counts.all_lines != 0) {
    text += detector::with_commas(counts.lines) + " of " + count_of(counts.all_lines, "line", "lines") + " and " +
            detector::with_commas(counts.ways) + " of " + count_of(counts.all_ways, "way", "ways") + " of branches ran";
    const std::string missed = search.reached().missed();
    text += missed.empty() ? "\n" : "; never: " + missed + "\n";
  } else {
    text += "What ran of the device code is not known: the program was not compiled with --coverage.\n";
  }
  return text + found_lines_text(search) + ends_text(search);
}

std::string guards_text(const std::vector<LooseGuard>& guards) {
  std::string text;
  for (const LooseGuard& guard : guards) {
    text += "Is the guard at " + guard.place.file + ":" + std::to_string(guard.place.line) +
            " right? Of a launch with more threads than " + guard.number + ", thread " + guard.number +
            " passes, and no later one (" + guard.input + ").\nIf the sizes are these, it goes beyond them:";
    for (const std::string& size : guard.sizes) text += " --arg '" + size + "'";
    text += "\n";
  }
  return text;
}

std::string reached_text(const FuzzSearch& search) {
  std::string text;
  for (const FuzzReached::Line& line : search.reached().lines()) {
    const auto label = search.labels().find(line.number);
    text += line.file + ":" + std::to_string(line.line) + "\tinput " + std::to_string(line.number) + "\t" +
            (label == search.labels().end() ? "" : label->second) + "\n";
  }
  const std::string missed = search.reached().missed();
  return text + (missed.empty() ? "" : "never: " + missed + "\n");
}

}  // namespace fencepost::cli
