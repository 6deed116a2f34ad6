#include "cli/infer/annotate.h"

#include <algorithm>
#include <tuple>

#include "detector/text/text_layout.h"

namespace fencepost::cli::infer {
namespace {

bool is_requires(ClausePlace place) {
  return place == ClausePlace::kKernelRequires || place == ClausePlace::kBarrierRequires;
}

/// The clauses of one line of the source.
struct LineClauses {
  std::vector<std::string> before, behind, invariants, givens;

  void add(const FittedArray& array) {
    std::vector<std::string>& to = array.point.place == ClausePlace::kLoop ? invariants
                                   : is_requires(array.point.place)        ? before
                                                                           : behind;
    to.insert(to.end(), array.expressions.begin(), array.expressions.end());
  }

  /// What is both required and ensured is a context.
  [[nodiscard]] std::vector<std::string> lines() const {
    std::vector<std::string> lines = {"/*@"};
    for (const std::string& given : givens) lines.push_back("  " + given + ";");
    const auto add = [&](const char* keyword, const std::string& e) {
      lines.push_back("  " + std::string(keyword) + " " + e + ";");
    };
    const auto among = [](const std::vector<std::string>& list, const std::string& e) {
      return std::ranges::find(list, e) != list.end();
    };
    for (const std::string& e : before) {
      if (among(behind, e)) add("context", e);
    }
    for (const std::string& e : before) {
      if (!among(behind, e)) add("requires", e);
    }
    for (const std::string& e : behind) {
      if (!among(before, e)) add("ensures", e);
    }
    for (const std::string& e : invariants) add("loop_invariant", e);
    lines.emplace_back("@*/");
    return lines;
  }
};

std::string words_for(const Point& point) {
  switch (point.place) {
    case ClausePlace::kKernelRequires:
      return "kernel, at entry";
    case ClausePlace::kKernelEnsures:
      return "kernel, at exit";
    case ClausePlace::kBarrierRequires:
      return "before the barrier";
    case ClausePlace::kBarrierEnsures:
      return "after the barrier";
    default:
      return "loop";
  }
}

std::string line_directive(std::uint32_t line, const std::string& file) {
  std::string text = "#line " + std::to_string(line) + " \"";
  for (const char c : file) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + "\"\n";
}

}  // namespace

std::vector<AnnotationText> annotations_of(const Inference& inference) {
  std::map<std::tuple<std::string, std::uint32_t>, LineClauses> by_line;
  for (const FittedArray& array : inference.arrays) {
    if (!array.expressions.empty()) by_line[{array.point.file, array.point.line}].add(array);
  }
  for (const GivenSequence& given : inference.givens) {
    LineClauses& clauses = by_line[{given.point.file, given.point.line}];
    clauses.givens.push_back("given seq<int> " + given.name);
    clauses.givens.push_back("context |" + given.name + "| == " + given.length);
    // Behind the permissions for what they read.
    clauses.before.insert(clauses.before.end(), given.facts.begin(), given.facts.end());
  }
  for (const FittedArray& array : inference.arrays) {
    if (array.facts.empty()) continue;
    std::vector<std::string>& before = by_line[{array.point.file, array.point.line}].before;
    before.insert(before.end(), array.facts.begin(), array.facts.end());
  }
  std::vector<AnnotationText> texts;
  texts.reserve(by_line.size());
  for (const auto& [place, clauses] : by_line) {
    texts.push_back({std::get<0>(place), std::get<1>(place), clauses.lines()});
  }
  return texts;
}

std::string annotated(const std::string& file, const std::string& source,
                      const std::vector<AnnotationText>& annotations, AnnotationLines lines) {
  const bool is_for_compiler = lines == AnnotationLines::kOfTheSource;
  std::string text;
  std::uint32_t number = 0;
  if (is_for_compiler) text = line_directive(1, file);
  for (std::size_t at = 0; at < source.size();) {
    const std::size_t end = std::min(source.find('\n', at), source.size() - 1) + 1;
    const std::string line = source.substr(at, end - at);
    ++number;
    for (const AnnotationText& annotation : annotations) {
      if (annotation.line != number) continue;
      const std::string indent = line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
      if (is_for_compiler) {
        for (const std::string& added : annotation.lines) text += added + " ";
        text += "\n" + line_directive(number, file);
      } else {
        for (const std::string& added : annotation.lines) text += indent + added + "\n";
      }
    }
    text += line;
    at = end;
  }
  return text;
}

std::string summary_of(const Inference& inference) {
  std::string text;
  std::size_t explained = 0;
  for (const FittedArray& array : inference.arrays) {
    explained += array.explained ? 1 : 0;
    if (array.explained) continue;
    text += "  " + array.point.file + ":" + std::to_string(array.point.line) + " " + words_for(array.point) + ": " +
            array.array + " is not explained: " + array.why + "\n";
  }
  std::string head = "explained: " + std::to_string(explained) + " of " +
                     detector::count_of(inference.arrays.size(), "set of elements", "sets of elements") +
                     " (of an array at a kernel's entry or exit, a barrier or a loop)\n";
  for (const std::string& note : inference.notes) head += "  " + note + "\n";
  return head + text;
}

}  // namespace fencepost::cli::infer
