// The code that checks the contracts of kernels and device functions, where their annotations stand.
//
// docs/contracts.md shows what becomes of what. Every character of the source stays on its line; errors that the
// compiler finds in what was made of a clause are at the clause's line.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/source/edits.h"
#include "compiler/source/mapped_source.h"

namespace fencepost::compiler {

/// Something in an annotation that is not checked: "file:line:column: warning: …".
struct AnnotationWarning {
  std::string file;
  std::uint32_t line = 0, column = 0;
  std::string message;
};

/// Inserts the code. `tokens`: of a text that still has its comments. `headers`: preprocessed, in front of it. Returns
/// what is not checked, in source order; the program tells of it, too.
std::vector<AnnotationWarning> rewrite_contracts(const TokenStream& tokens, const compiler::SourceMap& map,
                                                 std::string_view headers, Edits& edits);

}  // namespace fencepost::compiler
