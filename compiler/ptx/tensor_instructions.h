// Instructions of the fifth-generation tensor cores in asm statements (PTX ISA, "TensorCore 5th Generation Family
// Instructions") whose mnemonics say shapes and kinds: tcgen05.ld, .st, .mma, .cp. The others are in
// instructions.cpp.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "compiler/ptx/matrix_instructions.h"

namespace fencepost::compiler {

/// A call of a function in sim/include/fencepost_ptx_tensor.h. Null if it is none, or one that is not known.
std::optional<MatrixInstruction> tensor_instruction(std::string_view mnemonic,
                                                    const std::vector<std::string_view>& operands);

}  // namespace fencepost::compiler
