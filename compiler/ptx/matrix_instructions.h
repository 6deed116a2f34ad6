// Matrix instructions in asm statements, whose mnemonics say shapes, layouts and types of elements.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::compiler {

/// A call of a function in sim/include/fencepost_ptx_matrix.h.
struct MatrixInstruction {
  std::string function;   ///< With its template arguments.
  std::string registers;  ///< "u32" or "u64": of the factors, and of what is moved.
  std::string sums;       ///< mma: the type of registers of C and D.
  /// How many registers each operand has, in the mnemonic's order; 0: an address; or one of the following.
  std::vector<int> operands;
  bool adds = false;  ///< The first operand is read, too.

  static constexpr int kDescriptor = -1;  ///< Of a matrix in shared memory.
  static constexpr int kPredicate = -2;
  static constexpr int kImmediate = -3;
  static constexpr int kWord = -4;           ///< A register of 32 bits that is no matrix.
  static constexpr int kTensorAddress = -5;  ///< `[a+8]`, in tensor memory.
};

/// Null if it is none, or one that is not known. `a_in_registers`: the second operand is a list of registers.
std::optional<MatrixInstruction> matrix_instruction(std::string_view mnemonic, bool a_in_registers);

}  // namespace fencepost::compiler
