// Names of function and template parameters, given to those that have none.
#pragma once

#include <string>
#include <vector>

#include "cli/nvcc_brackets.h"
#include "cli/nvcc_edits.h"

namespace fencepost::cli {

struct Parameter {
  std::string name;
  bool pack = false;  ///< `Ts... xs`
};

struct TokenRange {
  std::size_t begin, end;
};

/// The tokens between the brackets `open` and `close`, split at the commas of the outermost level.
std::vector<TokenRange> split_at_commas(const TokenStream& tokens, std::size_t open, std::size_t close);

/// The parameters between the `(` at `open` and the `)` at `close` of a function definition. Unnamed ones are given the
/// names `fencepost_p0`, `fencepost_p1`, … through `edits`. `(void)` and `()` have none.
std::vector<Parameter> function_parameters(const TokenStream& tokens, std::size_t open, std::size_t close,
                                           Edits& edits);

}  // namespace fencepost::cli
