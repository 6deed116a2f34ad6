// From the PTX of an asm statement to C++.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fencepost::cli {

struct PtxTranslation {
  std::string cpp;          ///< Statements; operand number n is the variable fencepost_n.
  std::string unsupported;  ///< The first instruction that cannot be translated; empty if there is none.
};

/// Translates what stands in the asm statement: instructions that nvcc_ptx_table.h knows, declarations of registers,
/// predicates, labels and branches. `operands`: the names of the statement's operands, empty for those without one.
PtxTranslation translate_ptx(std::string_view text, const std::vector<std::string>& operands);

}  // namespace fencepost::cli
