#include "cli/nvcc_rewrite_typedefs.h"

#include "cli/nvcc_brackets.h"

namespace fencepost::cli {

void rewrite_typedefs(const TokenStream& tokens, Edits& edits) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens.is(i, "typedef") || !tokens.is_identifier(i + 1) || !tokens.is(i + 2, "<")) continue;
    const std::size_t close = matching_angle_close(tokens, i + 2, tokens.size());
    if (close == kNoToken || !tokens.is(close + 2, ";") || !tokens.is(close + 1, tokens.spelling(i + 1))) continue;
    if (tokens.place(i).file.find("/cub/") == std::string::npos) continue;
    edits.insert(tokens.begin_offset(i + 1), "cub::");
  }
}

}  // namespace fencepost::cli
