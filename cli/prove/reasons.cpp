#include "cli/prove/reasons.h"

#include <set>

namespace fencepost::cli::symbolic {

using compiler::SymbolicOp;
using compiler::SymbolicValue;

namespace {

/// The first value that `value` is made from and of which nothing is known; -1: none.
int unknown_part(const KernelFacts& facts, int value, std::set<int>& seen) {
  if (!seen.insert(value).second) return -1;
  const SymbolicValue& v = facts.kernel.values[static_cast<std::size_t>(value)];
  if (v.op == SymbolicOp::kLoad || v.op == SymbolicOp::kOpaque) return value;
  for (const int operand : v.operands) {
    if (const int found = unknown_part(facts, operand, seen); found >= 0) return found;
  }
  return -1;
}

std::string told(const KernelFacts& facts, const std::string& what, int value) {
  const SymbolicValue& v = facts.kernel.values[static_cast<std::size_t>(value)];
  return what + " " + v.name + (v.line != 0 ? " at line " + std::to_string(v.line) : "");
}

}  // namespace

std::string reason_of(const KernelFacts& facts, const compiler::SymbolicAccess& access) {
  std::set<int> seen;
  if (const int found = unknown_part(facts, access.object, seen); found >= 0) return told(facts, "array:", found);
  if (const int found = unknown_part(facts, access.offset, seen); found >= 0) return told(facts, "index", found);
  return reason_of_block(facts, access.block);
}

std::string reason_of_block(const KernelFacts& facts, int block) {
  for (int b = block; b >= 0; b = facts.kernel.blocks[static_cast<std::size_t>(b)].dominator) {
    const int condition = facts.kernel.blocks[static_cast<std::size_t>(b)].condition;
    std::set<int> seen;
    if (b == block || condition < 0) continue;
    if (const int found = unknown_part(facts, condition, seen); found >= 0) return told(facts, "condition", found);
  }
  return {};
}

}  // namespace fencepost::cli::symbolic
