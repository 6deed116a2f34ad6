// The PTX instructions that Fencepost knows inside asm statements.
#pragma once

#include <cstdint>
#include <string_view>

namespace fencepost::compiler {

/// One instruction: without its qualifiers that are types, scopes, state spaces, memory semantics, vectors and cache
/// hints, which can stand in any order and become template arguments. A row is all that a new instruction needs here;
/// what it does is the function of that name in sim/include/fencepost_ptx.h.
struct PtxInstruction {
  std::string_view name;      ///< "ld", "atom.add", "bar.sync".
  std::string_view function;  ///< In namespace fencepost_ptx.
  std::uint8_t least_operands, most_operands;
  bool address_first = false;  ///< The function takes the second operand first: destinations can be many.
};

/// Null if it is not known.
const PtxInstruction* find_ptx_instruction(std::string_view name);

/// The C++ expression of a special register ("laneid"); empty if it is not known.
std::string_view ptx_special_register(std::string_view name);

/// What kind of qualifier a word between the dots is.
enum class PtxQualifier : std::uint8_t { kOther, kType, kScope, kSpace, kSemantics, kVector, kHint };
PtxQualifier ptx_qualifier(std::string_view word);

}  // namespace fencepost::compiler
