// From the PTX of an asm statement to C++.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::compiler {

/// What asm statements of a function leave to those behind them: blocks, `{ .reg .pred p;`, that a later one closes.
struct PtxBlocks {
  struct Register {
    std::size_t number;  ///< In the function.
    std::string type;    ///< Of C++.
  };
  std::vector<std::map<std::string, Register, std::less<>>> open;  ///< Their registers by name, innermost block last.
  std::size_t registers = 0;                                       ///< How many there were.
};

struct PtxTranslation {
  std::string cpp;                       ///< Statements; operand number n is the variable fencepost_n.
  std::vector<std::string> unsupported;  ///< Instructions that are not known: a thread that comes to one stops there.
  bool has_variables = false;            ///< It declares some, which are this statement's own.
  std::map<std::size_t, std::string> registers;  ///< Those of open blocks: types; number n is fencepost_open_n.
};

/// Translates what stands in the asm statement: instructions that instructions.h knows, declarations of registers
/// and of variables in shared memory, predicates, labels and branches. `blocks`: those of the function, up to this
/// statement, and from then on behind it. `operands`: the names of the statement's operands, empty for those without
/// one. `in_library`: in a system header, where loads and stores that bypass the first-level cache (.cg, .cv) are meant
/// to be seen by other blocks: CUB 1 hands on its results so.
PtxTranslation translate_ptx(std::string_view text, const std::vector<std::string>& operands, PtxBlocks& blocks,
                             bool in_library = false);

}  // namespace fencepost::compiler
