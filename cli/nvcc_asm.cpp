#include "cli/nvcc_asm.h"

#include "cli/nvcc_brackets.h"

namespace fencepost::cli {
namespace {

// The characters that a string literal stands for.
std::string literal_text(std::string_view literal) {
  const std::size_t quote = literal.find('"');
  if (quote == std::string_view::npos || literal.size() < quote + 2) return {};
  if (quote > 0 && literal[quote - 1] == 'R') {
    const std::size_t open = literal.find('(', quote);
    const std::size_t delimiter = open - quote - 1;
    return std::string(literal.substr(open + 1, literal.size() - open - 3 - delimiter));
  }
  std::string text;
  for (std::size_t i = quote + 1; i + 1 < literal.size(); ++i) {
    char c = literal[i];
    if (c == '\\' && i + 2 < literal.size()) {
      c = literal[++i];
      if (c == 'n') c = '\n';
      if (c == 't') c = '\t';
      if (c == '\n') continue;  // a spliced line
    }
    text += c;
  }
  return text;
}

}  // namespace

bool is_asm(std::string_view word) { return word == "asm" || word == "__asm__" || word == "__asm"; }

std::optional<AsmStatement> read_asm(const TokenStream& tokens, std::size_t i) {
  for (++i; tokens.is_identifier(i); ++i) {
    if (tokens.is(i, "goto")) return std::nullopt;
  }
  if (!tokens.is(i, "(")) return std::nullopt;
  AsmStatement statement;
  statement.close = matching_close(tokens, i);
  if (statement.close == kNoToken) return std::nullopt;
  for (++i; tokens[i].kind == TokenKind::kString; ++i) statement.text += literal_text(tokens.spelling(i));
  // Outputs are section 1, inputs 2, clobbers 3.
  for (std::size_t section = 0; i < statement.close; ++i) {
    if (tokens.is(i, ":")) ++section;
    if (tokens.is(i, "::")) section += 2;
    if (tokens.is(i, ":") || tokens.is(i, "::") || tokens.is(i, ",")) continue;
    if (section == 0) return std::nullopt;
    if (section > 2) break;
    AsmOperand operand;
    operand.output = section == 1;
    if (tokens.is(i, "[") && tokens.is(i + 2, "]")) {
      operand.name = tokens.spelling(i + 1);
      i += 3;
    }
    while (i < statement.close && tokens[i].kind == TokenKind::kString) ++i;
    if (!tokens.is(i, "(")) return std::nullopt;
    const std::size_t close = matching_close(tokens, i);
    if (close == kNoToken || close == i + 1) return std::nullopt;
    operand.first = i + 1;
    operand.last = close - 1;
    statement.operands.push_back(operand);
    i = close;
  }
  return statement;
}

}  // namespace fencepost::cli
