// From the PTX of an asm statement to C++.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fencepost::compiler {

struct PtxTranslation {
  std::string cpp;                       ///< Statements; operand number n is the variable fencepost_n.
  std::vector<std::string> unsupported;  ///< Instructions that are not known: a thread that comes to one stops there.
};

/// Translates what stands in the asm statement: instructions that instructions.h knows, declarations of registers,
/// predicates, labels and branches. `operands`: the names of the statement's operands, empty for those without one.
/// `in_library`: in a system header, where loads and stores that bypass the first-level cache (.cg, .cv) are meant to
/// be seen by other blocks: CUB 1 hands on its results so.
PtxTranslation translate_ptx(std::string_view text, const std::vector<std::string>& operands, bool in_library = false);

}  // namespace fencepost::compiler
