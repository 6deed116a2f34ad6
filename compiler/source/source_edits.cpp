#include "compiler/source/source_edits.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "compiler/source/edits.h"

namespace fencepost::compiler {
namespace {

namespace fs = std::filesystem;

/// Tokens `first` to `end` - 1.
struct TokenRange {
  std::size_t first = 0, end = 0;
};

/// The tokens of one line, wherever they occur.
std::vector<TokenRange> occurrences(const TokenStream& tokens, const std::string& file, std::uint32_t line) {
  std::vector<TokenRange> found;
  bool in_file = false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (i == 0 || tokens[i].region != tokens[i - 1].region) in_file = tokens.place(i).file == file;
    if (!in_file || tokens.place(i).line != line) continue;
    if (found.empty() || found.back().end != i) found.push_back({i, i});
    found.back().end = i + 1;
  }
  return found;
}

bool same_tokens(const TokenStream& a, std::size_t i, const TokenStream& b, std::size_t j, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) {
    if (i + k >= a.size() || j + k >= b.size() || a.spelling(i + k) != b.spelling(j + k)) return false;
  }
  return true;
}

/// Where the tokens `wanted` of the written line are among those of `line`; nullopt if that is not certain.
std::optional<TokenRange> aligned(const TokenStream& tokens, TokenRange line, const TokenStream& written,
                                  TokenRange wanted) {
  const std::size_t count = wanted.end - wanted.first;
  if (wanted.end <= line.end - line.first && same_tokens(written, 0, tokens, line.first, wanted.end)) {
    return TokenRange{line.first + wanted.first, line.first + wanted.end};
  }
  if (count == 0) return std::nullopt;
  // A macro comes before: it may have brought the same tokens.
  std::optional<TokenRange> only;
  for (std::size_t i = line.first; i + count <= line.end; ++i) {
    if (!same_tokens(written, wanted.first, tokens, i, count)) continue;
    if (only) return std::nullopt;
    only = {i, i + count};
  }
  return only;
}

// A pragma (`#pragma unroll`) belongs to the statement behind it.
bool has_pragma_before(const TokenStream& tokens, std::size_t i) {
  if (i == 0) return false;
  const std::size_t begin = tokens.end_offset(i - 1);
  const std::string_view between = tokens.text().substr(begin, tokens.begin_offset(i) - begin);
  return between.find("\n#pragma") != std::string_view::npos;
}

void insert_before(const TokenStream& tokens, std::size_t i, const std::string& text, Edits& edits) {
  if (has_pragma_before(tokens, i)) {
    edits.insert(tokens.end_offset(i - 1), tokens.resume(i) + text + tokens.resume(i - 1));
  } else {
    edits.insert(tokens.begin_offset(i), text + " " + tokens.resume(i));
  }
}

/// The tokens of `written` that an edit covers; nullopt if it begins or ends within one.
std::optional<TokenRange> covered(const TokenStream& written, const SourceEdit& edit) {
  const std::size_t begin = edit.column - 1, end = begin + edit.length;
  TokenRange range;
  while (range.first < written.size() && written.end_offset(range.first) <= begin) ++range.first;
  range.end = range.first;
  while (range.end < written.size() && written.begin_offset(range.end) < end) ++range.end;
  if (range.first < written.size() && written.begin_offset(range.first) < begin) return std::nullopt;
  if (range.end > range.first && written.end_offset(range.end - 1) > end) return std::nullopt;
  if (edit.length != 0 && range.end == range.first) return std::nullopt;
  return range;
}

bool make_edit(const TokenStream& tokens, TokenRange line, const TokenStream& written, const SourceEdit& edit,
               Edits& edits) {
  std::string text = edit.text;
  std::ranges::replace(text, '\n', ' ');  // The line stays one line.
  const auto wanted = covered(written, edit);
  if (!wanted) return false;
  if (edit.length == 0 && wanted->first == 0) {
    insert_before(tokens, line.first, text, edits);
    return true;
  }
  const auto range = aligned(tokens, line, written, *wanted);
  if (!range) return false;
  if (edit.length == 0) {
    if (range->first >= tokens.size()) return false;
    insert_before(tokens, range->first, text, edits);
    return true;
  }
  const std::size_t begin = tokens.begin_offset(range->first);
  edits.replace(begin, tokens.end_offset(range->end - 1) - begin, text);
  return true;
}

}  // namespace

bool names_file(std::string_view name, std::string_view file) {
  const fs::path wanted = fs::path(name).lexically_normal();
  const fs::path path = wanted.is_absolute() ? fs::absolute(file) : fs::path(file);
  const std::string whole = path.lexically_normal().string();
  const std::string end = wanted.string();
  if (end.empty() || !whole.ends_with(end)) return false;
  return whole.size() == end.size() || whole[whole.size() - end.size() - 1] == '/';
}

bool same_file(const std::string& a, const std::string& b) {
  return fs::absolute(a).lexically_normal() == fs::absolute(b).lexically_normal();
}

EditedText apply_source_edits(std::string_view preprocessed, const std::vector<SourceEdit>& edits,
                              const SourceLineReader& line) {
  EditedText result{std::string(preprocessed), std::vector<bool>(edits.size()), {}};
  if (edits.empty()) return result;
  const TokenStream tokens(preprocessed);
  std::set<std::string> files;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (i == 0 || tokens[i].region != tokens[i - 1].region) files.insert(tokens.place(i).file);
  }
  Edits made;
  for (std::size_t e = 0; e < edits.size(); ++e) {
    const SourceEdit& edit = edits[e];
    std::vector<std::string> meant;
    for (const std::string& file : files) {
      if (names_file(edit.file, file) && !occurrences(tokens, file, edit.line).empty()) meant.push_back(file);
    }
    // A name that is one of the files' whole path means that file.
    if (std::ranges::find(meant, edit.file) != meant.end()) meant = {edit.file};
    if (meant.size() > 1) {
      result.errors.push_back(
          {{edit.file, edit.line},
           "an edit could be meant for " + meant.front() + " and for " + meant.back() + "; give more of the path"});
      continue;
    }
    if (meant.empty()) continue;
    const std::optional<std::string> text = line(meant.front(), edit.line);
    if (!text || edit.column > text->size() + 1 || edit.length > text->size() + 1 - edit.column) continue;
    const TokenStream written(*text);
    for (const TokenRange& range : occurrences(tokens, meant.front(), edit.line)) {
      if (make_edit(tokens, range, written, edit, made)) result.made[e] = true;
    }
  }
  result.text = made.apply(preprocessed);
  return result;
}

}  // namespace fencepost::compiler
