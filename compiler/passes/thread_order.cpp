#include "compiler/passes/thread_order.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/AtomicOrdering.h>

#include <map>
#include <vector>

#include "compiler/passes/passes.h"

namespace fencepost::compiler {
namespace {

/// The runtime's functions that order single threads begin so. Each of them asserts that the compiler told of it
/// (BlockRunner::orders_threads).
constexpr llvm::StringLiteral kOrdering[] = {
    "__syncwarp",              // sim/device/ordering.cpp
    "fencepost_fence",         //
    "fencepost_atomic_order",  //
    "fencepost_tile_barrier",  // sim/device/tile_barrier.cpp
    "fencepost_block_arrive",  //
    "fencepost_block_wait",    //
    "fencepost_barrier_",      // sim/device/barrier_objects.cpp
    "fencepost_copy",          //
    "fencepost_commit_copies",
    "fencepost_await_copies",
    "fencepost_copies_arrive",
    "fencepost_bulk_",    // sim/device/bulk_copies.cpp
    "fencepost_tensor_",  //
    "fencepost_async_store",
    "fencepost_commit_bulk_copies",
    "fencepost_await_bulk_copies",
    "fencepost_cluster_arrive",     // sim/device/clusters.cpp
    "fencepost_cluster_wait",       //
    "fencepost_cluster_map",        //
    "fencepost_warpgroup_",         // sim/matrix/warpgroup_products.cpp
    "fencepost_named_barrier",      // sim/device/named_barriers.cpp
    "__cudaPushCallConfiguration",  // sim/child
    "cudaDeviceSynchronize",        //
    "cudaMemcpyAsync",              //
    "cudaMemsetAsync",              //
    "cudaGraphLaunch",              //
};

bool is_ordered_atomic(const llvm::Instruction& instruction) {
  const auto orders = [](llvm::AtomicOrdering order) {
    return llvm::isStrongerThan(order, llvm::AtomicOrdering::Monotonic);
  };
  if (llvm::isa<llvm::FenceInst>(instruction)) return true;
  if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return orders(load->getOrdering());
  if (const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return orders(store->getOrdering());
  if (const auto* const update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return orders(update->getOrdering());
  const auto* const exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
  return exchange != nullptr && (orders(exchange->getSuccessOrdering()) || orders(exchange->getFailureOrdering()));
}

bool uses_what_it_finds(const llvm::Instruction& instruction) {
  const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  if (load != nullptr) return load->isVolatile() || load->isAtomic();
  return !instruction.use_empty() && llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction);
}

/// Of a function that the module only declares.
bool may_order(const llvm::Function& declared) {
  if (declared.isIntrinsic()) return false;
  const llvm::StringRef name = declared.getName();
  return name.ends_with(kDeviceSuffix) ||
         llvm::any_of(kOrdering, [&](llvm::StringRef known) { return name.starts_with(known); });
}

/// Likewise: by it threads of other blocks, or grids, may be waited for.
bool may_learn(const llvm::Function& declared) {
  if (declared.isIntrinsic()) return false;
  const llvm::StringRef name = declared.getName();
  const bool is_atomic_function = name.starts_with("_Z") && name.contains("atomic");
  return name.ends_with(kDeviceSuffix) || is_atomic_function || name.starts_with("fencepost_cluster_") ||
         name.starts_with("__cuda") || name.starts_with("cuda");
}

}  // namespace

ThreadOrder::ThreadOrder(const llvm::Module& device) {
  std::map<const llvm::Function*, std::vector<const llvm::Function*>> callers;
  std::vector<const llvm::Function*> found;
  std::vector<const llvm::Function*> call_pointers;
  std::vector<const llvm::Function*> found_looking;
  std::vector<const llvm::Function*> found_learning;
  const auto add_learning = [&](const llvm::Function* function) {
    if (learns_.insert(function).second) found_learning.push_back(function);
  };
  const auto add_looking = [&](const llvm::Function* function) {
    if (looks_.insert(function).second) found_looking.push_back(function);
  };
  const auto add = [&](const llvm::Function* function) {
    if (orders_.insert(function).second) found.push_back(function);
  };
  bool has_foreign_code = false;
  for (const llvm::Function& function : device) {
    if (function.isDeclaration()) {
      if (may_order(function)) add(&function);
      if (may_order(function) || function.getName().ends_with(kDeviceSuffix)) add_looking(&function);
      if (may_learn(function)) add_learning(&function);
      has_foreign_code = has_foreign_code || function.getName().ends_with(kDeviceSuffix);
    }
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      if (is_ordered_atomic(instruction)) add(&function);
      if (uses_what_it_finds(instruction)) {
        add_looking(&function);
        add_learning(&function);
      }
      const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr || call->isInlineAsm()) continue;
      if (const auto* const callee =
              llvm::dyn_cast<llvm::Function>(call->getCalledOperand()->stripPointerCastsAndAliases())) {
        callers[callee].push_back(&function);
      } else {
        call_pointers.push_back(&function);
      }
    }
  }
  const auto spread_from = [&](std::vector<const llvm::Function*>& ahead, const auto& add_caller) {
    while (!ahead.empty()) {
      const llvm::Function* const callee = ahead.back();
      ahead.pop_back();
      for (const llvm::Function* caller : callers[callee]) add_caller(caller);
    }
  };
  spread_from(found, add);
  spread_from(found_looking, add_looking);
  for (const llvm::Function* function : call_pointers) add_learning(function);
  spread_from(found_learning, add_learning);
  const bool pointers_may_order =
      has_foreign_code || llvm::any_of(orders_, [](const llvm::Function* f) { return f->hasAddressTaken(); });
  if (!pointers_may_order) return;
  for (const llvm::Function* function : call_pointers) add(function);
  spread_from(found, add);
}

}  // namespace fencepost::compiler
