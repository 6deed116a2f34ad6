#include "cli/nvcc_unsupported.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace fencepost::cli {
namespace {

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

}  // namespace

void find_unsupported(const TokenStream& tokens, const std::vector<FunctionDeclaration>& functions,
                      const std::vector<std::size_t>& launches, std::vector<RewriteError>& errors) {
  const auto report = [&](std::size_t i, const std::string& what, const std::string& remedy) {
    errors.push_back({tokens.place(i), what + " is not supported by Fencepost: " + remedy});
  };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens.is_identifier(i) || tokens.in_system_header(i)) continue;
    const std::string_view word = tokens.spelling(i);
    if (is_texture_word(word) || is_texture_reference(tokens, i)) {
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
