// The changes of a proposal as a unified diff.
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>

#include "cli/propose/edited_file.h"
#include "cli/propose/proposal.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kContext = 3;

bool is_below(const fs::path& file, const fs::path& folder) {
  const fs::path relative = file.lexically_relative(folder);
  return !relative.empty() && *relative.begin() != "..";
}

/// Rows `first` to `end` - 1, which hold all that is near a change.
void add_hunk(const EditedFile& file, std::size_t first, std::size_t end, std::string& text) {
  std::size_t old_before = 0, new_before = 0, old_count = 0, new_count = 0;
  for (std::size_t i = 0; i < end; ++i) {
    const char mark = file.rows[i].mark;
    if (mark != '+') ++(i < first ? old_before : old_count);
    if (mark != '-') ++(i < first ? new_before : new_count);
  }
  const auto range = [](std::size_t before, std::size_t count) {
    return std::to_string(count == 0 ? before : before + 1) + "," + std::to_string(count);
  };
  text += "@@ -" + range(old_before, old_count) + " +" + range(new_before, new_count) + " @@\n";
  for (std::size_t i = first; i < end; ++i) {
    const EditedRow& row = file.rows[i];
    text += row.mark + row.text + "\n";
    // A last line that is replaced is two rows: the old one and the new one.
    const bool is_last = i + 1 == file.rows.size() || (i + 2 == file.rows.size() && row.mark == '-');
    if (is_last && !file.ends_with_newline) text += "\\ No newline at end of file\n";
  }
}

std::string diff_of(const EditedFile& file, const std::string& name) {
  // A name with blanks ends with a tab, which is no part of it.
  const std::string end = name.find(' ') == std::string::npos ? "\n" : "\t\n";
  std::string text = "--- a/" + name + end + "+++ b/" + name + end;
  const auto changed = [&](std::size_t i) { return file.rows[i].mark != ' '; };
  for (std::size_t i = 0; i < file.rows.size();) {
    if (!changed(i)) {
      ++i;
      continue;
    }
    const std::size_t first = i > kContext ? i - kContext : 0;
    std::size_t end_row = i + 1;
    for (std::size_t k = i; k < file.rows.size() && k < end_row + 2 * kContext; ++k) {
      if (changed(k)) end_row = k + 1;
    }
    const std::size_t stop = std::min(end_row + kContext, file.rows.size());
    add_hunk(file, first, stop, text);
    i = stop;
  }
  return text;
}

}  // namespace

ProposalPatch proposal_patch(const std::vector<ProposedChange>& changes) {
  std::map<fs::path, std::vector<compiler::SourceEdit>> edits;
  for (const ProposedChange& change : changes) {
    std::ranges::copy(edits_of(change), std::back_inserter(edits[fs::absolute(change.edit.file).lexically_normal()]));
  }
  if (edits.empty()) return {};
  fs::path folder = fs::current_path();
  const bool below = std::ranges::all_of(edits, [&](const auto& each) { return is_below(each.first, folder); });
  if (!below) {
    folder = edits.begin()->first.parent_path();
    while (!std::ranges::all_of(edits, [&](const auto& each) { return is_below(each.first, folder); })) {
      folder = folder.parent_path();
    }
  }
  ProposalPatch patch{{}, folder.string()};
  for (const auto& [file, of_file] : edits) {
    patch.text += diff_of(edited_file(file.string(), of_file), file.lexically_relative(folder).string());
  }
  return patch;
}

}  // namespace fencepost::cli
