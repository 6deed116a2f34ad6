// The asm statements of a source: their text and operands.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/nvcc_tokens.h"

namespace fencepost::cli {

struct AsmOperand {
  std::string name;  ///< `[name] "r"(x)`; empty if it has none.
  bool output = false;
  std::size_t first = 0, last = 0;  ///< Tokens of the expression, without its parentheses.
};

/// `asm volatile("text" : outputs : inputs : clobbers)`.
struct AsmStatement {
  std::size_t close = 0;  ///< Token of the `)`.
  std::string text;       ///< The literals joined, escapes resolved.
  std::vector<AsmOperand> operands;
};

bool is_asm(std::string_view word);

/// The statement that the `asm` at token `i` begins. Null if it is not of this form: `asm goto`, an assembler name.
std::optional<AsmStatement> read_asm(const TokenStream& tokens, std::size_t i);

}  // namespace fencepost::cli
