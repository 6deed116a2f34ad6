#include "compiler/annotate/annotate.h"

#include "compiler/annotate/annotate_scopes.h"
#include "compiler/source/edits.h"

namespace fencepost::cli {

std::string mark_system_headers(std::string_view preprocessed, std::string_view system_directory) {
  Edits edits;
  const TokenStream tokens(preprocessed, system_directory);
  for (const std::size_t end : tokens.unmarked_system_markers()) edits.insert(end, " 3");
  return edits.apply(preprocessed);
}

Annotated annotate(const MappedSource& source, const AnnotateOptions& options) {
  Annotated result;
  Edits edits;
  if (options.record_locals) rewrite_scopes(source.tokens, source.map, edits);
  if (options.contracts) result.warnings = rewrite_contracts(source.tokens, source.map, edits);
  result.text = edits.apply(source.text);
  return result;
}

}  // namespace fencepost::cli
