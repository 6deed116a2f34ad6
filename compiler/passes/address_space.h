// Which memory a pointer of the IR is to.
#pragma once

namespace fencepost::compiler {

/// Address spaces of LLVM IR: __shared__ variables have one of their own, all other memory and every pointer is
/// generic. It is none of those that x86-64 gives a meaning (256 to 258, 270 to 272).
enum AddressSpace : unsigned { kGeneric = 0, kShared = 3 };

}  // namespace fencepost::compiler
