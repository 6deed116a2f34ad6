// Matching of brackets in a token stream.
#pragma once

#include <cstddef>

#include "compiler/source/mapped_source.h"

namespace fencepost::compiler {

/// The closer of the `(`, `[` or `{` at `open`; kNoToken if it is never closed.
std::size_t matching_close(const TokenStream& tokens, std::size_t open);

/// The opener of the `)`, `]` or `}` at `close`; kNoToken if there is none.
std::size_t matching_open(const TokenStream& tokens, std::size_t close);

}  // namespace fencepost::compiler
