#include "cli/nvcc_annotate.h"

#include "cli/nvcc_annotate_scopes.h"
#include "cli/nvcc_declarations.h"
#include "cli/nvcc_edits.h"

namespace fencepost::cli {

Annotated annotate(std::string_view preprocessed, const AnnotateOptions& options) {
  const TokenStream tokens(preprocessed, options.system_directory);
  const std::vector<FunctionDeclaration> functions = find_declarations(tokens);
  Annotated result;
  Edits edits;
  if (options.record_locals) rewrite_scopes(tokens, functions, edits);
  for (const std::size_t marker_end : tokens.unmarked_system_markers()) edits.insert(marker_end, " 3");
  if (options.contracts) result.warnings = rewrite_contracts(tokens, functions, edits);
  result.text = edits.apply(preprocessed);
  return result;
}

}  // namespace fencepost::cli
