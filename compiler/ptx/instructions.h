// The PTX instructions that Fencepost knows inside asm statements.
#pragma once

#include <cstdint>
#include <string_view>

namespace fencepost::compiler {

/// Kinds of types that an instruction can have; a set of them.
namespace ptx_types {
inline constexpr std::uint8_t kInteger = 1;  ///< .s8 to .u64, .b8 to .b64
inline constexpr std::uint8_t kPred = 2;
inline constexpr std::uint8_t kF32 = 4;
inline constexpr std::uint8_t kF64 = 8;
inline constexpr std::uint8_t kNarrow = 16;  ///< .f16, .bf16, and pairs of them
inline constexpr std::uint8_t kPair = 32;    ///< .f32x2
inline constexpr std::uint8_t kOther = 64;   ///< What only conversions know: .tf32, .e4m3x2, ...
inline constexpr std::uint8_t kWide = 128;   ///< .b128
inline constexpr std::uint8_t kFloat = kF32 | kF64;
inline constexpr std::uint8_t kPlain = kInteger | kPred | kFloat;
}  // namespace ptx_types

/// One instruction: without its qualifiers that are types, scopes, state spaces, memory semantics, modifiers, vectors
/// and cache hints, which can stand in any order and become template arguments. A row is all that a new instruction
/// needs here; what it does is the function of that name in sim/include/fencepost_ptx.h.
struct PtxInstruction {
  std::string_view name;      ///< "ld", "atom.add", "bar.sync".
  std::string_view function;  ///< In namespace fencepost_ptx.
  std::uint8_t least_operands, most_operands;
  bool address_first = false;              ///< The function takes the second operand first: destinations can be many.
  std::uint8_t types = ptx_types::kPlain;  ///< That it may have.
};

/// Null if it is not known. Its qualifiers may stand in another order, as ptxas takes them ("shfl.up.sync").
const PtxInstruction* find_ptx_instruction(std::string_view name);

/// The C++ expression of a special register ("laneid"); empty if it is not known.
std::string_view ptx_special_register(std::string_view name);

/// What kind of qualifier a word between the dots is.
enum class PtxQualifier : std::uint8_t { kOther, kType, kScope, kSpace, kSemantics, kModifier, kVector, kHint };
PtxQualifier ptx_qualifier(std::string_view word);
/// "lt", "hs", "equ", ...: of setp and set.
bool is_ptx_comparison(std::string_view word);
/// The name in fencepost_rt::Reduction of "add", "min", ...; empty if there is none.
std::string_view ptx_reduction(std::string_view word);
/// Of ptx_types, for a word that is a type.
std::uint8_t ptx_kind_of_type(std::string_view word);

}  // namespace fencepost::compiler
