#include "cli/propose/edited_file.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <string_view>

namespace fencepost::cli {
namespace {

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

// A pragma or a comment is about the statement behind it.
bool belongs_to_next(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line.starts_with("#pragma") || line.starts_with("//");
}

}  // namespace

std::uint32_t first_line_of(const std::vector<std::string>& lines, std::uint32_t line) {
  // What ends a block has no pragma of its own.
  const std::string_view text = lines[line - 1];
  if (text.substr(std::min(text.find_first_not_of(" \t"), text.size())).starts_with('}')) return line;
  while (line > 1 && belongs_to_next(lines[line - 2])) --line;
  return line;
}

EditedFile edited_file(const std::string& file, std::vector<compiler::SourceEdit> edits) {
  std::ifstream in(file, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const std::vector<std::string> lines = split_lines(text);
  std::map<std::uint32_t, std::vector<std::string>> inserted;
  std::map<std::uint32_t, std::string> replaced;
  std::ranges::stable_sort(edits, [](const compiler::SourceEdit& a, const compiler::SourceEdit& b) {
    return a.line != b.line ? a.line < b.line : a.column > b.column;  // From the right, so that columns stay.
  });
  for (const compiler::SourceEdit& edit : edits) {
    if (edit.line == 0 || edit.line > lines.size()) continue;
    const std::string& line = lines[edit.line - 1];
    if (edit.is_whole_lines()) {
      const bool has_return = line.ends_with('\r');
      for (std::string& each : split_lines(edit.text)) {
        inserted[first_line_of(lines, edit.line)].push_back(std::move(each) + (has_return ? "\r" : ""));
      }
    } else if (edit.column != 0 && edit.column <= line.size() + 1) {
      std::string& target = replaced.try_emplace(edit.line, line).first->second;
      target.replace(edit.column - 1, edit.length, edit.text);
    }
  }
  EditedFile result;
  result.ends_with_newline = text.empty() || text.ends_with('\n');
  for (std::uint32_t line = 1; line <= lines.size(); ++line) {
    if (const auto more = inserted.find(line); more != inserted.end()) {
      for (const std::string& each : more->second) result.rows.push_back({'+', line, each});
    }
    const auto other = replaced.find(line);
    result.rows.push_back({other == replaced.end() ? ' ' : '-', line, lines[line - 1]});
    if (other != replaced.end()) result.rows.push_back({'+', line, other->second});
  }
  return result;
}

}  // namespace fencepost::cli
