#include "compiler/passes/builtin_variables.h"

#include <llvm/IR/IntrinsicInst.h>

namespace fencepost::compiler {
namespace {

/// The variable that `load` reads, and at which offset; null if it is not told by a constant one.
std::pair<llvm::StringRef, std::uint64_t> variable_read(const llvm::LoadInst& load) {
  llvm::APInt offset(64, 0);
  const llvm::Value* base =
      load.getPointerOperand()->stripAndAccumulateConstantOffsets(load.getModule()->getDataLayout(), offset, true);
  const auto* const address = llvm::dyn_cast<llvm::IntrinsicInst>(base);
  if (address != nullptr && address->getIntrinsicID() == llvm::Intrinsic::threadlocal_address)
    base = address->getArgOperand(0);
  const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(base);
  return {variable != nullptr ? variable->getName() : llvm::StringRef(), offset.getZExtValue()};
}

}  // namespace

llvm::GlobalVariable* runtime_variable(llvm::Module& module, const char* symbol, std::uint64_t bytes) {
  if (llvm::GlobalVariable* const known = module.getGlobalVariable(symbol)) return known;
  auto* const type = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), bytes);
  auto* const declared = new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::ExternalLinkage, nullptr,
                                                  symbol, nullptr, llvm::GlobalValue::GeneralDynamicTLSModel);
  declared->setDSOLocal(true);
  declared->setAlignment(llvm::Align(8));
  return declared;
}

std::optional<unsigned> part_of_thread_idx(const llvm::LoadInst& load) {
  const auto [name, offset] = variable_read(load);
  if (name != kThreadIdx || !load.getType()->isIntegerTy(32) || offset % 4 != 0 || offset > 8) return std::nullopt;
  return static_cast<unsigned>(offset / 4);
}

bool is_of_block(const llvm::LoadInst& load) {
  const llvm::StringRef name = variable_read(load).first;
  return name == "fencepost_block_idx" || name == "fencepost_block_dim" || name == "fencepost_grid_dim" ||
         name == "fencepost_block_in_cluster" || name == "fencepost_cluster_dim";
}

}  // namespace fencepost::compiler
