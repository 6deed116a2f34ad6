#include "compiler/annotate/annotate.h"

#include <algorithm>
#include <utility>

#include "compiler/annotate/annotate_scopes.h"
#include "compiler/source/edits.h"

namespace fencepost::compiler {

std::string mark_system_headers(std::string_view preprocessed, std::string_view system_directory) {
  Edits edits;
  const TokenStream tokens(preprocessed, system_directory);
  for (const std::size_t end : tokens.unmarked_system_markers()) edits.insert(end, " 3");
  return edits.apply(preprocessed);
}

namespace {

/// All files that these lines come from are the system's, or the compiler's own words.
bool is_of_system(std::string_view lines) {
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    const std::size_t name = line.starts_with("# ") ? line.find('"') : std::string_view::npos;
    if (name != std::string_view::npos) {
      const std::string_view flags = line.substr(line.rfind('"') + 1);
      const bool is_word =
          line.substr(name).starts_with("\"<built-in>\"") || line.substr(name).starts_with("\"<command line>\"");
      if (!is_word && flags.find('3') == std::string_view::npos) return false;
    }
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return true;
}

}  // namespace

SplitSource split_headers(std::string preprocessed) {
  // "# 1 "app.cu"", the headers, "# 1 "app.cu" 2", the source.
  const std::size_t begin = std::min(preprocessed.find('\n'), preprocessed.size() - 1) + 1;
  const std::string first = preprocessed.substr(0, begin);
  const std::size_t end = first.starts_with("# 1 ") ? preprocessed.find('\n' + first.substr(0, begin - 1) + " 2\n") : 0;
  if (end == 0 || end == std::string::npos) return {.headers = {}, .source = std::move(preprocessed)};
  const std::string_view headers = std::string_view(preprocessed).substr(begin, end + 1 - begin);
  if (!is_of_system(headers)) return {.headers = {}, .source = std::move(preprocessed)};
  return {.headers = std::string(headers), .source = first + preprocessed.substr(end + 1 + begin + 2)};
}

Annotated annotate(const MappedSource& source, const AnnotateOptions& options) {
  Annotated result;
  Edits edits;
  if (options.record_locals) rewrite_scopes(source.tokens, source.map, edits);
  if (options.contracts) result.warnings = rewrite_contracts(source.tokens, source.map, options.headers, edits);
  result.text = edits.apply(source.text);
  return result;
}

}  // namespace fencepost::compiler
