#include "cli/nvcc_rewrite_ptx.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "cli/nvcc_asm.h"
#include "compiler/ptx/translation.h"

namespace fencepost::cli {
namespace {

// PTX mnemonics carry types: `mov.u32`, `bar.sync`. Host assembly does not.
bool looks_like_ptx(std::string_view text) {
  static constexpr std::array<std::string_view, 12> kTypes = {".u32", ".s32", ".b32", ".f32",  ".u64",  ".s64",
                                                              ".b64", ".f64", ".u16", ".sync", ".pred", ".global"};
  return std::ranges::any_of(kTypes, [&](std::string_view type) { return text.find(type) != std::string_view::npos; });
}

// An expression, so that the statement may stand wherever an asm statement may. Operands are evaluated once, in order.
std::string call_of(const TokenStream& tokens, std::size_t i, const AsmStatement& statement, const std::string& cpp) {
  std::string text = "({ ";
  for (std::size_t n = 0; n < statement.operands.size(); ++n) {
    const AsmOperand& operand = statement.operands[n];
    const std::size_t begin = tokens.begin_offset(operand.first);
    text += operand.output ? "auto&& " : "[[maybe_unused]] const auto ";
    text += "fencepost_" + std::to_string(n) + " = (" + tokens.resume(operand.first) +
            std::string(tokens.text().substr(begin, tokens.end_offset(operand.last) - begin)) + "); ";
  }
  if (!statement.operands.empty()) text += tokens.resume(i);
  return text + cpp + "})";
}

// A library's function may never be called.
std::string error_if_used(const std::string& message) {
  return "extern void fencepost_unsupported_ptx() __attribute__((__error__(\"" + message +
         "\"))); fencepost_unsupported_ptx(); ";
}

}  // namespace

void rewrite_inline_ptx(const TokenStream& tokens, const std::vector<FunctionDeclaration>& functions, Edits& edits,
                        std::vector<RewriteError>& errors) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!is_asm(tokens.spelling(i)) || !tokens.is_identifier(i)) continue;
    const std::optional<AsmStatement> statement = read_asm(tokens, i);
    if (!statement) continue;
    const std::size_t first = statement->text.find_first_not_of(" \t\n");
    if (first == std::string::npos) continue;  // a compiler barrier
    const bool in_function = enclosing_function(functions, i) != nullptr;
    if (!in_function && (tokens.in_system_header(i) || !looks_like_ptx(statement->text))) continue;
    std::vector<std::string> names;
    for (const AsmOperand& operand : statement->operands) names.push_back(operand.name);
    const compiler::PtxTranslation translation = compiler::translate_ptx(statement->text, names, tokens.in_system_header(i));
    if (!translation.unsupported.empty()) {
      const std::string name = translation.unsupported.substr(0, translation.unsupported.find_first_of(" \t\n"));
      const std::string message = "inline PTX (" + name + ") is not supported by Fencepost";
      if (tokens.in_system_header(i)) {
        const std::size_t begin = tokens.begin_offset(i);
        edits.replace(begin, tokens.end_offset(statement->close) - begin,
                      call_of(tokens, i, *statement, error_if_used(message)) + tokens.resume(statement->close + 1));
        i = statement->close;
        continue;
      }
      errors.push_back({tokens.place(i), message + ": use the CUDA intrinsic or plain C++ instead"});
      continue;
    }
    const std::size_t begin = tokens.begin_offset(i);
    edits.replace(begin, tokens.end_offset(statement->close) - begin,
                  call_of(tokens, i, *statement, translation.cpp) + tokens.resume(statement->close + 1));
    i = statement->close;
  }
}

}  // namespace fencepost::cli
