#include "cli/propose/stream_operations.h"

#include <algorithm>

#include "compiler/source/source_edits.h"

namespace fencepost::cli {
std::string HostSource::text_of(compiler::TextRange range) const {
  const compiler::TokenStream& tokens = source_.tokens;
  const std::size_t begin = tokens.begin_offset(range.first);
  std::string text(tokens.text().substr(begin, tokens.end_offset(range.last) - begin));
  return text.find('\n') == std::string::npos ? text : std::string();
}

std::optional<HostStatement> HostSource::statement_at(const std::string& file, std::uint32_t line) const {
  const compiler::TokenStream& tokens = source_.tokens;
  const auto on_line = [&](std::size_t i) {
    const compiler::SourcePlace place = tokens.place(i);
    return place.line == line && compiler::same_file(place.file, file);
  };
  const auto operation =
      std::ranges::find_if(source_.map.operations, [&](const compiler::MappedOperation& o) { return on_line(o.at); });
  const bool found = operation != source_.map.operations.end();
  std::size_t at = found ? operation->at : compiler::kNoToken;
  for (std::size_t i = 0; i < tokens.size() && at == compiler::kNoToken; ++i) {
    if (on_line(i)) at = i;
  }
  if (at == compiler::kNoToken) return std::nullopt;
  // The innermost that another statement can be put in front of.
  std::size_t begin = compiler::kNoToken;
  for (const compiler::MappedStatement& statement : source_.map.statements) {
    const bool around = statement.range.first <= at && at <= statement.range.last;
    if (around && statement.in_block && !statement.block_end) begin = statement.range.first;
  }
  if (begin == compiler::kNoToken || begin == 0) return std::nullopt;
  const compiler::SourcePlace place = tokens.place(begin), before = tokens.place(begin - 1);
  if (place.file == before.file && place.line == before.line) return std::nullopt;
  std::string stream;
  if (found) stream = operation->stream.first == compiler::kNoToken ? "0" : text_of(operation->stream);
  return HostStatement{place, stream};
}

}  // namespace fencepost::cli
