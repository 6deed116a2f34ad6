// Matching of brackets in a token stream.
#pragma once

#include <cstddef>

#include "cli/nvcc_mapped_source.h"

namespace fencepost::cli {

/// The closer of the `(`, `[` or `{` at `open`; kNoToken if it is never closed.
std::size_t matching_close(const TokenStream& tokens, std::size_t open);

/// The opener of the `)`, `]` or `}` at `close`; kNoToken if there is none.
std::size_t matching_open(const TokenStream& tokens, std::size_t close);

/// The `>` that closes the template list opened by the `<` at `open`, before token `end`; kNoToken if `<` turns out to
/// be less-than (a `;`, an unmatched bracket or `end` comes first).
std::size_t matching_angle_close(const TokenStream& tokens, std::size_t open, std::size_t end);

/// The `<` that opens the template list closed by the `>` at `close`; kNoToken if there is none.
std::size_t matching_angle_open(const TokenStream& tokens, std::size_t close);

}  // namespace fencepost::cli
