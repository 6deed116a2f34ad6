#include "cli/nvcc_unsupported.h"

#include <algorithm>
#include <string_view>

namespace fencepost::cli {
void find_unsupported(const TokenStream& tokens, const std::vector<FunctionDeclaration>& functions,
                      const std::vector<std::size_t>& launches, std::vector<RewriteError>& errors) {
  const auto report = [&](std::size_t i, const std::string& what, const std::string& remedy) {
    errors.push_back({tokens.place(i), what + " is not supported by Fencepost: " + remedy});
  };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens.is_identifier(i) || tokens.in_system_header(i)) continue;
    const std::string_view word = tokens.spelling(i);
    if (word == "nvcuda" && tokens.is(i + 1, "::")) {
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
