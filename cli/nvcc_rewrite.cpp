#include "cli/nvcc_rewrite.h"

#include <algorithm>

#include "cli/nvcc_declarations.h"
#include "cli/nvcc_device_names.h"
#include "cli/nvcc_edits.h"
#include "cli/nvcc_rewrite_calls.h"
#include "cli/nvcc_rewrite_kernels.h"
#include "cli/nvcc_rewrite_keywords.h"
#include "cli/nvcc_rewrite_launches.h"
#include "cli/nvcc_rewrite_ptx.h"
#include "cli/nvcc_rewrite_references.h"
#include "cli/nvcc_rewrite_scopes.h"
#include "cli/nvcc_rewrite_typedefs.h"
#include "cli/nvcc_rewrite_variables.h"
#include "cli/nvcc_unsupported.h"

namespace fencepost::cli {

Rewritten rewrite(std::string_view preprocessed, const RewriteOptions& options) {
  const TokenStream tokens(preprocessed, options.system_directory);
  const auto [functions, template_bodies] = find_declarations(tokens);
  Rewritten result;
  Edits edits;
  const std::vector<std::size_t> launches = rewrite_launches(tokens, edits);
  rewrite_dropped_answers(tokens, edits);
  rewrite_discarding_calls(tokens, edits);
  rewrite_kernels(tokens, functions, options.gnu, edits);
  if (options.record_locals) rewrite_scopes(tokens, functions, edits);
  result.shared_names = rewrite_keywords(tokens, template_bodies, edits);
  rewrite_variables(tokens, edits);
  rewrite_references(tokens, edits);
  rewrite_typedefs(tokens, edits);
  result.device_names = device_variable_names(tokens);
  for (const std::size_t marker_end : tokens.unmarked_system_markers()) edits.insert(marker_end, " 3");
  rewrite_inline_ptx(tokens, functions, edits, result.errors);
  find_unsupported(tokens, functions, launches, result.errors);
  if (options.contracts) result.annotation_warnings = rewrite_contracts(tokens, functions, edits);
  result.has_kernel = std::ranges::any_of(functions, [](const auto& f) { return f.global && f.body_open != kNoToken; });
  result.text = edits.apply(preprocessed);
  return result;
}

Rewritten annotate(std::string_view preprocessed, const RewriteOptions& options) {
  const TokenStream tokens(preprocessed, options.system_directory);
  const std::vector<FunctionDeclaration> functions = find_declarations(tokens).functions;
  Rewritten result;
  Edits edits;
  if (options.record_locals) rewrite_scopes(tokens, functions, edits);
  for (const std::size_t marker_end : tokens.unmarked_system_markers()) edits.insert(marker_end, " 3");
  if (options.contracts) result.annotation_warnings = rewrite_contracts(tokens, functions, edits);
  result.text = edits.apply(preprocessed);
  return result;
}

}  // namespace fencepost::cli
