#include "cli/nvcc_unsupported.h"

#include <algorithm>

namespace fencepost::cli {

void find_unsupported(const TokenStream& tokens, const std::vector<FunctionDeclaration>& functions,
                      const std::vector<std::size_t>& launches, std::vector<RewriteError>& errors) {
  for (const std::size_t launch : launches) {
    const FunctionDeclaration* function = enclosing_function(functions, launch);
    if (function != nullptr && !function->host) {
      errors.push_back({tokens.place(launch),
                        "a launch inside a kernel (dynamic parallelism) is not supported by "
                        "Fencepost: launch it from host code instead"});
    }
  }
  std::ranges::stable_sort(errors, [](const RewriteError& a, const RewriteError& b) {
    return a.place.file == b.place.file && a.place.line < b.place.line;
  });
}

}  // namespace fencepost::cli
