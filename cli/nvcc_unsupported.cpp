#include "cli/nvcc_unsupported.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace fencepost::cli {
namespace {

bool is_asm(std::string_view word) { return word == "asm" || word == "__asm__" || word == "__asm"; }

bool is_texture_word(std::string_view word) {
  static constexpr std::array<std::string_view, 8> kWords = {
      "cudaTextureObject_t", "cudaSurfaceObject_t", "tex1Dfetch", "tex1D", "tex2D", "tex3D",
      "surf2Dread",          "surf2Dwrite"};
  return std::ranges::find(kWords, word) != kWords.end();
}

// The old texture reference, `texture<float, 2, cudaReadModeElementType> t;`, as opposed to a user's own template.
bool is_texture_reference(const TokenStream& tokens, std::size_t i) {
  if (!tokens.is(i, "texture") || !tokens.is(i + 1, "<") || i == 0) return false;
  const std::string_view before = tokens.spelling(i - 1);
  return before == ";" || before == "}" || before == "static" || before == "const";
}

// The text of the string literals that open an asm statement, up to the first colon or closing parenthesis.
std::string asm_template(const TokenStream& tokens, std::size_t i) {
  while (tokens.is_identifier(i)) ++i;  // asm volatile
  std::string text;
  if (!tokens.is(i, "(")) return text;
  for (++i; i < tokens.size() && tokens[i].kind == TokenKind::kString; ++i) {
    const std::string_view literal = tokens.spelling(i);
    if (literal.size() > 2) text += literal.substr(1, literal.size() - 2);
  }
  return text;
}

// PTX mnemonics carry types: `mov.u32`, `bar.sync`. Host assembly does not.
bool looks_like_ptx(std::string_view text) {
  static constexpr std::array<std::string_view, 12> kTypes = {".u32", ".s32", ".b32", ".f32",  ".u64",  ".s64",
                                                              ".b64", ".f64", ".u16", ".sync", ".pred", ".global"};
  return std::ranges::any_of(kTypes, [&](std::string_view type) { return text.find(type) != std::string_view::npos; });
}

}  // namespace

void find_unsupported(const TokenStream& tokens, const std::vector<FunctionDeclaration>& functions,
                      const std::vector<std::size_t>& launches, std::vector<RewriteError>& errors) {
  const auto report = [&](std::size_t i, const std::string& what, const std::string& remedy) {
    errors.push_back({tokens.place(i), what + " is not supported by Fencepost: " + remedy});
  };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens.is_identifier(i) || tokens.in_system_header(i)) continue;
    const std::string_view word = tokens.spelling(i);
    if (is_asm(word)) {
      const std::string text = asm_template(tokens, i);
      if (text.empty()) continue;  // a compiler barrier, or an assembler name
      const FunctionDeclaration* function = enclosing_function(functions, i);
      if (function != nullptr || looks_like_ptx(text)) {
        report(i, "inline PTX (asm)", "use the CUDA intrinsic or plain C++ instead");
      }
    } else if (is_texture_word(word) || is_texture_reference(tokens, i)) {
      report(i, "a texture or surface (" + std::string(word) + ")", "read the data from global memory instead");
    } else if (word == "nvcuda" && tokens.is(i + 1, "::")) {
      report(i, "the tensor-core interface (nvcuda)", "use ordinary arithmetic instead");
    }
  }
  for (const std::size_t launch : launches) {
    const FunctionDeclaration* function = enclosing_function(functions, launch);
    if (function != nullptr && !function->host) {
      report(launch, "a launch inside a kernel (dynamic parallelism)", "launch it from host code instead");
    }
  }
  std::ranges::stable_sort(errors, [](const RewriteError& a, const RewriteError& b) {
    return a.place.file == b.place.file && a.place.line < b.place.line;
  });
}

}  // namespace fencepost::cli
