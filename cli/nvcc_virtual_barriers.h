// Barriers that are compiled in although the source does not have them (--virtual-barrier FILE:LINE).
// See docs/barrier-proposals.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/nvcc_edits.h"
#include "cli/nvcc_rewrite.h"
#include "cli/nvcc_statements.h"

namespace fencepost::cli {

/// A barrier may be put in front of `statement`: it stands in braces, is no `case`, `default` or label, and nothing
/// stands before it on its line. For the `}` of a block likewise: there the barrier is the block's last statement.
bool takes_barrier(const TokenStream& tokens, const Statement& statement);

/// Whether `file` (as line markers name it) is meant by `name`: it is the same path, or ends with the path `name`.
bool names_file(std::string_view name, std::string_view file);

/// For each place in `wanted`: inserts `::__syncthreads();` in front of the first statement on that line which takes a
/// barrier. It is attributed to that line, and all else stays on the line where it was. If the same line occurs more
/// than once (a header that is included twice), each gets one. Returns, for each place, whether anything was inserted;
/// a name that means several files inserts nothing and is told in `errors`.
std::vector<bool> insert_virtual_barriers(const TokenStream& tokens, const std::vector<FunctionDeclaration>& functions,
                                          const std::vector<SourcePlace>& wanted, Edits& edits,
                                          std::vector<RewriteError>& errors);

}  // namespace fencepost::cli
