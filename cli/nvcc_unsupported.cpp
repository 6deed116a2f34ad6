#include "cli/nvcc_unsupported.h"

#include <algorithm>

namespace fencepost::cli {
namespace {

// `(1, 1, 1)` or a part of it: a cluster of one block is no cluster.
bool all_ones(const TokenStream& tokens, std::size_t open) {
  for (std::size_t i = open + 1; i < matching_close(tokens, open); ++i) {
    if (!tokens.is(i, "1") && !tokens.is(i, ",")) return false;
  }
  return true;
}

}  // namespace

void find_unsupported(const TokenStream& tokens, const std::vector<FunctionDeclaration>& functions,
                      const std::vector<std::size_t>& launches, std::vector<RewriteError>& errors) {
  const auto report = [&](std::size_t i, const std::string& what, const std::string& remedy) {
    errors.push_back({tokens.place(i), what + " is not supported by Fencepost: " + remedy});
  };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens.is_identifier(i) || tokens.in_system_header(i)) continue;
    if (tokens.is(i, "fencepost_cluster_dims") && !all_ones(tokens, i + 1)) {
      report(i, "a thread block cluster (__cluster_dims__)", "launch blocks without clusters");
    }
  }
  for (const FunctionDeclaration& function : functions) {
    if (!function.global || function.templates.empty()) continue;
    const TemplateHeader header = function.templates.back();
    int packs = 0;
    for (std::size_t i = header.open + 1; i < header.close; ++i) {
      const std::size_t nested = tokens.is(i, "<") ? matching_angle_close(tokens, i, header.close) : kNoToken;
      if (nested != kNoToken) i = nested;
      packs += tokens.is(i, "...") ? 1 : 0;
    }
    if (packs > 1)
      report(header.open, "a kernel template with several parameter packs", "CUDA allows one, as the last");
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
