#include "compiler/checks/detector_state.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <optional>

#include "compiler/checks/atomic_operations.h"

namespace fencepost::compiler {
namespace {

/// The bytes that a callback for a plain access tells; nullopt of any other function.
std::optional<std::uint64_t> bytes_told(const llvm::CallInst& call) {
  const llvm::Function* const callee = call.getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration()) return std::nullopt;
  llvm::StringRef name = callee->getName();
  if (!name.consume_front("__tsan_")) return std::nullopt;
  name.consume_front("unaligned_");
  if (!name.consume_front("read") && !name.consume_front("write")) return std::nullopt;
  std::uint64_t bytes = 0;
  if (name == "_range") {
    const auto* const count = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(1));
    bytes = count != nullptr ? count->getZExtValue() : 0;
  } else if (name.getAsInteger(10, bytes)) {
    return std::nullopt;
  }
  return bytes != 0 ? std::optional(bytes) : std::nullopt;
}

}  // namespace

bool is_shared(const llvm::Value* pointer) {
  const llvm::Value* object = llvm::getUnderlyingObject(pointer, 0);
  const auto* const address = llvm::dyn_cast<llvm::IntrinsicInst>(object);
  if (address != nullptr && address->getIntrinsicID() == llvm::Intrinsic::threadlocal_address) {
    object = address->getArgOperand(0);
  }
  const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(object);
  return variable != nullptr && variable->isThreadLocal();
}

std::vector<PlainCheck> plain_checks(llvm::Function& function, std::uint64_t most) {
  std::vector<PlainCheck> checks;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call == nullptr) continue;
    if (const auto bytes = bytes_told(*call); bytes && *bytes <= most) checks.push_back({call, *bytes});
  }
  return checks;
}

std::vector<PlaceCheck> bounds_checks(llvm::Function& function) {
  std::vector<PlaceCheck> checks;
  for (const auto& [call, bytes] : plain_checks(function))
    checks.push_back({call, nullptr, bytes, call->getCalledFunction()->getName().contains("write")});
  return checks;
}

std::vector<PlaceCheck> place_checks(llvm::Function& function) {
  std::vector<PlaceCheck> checks;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call == nullptr || call->getCalledFunction() == nullptr) continue;
    llvm::StringRef name = call->getCalledFunction()->getName();
    if (const llvm::MDNode* const place = call->getMetadata(kPlaceOfAtomic)) {
      llvm::Value* const variable = llvm::cast<llvm::ConstantAsMetadata>(place->getOperand(0))->getValue();
      checks.push_back({call, variable, atomic_bytes(*call), false, true});
      continue;
    }
    if (!name.consume_front(kPlaceChecks)) continue;
    const bool writes = name.consume_front("write");
    if (!writes) name.consume_front("read");
    std::uint64_t bytes = 0;
    const bool is_range = name == "_range";
    if (is_range) bytes = llvm::cast<llvm::ConstantInt>(call->getArgOperand(2))->getZExtValue();
    if (!is_range && name.getAsInteger(10, bytes)) continue;
    checks.push_back(
        {.call = call, .place = call->getArgOperand(1), .bytes = bytes, .writes = writes, .is_range = is_range});
  }
  return checks;
}

}  // namespace fencepost::compiler
