#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/TargetParser/Triple.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compiler/lifting/lift_instruction.h"
#include "compiler/lifting/lift_kernel.h"

namespace fencepost::compiler {
namespace {

/// All that the pointer may be to is so: also of `n > 0 ? "+" : "-"`.
template <class Is>
bool points_only_to(const llvm::Value* pointer, Is is) {
  llvm::SmallVector<const llvm::Value*> objects;
  llvm::getUnderlyingObjects(pointer, objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  return llvm::all_of(objects, is);
}

bool is_local(const llvm::Value* pointer) {
  return points_only_to(pointer, [](const llvm::Value* object) { return llvm::isa<llvm::AllocaInst>(object); });
}

/// The text that printf is given, say.
bool is_constant_data(const llvm::Value* pointer) {
  return points_only_to(pointer, [](const llvm::Value* object) {
    const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(object);
    return variable != nullptr && variable->isConstant();
  });
}

void lift_result(KernelDraft& draft, const llvm::CallBase& call, bool pure, const std::string& name) {
  if (call.getType()->isVoidTy()) return;
  if (call.getType()->isPointerTy()) {
    draft.set_pointer(call, draft.opaque_pointer(call, "result of " + name));
    return;
  }
  if (!pure) {
    draft.set_value(call, draft.opaque(call, "result of " + name));
    return;
  }
  SymbolicValue value = draft.at(call, SymbolicOp::kFunction);
  value.name = name;
  for (const llvm::Value* const operand : call.args()) value.operands.push_back(draft.value_of(operand));
  draft.set_value(call, draft.add(std::move(value)));
}

/// A call that waits for other threads. What it writes is a local variable's, or it is not followed.
void lift_wait(KernelDraft& draft, const llvm::CallBase& call, const std::string& name) {
  static const std::map<std::string, int> kOfWarp = {
      {"__syncwarp", 0},
      {"fencepost_shuffle", 1},
      {"fencepost_vote", 1},
      {"fencepost_warp_gather", 0},
      {"fencepost_warp_match", 1},
      {"fencepost_tile_exchange", -1},
      {"fencepost_tile_barrier", -1},
      {"fencepost_matrix_multiply", -1},
      {"fencepost_matrix_instruction", -1},
      {"fencepost_matrix_bits", -1},
      {"fencepost_matrix_quads", -1},
      {"fencepost_matrix_sparse", -1},
      {"fencepost_matrix_scaled", -1},
      {"fencepost_matrix_move", -1},
      {"fencepost_matrix_meeting", -1},
  };
  const auto known = kOfWarp.find(name);
  const bool local = llvm::all_of(
      call.args(), [](const llvm::Use& argument) { return !argument->getType()->isPointerTy() || is_local(argument); });
  if (!local) draft.obstacle("a call of " + name + ", which is not followed", &call);
  SymbolicWait wait = {.block = draft.number_of(*call.getParent()), .line = draft.line_of(call)};
  if (known != kOfWarp.end()) {
    wait.of_warp = true;
    if (known->second >= 0) wait.mask = draft.value_of(call.getArgOperand(static_cast<unsigned>(known->second)));
  }
  draft.kernel().waits.push_back(wait);
  // Of a mask that each lane has its own of, each has a vote of its own.
  const bool one_vote = name == "fencepost_vote" && draft.value(wait.mask).op == SymbolicOp::kConstant;
  if (!one_vote) return lift_result(draft, call, false, name);
  const std::int32_t told = draft.opaque(call, "a vote's result");
  draft.value(told).number = 2;
  draft.set_value(call, told);
}

/// A function that is declared alone. Of ours it is known what it does; of others it is assumed, unless it is given an
/// address of memory that others see.
void assume_harmless(KernelDraft& draft, const llvm::CallBase& call, const std::string& plain) {
  static const std::set<llvm::StringRef> kHarmless = {"vprintf",
                                                      "__assert_fail",
                                                      "clock",
                                                      "clock64",
                                                      "fencepost_fence",
                                                      "fencepost_proxy_fence",
                                                      "fencepost_await_primary",
                                                      "fencepost_tensor_map_fence",
                                                      "fencepost_yield",
                                                      "fencepost_trap",
                                                      "fencepost_exit_thread",
                                                      "fencepost_unsupported",
                                                      "fencepost_xorwow_jump",
                                                      "fencepost_activemask",
                                                      "fencepost_nanoseconds",
                                                      "fencepost_grid_has_barrier",
                                                      "fencepost_is_local",
                                                      "fencepost_is_shared",
                                                      "fencepost_is_global"};
  static const std::set<llvm::StringRef> kTextures = {
      "fencepost_texture",       "fencepost_texture_gradient", "fencepost_texture_linear", "fencepost_texture_gather",
      "fencepost_texture_bound", "fencepost_surface_read",     "fencepost_surface_bound"};
  const std::size_t scope = plain.rfind("::");
  const llvm::StringRef name = llvm::StringRef(plain).substr(scope == std::string::npos ? 0 : scope + 2);
  const bool is_of_user = scope != std::string::npos && !name.starts_with("fencepost_");  // app::clock
  if (kHarmless.contains(name) && !is_of_user) return;
  if (kTextures.contains(name)) {
    draft.kernel().assumptions.insert("it writes no array that its textures read");
    return;
  }
  const bool shown = llvm::any_of(call.args(), [](const llvm::Use& argument) {
    return argument->getType()->isPointerTy() && !is_local(argument) && !is_constant_data(argument);
  });
  if (shown || name.starts_with("fencepost_")) {
    return draft.obstacle("a call of " + plain + ", which is not followed", &call);
  }
  // CUDA's own, in C, which compute with what they are given: __expf, __fsqrt_rn.
  if (call.getCalledFunction()->getName().starts_with("__")) return;
  static const llvm::TargetLibraryInfoImpl kLibrary(llvm::Triple("x86_64-unknown-linux-gnu"));
  if (llvm::LibFunc known{}; kLibrary.getLibFunc(name, known)) return;  // Mathematical functions, say.
  draft.kernel().assumptions.insert(
      plain + "(), whose code is elsewhere, accesses nothing that other threads do, and waits for none");
}

void lift_intrinsic(KernelDraft& draft, const llvm::IntrinsicInst& call) {
  const auto choose = [&](SymbolicOp less, bool first_if_less) {
    const std::int32_t a = draft.value_of(call.getArgOperand(0)), b = draft.value_of(call.getArgOperand(1));
    SymbolicValue condition = draft.at(call, less);
    condition.bits = 1;
    condition.operands = {a, b};
    SymbolicValue value = draft.at(call, SymbolicOp::kSelect);
    const std::int32_t tells = draft.add(std::move(condition));
    value.operands = first_if_less ? std::vector<std::int32_t>{tells, a, b} : std::vector<std::int32_t>{tells, b, a};
    draft.set_value(call, draft.add(std::move(value)));
  };
  if (KernelDraft::bits_of(call.getType()) != KernelDraft::kNoBits) {
    switch (call.getIntrinsicID()) {
      case llvm::Intrinsic::umin:
        return choose(SymbolicOp::kUnsignedLess, true);
      case llvm::Intrinsic::umax:
        return choose(SymbolicOp::kUnsignedLess, false);
      case llvm::Intrinsic::smin:
        return choose(SymbolicOp::kSignedLess, true);
      case llvm::Intrinsic::smax:
        return choose(SymbolicOp::kSignedLess, false);
      default:
        break;
    }
  }
  if (const auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&call)) {
    const auto* const length = llvm::dyn_cast<llvm::ConstantInt>(memory->getLength());
    const std::uint64_t bytes = length == nullptr ? 0 : length->getZExtValue();
    if (length != nullptr && bytes == 0) return;
    if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(memory)) {
      draft.access(call, SymbolicAccessKind::kRead, copy->getSource(), bytes, false);
    }
    draft.access(call, SymbolicAccessKind::kWrite, memory->getDest(), bytes, false);
    return;
  }
  if (call.getIntrinsicID() == llvm::Intrinsic::threadlocal_address) {
    draft.set_pointer(call, draft.pointer_of(call.getArgOperand(0)));
    return;
  }
  lift_result(draft, call, call.doesNotAccessMemory(), llvm::Intrinsic::getBaseName(call.getIntrinsicID()).str());
}

}  // namespace

void lift_call(KernelDraft& draft, const llvm::CallBase& call) {
  if (call.isInlineAsm()) return lift_ptx(draft, call);
  const llvm::Function* const callee = call.getCalledFunction();
  if (callee == nullptr) {
    draft.obstacle("a call by a pointer", &call);
    return lift_result(draft, call, false, "a call by a pointer");
  }
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) return lift_intrinsic(draft, *intrinsic);
  if (callee->getName() == kCallsElsewhere) {
    draft.kernel().assumptions.insert("the pointer that line " + std::to_string(draft.line_of(call)) +
                                      " calls is to a function of this file whose address is taken");
    return;
  }
  const std::string name = llvm::demangle(callee->getName());
  const std::string plain = name.substr(0, name.find('('));
  if (plain.starts_with("atomic") && !call.arg_empty() && call.getArgOperand(0)->getType()->isPointerTy()) {
    const llvm::Type* const type = call.arg_size() > 1 ? call.getArgOperand(1)->getType() : call.getType();
    const bool is_told =
        draft.access(call, plain.ends_with("_block") ? SymbolicAccessKind::kBlockAtomic : SymbolicAccessKind::kAtomic,
                     call.getArgOperand(0), draft.layout().getTypeStoreSize(const_cast<llvm::Type*>(type)), false);
    lift_result(draft, call, false, "an atomic operation");
    if (is_told && plain == "atomicAdd" && call.getType()->isIntegerTy())
      draft.adds(call.getArgOperand(1), draft.value_of(&call));
    return;
  }
  if (!callee->isDeclaration()) {
    draft.obstacle("a call of " + plain + ", which calls itself", &call);
    return lift_result(draft, call, false, plain);
  }
  if (call.cannotMerge() && plain != "fencepost_activemask") {  // FENCEPOST_BARRIER
    return lift_wait(draft, call, plain);
  }
  const bool pure = callee->doesNotAccessMemory();
  if (!pure) assume_harmless(draft, call, plain);
  lift_result(draft, call, pure, plain);
}

}  // namespace fencepost::compiler
