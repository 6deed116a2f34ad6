// Which pointers among its arguments a kernel writes through: what the detector needs to know which arrays a launch
// only reads.
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "compiler/checks/checks.h"
#include "compiler/passes/passes.h"
#include "sim/interface/kernel_table.h"

namespace fencepost::compiler {
namespace {

/// Of the functions that a module only declares, those that write to memory that threads share through the pointers
/// that they are passed alone, or not at all. Names begin so, or are these.
constexpr llvm::StringLiteral kWriteThroughPointers[] = {
    "__tsan_atomic",
    "fencepost_aligned_store",
    "fencepost_bit_field_store",
    "fencepost_shuffle",
    "fencepost_vote",
    "fencepost_warp_",
    "fencepost_tile_",
    "fencepost_activemask",
    "fencepost_matrix_",
    "fencepost_fence",
    "fencepost_atomic_order",
    "fencepost_grid_",
    "fencepost_named_barrier",
    "fencepost_block_arrive",
    "fencepost_block_wait",
    "fencepost_printf",
    "fencepost_puts",
    "fencepost_vprintf",
    "fencepost_texture",
    "fencepost_is_",
    "fencepost_exit_thread",
    "fencepost_trap",
    "fencepost_scope",
    "__syncthreads",
    "__syncwarp",
    "__assertfail",
    "__assert_fail",
    "sincos",  // Of libm.
    "modf",
    "frexp",
    "remquo",
    "lrint",
    "lround",
    "llrint",
    "llround",
    "ilogb",
};
/// The same of asynchronous copies, and what counts them: only through some of their arguments, as bits.
struct WritesThroughSome {
  llvm::StringLiteral name;
  unsigned arguments;
};
constexpr WritesThroughSome kWriteThroughSome[] = {
    {"fencepost_copy", 1},
    {"fencepost_copies_arrive", 1},
    {"fencepost_bulk_copy", 1 | 8},
    {"fencepost_barrier_", ~0U},
    {"fencepost_commit_copies", 0},
    {"fencepost_await_copies", 0},
    {"fencepost_commit_bulk_copies", 0},
    {"fencepost_await_bulk_copies", 0},
    {"fencepost_proxy_fence", 0},
    {"fencepost_await_primary", 0},
    {"fencepost_tensor_map_fence", 0},
    {"fencepost_cluster_", 0},
    {"fencepost_rank_of_shared", 0},
    {"fencepost_shared_of_rank", 0},
};
/// What these return points to no array: to shared memory, to what is accessed instead of what lies beside a local
/// variable.
constexpr llvm::StringLiteral kReturnNoArray[] = {"fencepost_shared_of_rank", "fencepost_cluster_map",
                                                  "fencepost_outside_local"};
/// Those that tell of accesses, and make none but to memory of their own.
constexpr llvm::StringLiteral kTell[] = {"__tsan_", "fencepost_place_", "__sanitizer_cov_", "fencepost_outside_local"};

bool begins_as_one_of(llvm::StringRef name, llvm::ArrayRef<llvm::StringLiteral> known) {
  return llvm::any_of(known, [&](llvm::StringRef each) { return name.starts_with(each); });
}

/// `_Z9atomicAddPii`, `_Z9atomicCASPttt` and their kind.
bool is_atomic_function(llvm::StringRef name) {
  unsigned length = 0;
  return name.consume_front("_Z") && !name.consumeInteger(10, length) && name.starts_with("atomic");
}

/// Of numbers alone, as the functions of libm are.
bool is_of_numbers(const llvm::Function& function) {
  const llvm::FunctionType& type = *function.getFunctionType();
  const auto is_number = [](const llvm::Type* each) { return each->isFloatingPointTy() || each->isIntegerTy(); };
  return is_number(type.getReturnType()) && type.getReturnType()->isFloatingPointTy() && !type.isVarArg() &&
         llvm::all_of(type.params(), is_number) && !function.getName().starts_with("fencepost_") &&
         !function.getName().starts_with("_Z");
}

/// What a kernel's entry (make_kernel_entries) and all that it calls write to.
class Writes {
 public:
  /// Ascending offsets in a launch's arguments. nullopt: it may write elsewhere.
  static std::optional<std::set<std::uint64_t>> of(llvm::Function& entry) {
    Writes writes(entry);
    writes.add(entry);
    for (const llvm::Value* const pointer : writes.written_) {
      if (!writes.find(pointer)) return std::nullopt;
    }
    if (!writes.known_) return std::nullopt;
    // An argument that the kernel may change is not what the launch was given.
    if (writes.writes_arguments_ && writes.reads_arguments_) return std::nullopt;
    return writes.offsets_;
  }

 private:
  explicit Writes(llvm::Function& entry) : entry_(entry), layout_(entry.getParent()->getDataLayout()) {}

  /// Collects the pointers that `function`, and what it calls, write through, and who passes what to whom.
  void add(llvm::Function& function) {
    if (!known_ || !functions_.insert(&function).second) return;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        written_.push_back(store->getPointerOperand());
      } else if (auto* const update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
        written_.push_back(update->getPointerOperand());
      } else if (auto* const exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
        written_.push_back(exchange->getPointerOperand());
      } else if (auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
        add_call(*call);
      } else if (instruction.mayWriteToMemory() && !llvm::isa<llvm::LoadInst, llvm::FenceInst>(instruction)) {
        known_ = false;
      }
    }
  }

  void add_call(llvm::CallBase& call) {
    if (auto* const writing = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&call)) {
      // The entry makes a copy of a parameter for the kernel.
      const bool passes = call.getFunction() == &entry_ && llvm::isa<llvm::AllocaInst>(writing->getRawDest());
      if (!passes) written_.push_back(writing->getRawDest());
      return;
    }
    llvm::Function* const callee = call.getCalledFunction();
    if (callee == nullptr) {
      known_ = known_ && hides(call);
    } else if (callee->isIntrinsic()) {
      known_ = known_ && (!call.mayWriteToMemory() || writes_nothing(*callee));
    } else if (!callee->isDeclaration()) {
      calls_[callee].push_back(&call);
      add(*callee);
    } else if (call.onlyReadsMemory() || is_of_numbers(*callee)) {
      return;
    } else if (const WritesThroughSome* const some = writes_through_some(callee->getName())) {
      for (unsigned i = 0; i < call.arg_size(); ++i) {
        if ((some->arguments >> i & 1) != 0 && call.getArgOperand(i)->getType()->isPointerTy())
          written_.push_back(call.getArgOperand(i));
      }
    } else if (const llvm::StringRef name = callee->getName();
               begins_as_one_of(name, kWriteThroughPointers) || is_atomic_function(name)) {
      for (llvm::Value* const argument : call.args()) {
        if (argument->getType()->isPointerTy()) written_.push_back(argument);
      }
    } else if (!begins_as_one_of(name, kTell)) {
      known_ = false;
    }
  }

  /// `asm("" : "=r"(to) : "0"(from))`, which does nothing.
  static bool hides(const llvm::CallBase& call) {
    const auto* const assembler = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand());
    return assembler != nullptr && assembler->getAsmString().empty() && call.arg_size() == 1;
  }

  static const WritesThroughSome* writes_through_some(llvm::StringRef name) {
    const auto* const known =
        llvm::find_if(kWriteThroughSome, [&](const WritesThroughSome& each) { return name.starts_with(each.name); });
    return known != std::end(kWriteThroughSome) ? known : nullptr;
  }

  static bool writes_nothing(const llvm::Function& intrinsic) {
    switch (intrinsic.getIntrinsicID()) {
      case llvm::Intrinsic::lifetime_start:
      case llvm::Intrinsic::lifetime_end:
      case llvm::Intrinsic::assume:
      case llvm::Intrinsic::invariant_start:
      case llvm::Intrinsic::invariant_end:
      case llvm::Intrinsic::experimental_noalias_scope_decl:
      case llvm::Intrinsic::prefetch:
        return true;
      default:
        return false;
    }
  }

  /// What the pointer may point into: takes note of it. False if that is not known.
  bool find(const llvm::Value* pointer) {
    std::vector<const llvm::Value*> ahead = {pointer};
    while (!ahead.empty()) {
      const llvm::Value* const value = ahead.back();
      ahead.pop_back();
      if (seen_.insert(value).second && !find_one(*value, ahead)) return false;
    }
    return true;
  }

  bool find_one(const llvm::Value& value, std::vector<const llvm::Value*>& ahead) {
    if (const auto* const address = llvm::dyn_cast<llvm::GEPOperator>(&value)) {
      ahead.push_back(address->getPointerOperand());
      return true;
    }
    if (const auto* const phi = llvm::dyn_cast<llvm::PHINode>(&value)) {
      ahead.insert(ahead.end(), phi->value_op_begin(), phi->value_op_end());
      return true;
    }
    if (const auto* const choice = llvm::dyn_cast<llvm::SelectInst>(&value)) {
      ahead.insert(ahead.end(), {choice->getTrueValue(), choice->getFalseValue()});
      return true;
    }
    if (llvm::isa<llvm::AddrSpaceCastOperator, llvm::BitCastOperator, llvm::FreezeInst>(value)) {
      ahead.push_back(llvm::cast<llvm::User>(value).getOperand(0));
      return true;
    }
    if (const auto* const intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&value)) {
      return intrinsic->getIntrinsicID() == llvm::Intrinsic::threadlocal_address;
    }
    if (const auto* const call = llvm::dyn_cast<llvm::CallBase>(&value)) {
      if (hides(*call)) {
        ahead.push_back(call->getArgOperand(0));
        return true;
      }
      return call->getCalledFunction() != nullptr &&
             begins_as_one_of(call->getCalledFunction()->getName(), kReturnNoArray);
    }
    if (const auto* const argument = llvm::dyn_cast<llvm::Argument>(&value)) return find_argument(*argument, ahead);
    if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&value)) return find_loaded(*load, ahead);
    if (const auto* const own = llvm::dyn_cast<llvm::AllocaInst>(&value);
        own != nullptr && own->getFunction() == &entry_)
      writes_arguments_ = true;
    // A null pointer is nobody's; a thread's own variables, and the program's, are no arrays that were allocated.
    return llvm::isa<llvm::AllocaInst, llvm::GlobalVariable, llvm::ConstantPointerNull, llvm::UndefValue>(value);
  }

  bool find_argument(const llvm::Argument& argument, std::vector<const llvm::Value*>& ahead) {
    const llvm::Function* const function = argument.getParent();
    if (function == &entry_) {
      writes_arguments_ = true;
      return true;
    }
    const auto callers = calls_.find(function);  // Nobody calls by address: that is not known.
    if (callers == calls_.end()) return false;
    for (const llvm::CallBase* const call : callers->second) {
      if (argument.getArgNo() >= call->arg_size()) return false;
      ahead.push_back(call->getArgOperand(argument.getArgNo()));
    }
    return true;
  }

  /// A pointer that lies in memory: among the launch's arguments, in a variable of the thread's, or what is not known.
  bool find_loaded(const llvm::LoadInst& load, std::vector<const llvm::Value*>& ahead) {
    if (!load.getType()->isPointerTy()) return false;
    if (const std::optional<std::uint64_t> offset = offset_in_arguments(*load.getPointerOperand())) {
      add_argument(*offset);
      return true;
    }
    llvm::APInt offset(layout_.getIndexTypeSizeInBits(load.getPointerOperandType()), 0);
    const llvm::Value* const base = load.getPointerOperand()->stripAndAccumulateConstantOffsets(layout_, offset, true);
    const auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(base);
    return variable != nullptr && !offset.isNegative() && find_stored(*variable, offset.getZExtValue(), ahead);
  }

  void add_argument(std::uint64_t offset) {
    reads_arguments_ = true;
    offsets_.insert(offset);
  }

  /// The pointers that are stored in the variable, at this place: all of them, as its address is kept nowhere.
  bool find_stored(const llvm::AllocaInst& variable, std::uint64_t place, std::vector<const llvm::Value*>& ahead) {
    const std::uint64_t end = place + layout_.getPointerSize();
    std::vector<std::pair<const llvm::Value*, std::uint64_t>> addresses = {{&variable, 0}};
    std::set<std::pair<const llvm::Value*, std::uint64_t>> met;  // There are functions that call themselves.
    while (!addresses.empty()) {
      const auto [address, offset] = addresses.back();
      addresses.pop_back();
      if (!met.emplace(address, offset).second) continue;
      for (const llvm::Use& use : address->uses()) {
        const llvm::User& user = *use.getUser();
        if (const auto* const part = llvm::dyn_cast<llvm::GEPOperator>(&user)) {
          llvm::APInt further(layout_.getIndexTypeSizeInBits(part->getType()), offset);
          if (!part->accumulateConstantOffset(layout_, further) || further.isNegative()) return false;
          addresses.emplace_back(part, further.getZExtValue());
        } else if (const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&user)) {
          const llvm::Value& stored = *store->getValueOperand();
          if (&stored == address) return false;
          if (offset >= end || offset + layout_.getTypeStoreSize(stored.getType()) <= place) continue;
          if (offset != place || !stored.getType()->isPointerTy()) return false;
          ahead.push_back(&stored);
        } else if (const auto* const copy = llvm::dyn_cast<llvm::MemCpyInst>(&user)) {
          if (copy->getRawDest() == address && !find_copied(*copy, offset, place)) return false;
        } else if (const llvm::Argument* const passed = argument_for(use)) {
          addresses.emplace_back(passed, offset);
        } else if (!llvm::isa<llvm::LoadInst>(user) && !llvm::cast<llvm::Instruction>(user).isLifetimeStartOrEnd() &&
                   !only_tells(user)) {
          return false;
        }
      }
    }
    return true;
  }

  /// The pointer at `place` of a variable of which `copy` writes what begins at `offset`.
  bool find_copied(const llvm::MemCpyInst& copy, std::uint64_t offset, std::uint64_t place) {
    const auto* const bytes = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
    if (bytes == nullptr) return false;
    const std::uint64_t copied_end = offset + bytes->getZExtValue(), end = place + layout_.getPointerSize();
    if (offset >= end || copied_end <= place) return true;
    const auto source = offset_in_arguments(*copy.getRawSource());
    if (!source || offset > place || copied_end < end) return false;
    add_argument(*source + (place - offset));
    return true;
  }

  /// Of the function that is called with what is used there; null: it is not known.
  static const llvm::Argument* argument_for(const llvm::Use& use) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    if (call == nullptr || !call->isArgOperand(&use)) return nullptr;
    const llvm::Function* const callee = call->getCalledFunction();
    const unsigned number = call->getArgOperandNo(&use);
    const bool is_known = callee != nullptr && !callee->isDeclaration() && number < callee->arg_size();
    return is_known ? callee->getArg(number) : nullptr;
  }

  static bool only_tells(const llvm::User& user) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&user);
    if (call == nullptr || call->getCalledFunction() == nullptr) return false;
    const llvm::StringRef name = call->getCalledFunction()->getName();
    return begins_as_one_of(name, kTell) && !begins_as_one_of(name, kWriteThroughPointers);
  }

  std::optional<std::uint64_t> offset_in_arguments(const llvm::Value& pointer, unsigned depth = 0) {
    constexpr unsigned kDeepest = 8;
    llvm::APInt offset(layout_.getIndexTypeSizeInBits(pointer.getType()), 0);
    const llvm::Value* const base = pointer.stripAndAccumulateConstantOffsets(layout_, offset, true);
    if (depth > kDeepest || offset.isNegative()) return std::nullopt;
    std::optional<std::uint64_t> outer;
    if (const auto* const argument = llvm::dyn_cast<llvm::Argument>(base)) {
      if (argument->getParent() == &entry_) return offset.getZExtValue();
      const auto callers = calls_.find(argument->getParent());
      if (callers == calls_.end() || callers->second.size() != 1) return std::nullopt;
      outer = offset_in_arguments(*callers->second[0]->getArgOperand(argument->getArgNo()), depth + 1);
    } else if (const auto* const copy = llvm::dyn_cast<llvm::AllocaInst>(base)) {
      outer = offset_of_copy(*copy, depth);
    }
    if (!outer) return std::nullopt;
    return *outer + offset.getZExtValue();
  }

  /// Of a parameter's own copy, into which nothing else is written: by the entry, which then calls the kernel.
  std::optional<std::uint64_t> offset_of_copy(const llvm::AllocaInst& copy, unsigned depth) {
    if (copy.getFunction() != &entry_) return std::nullopt;
    const llvm::MemCpyInst* from = nullptr;
    for (const llvm::User* const user : copy.users()) {
      if (const auto* const memcpy = llvm::dyn_cast<llvm::MemCpyInst>(user)) {
        if (from != nullptr || memcpy->getRawDest() != &copy) return std::nullopt;
        from = memcpy;
      } else if (!llvm::isa<llvm::CallInst, llvm::LoadInst, llvm::GEPOperator>(user)) {
        return std::nullopt;
      }
    }
    if (from == nullptr) return std::nullopt;
    return offset_in_arguments(*from->getRawSource(), depth + 1);
  }

  llvm::Function& entry_;
  const llvm::DataLayout& layout_;
  bool known_ = true;
  std::set<const llvm::Function*> functions_;
  std::map<const llvm::Function*, std::vector<const llvm::CallBase*>> calls_;
  std::vector<const llvm::Value*> written_;
  llvm::SmallPtrSet<const llvm::Value*, 32> seen_;
  std::set<std::uint64_t> offsets_;
  bool writes_arguments_ = false;  ///< Something may be stored among them.
  bool reads_arguments_ = false;
};

llvm::Constant* array_of(llvm::Module& module, const std::set<std::uint64_t>& numbers) {
  if (numbers.empty()) return llvm::ConstantPointerNull::get(llvm::PointerType::get(module.getContext(), 0));
  llvm::Constant* const all = llvm::ConstantDataArray::get(
      module.getContext(), llvm::ArrayRef(std::vector<std::uint64_t>(numbers.begin(), numbers.end())));
  return new llvm::GlobalVariable(module, all->getType(), true, llvm::GlobalValue::PrivateLinkage, all);
}

}  // namespace

void tell_written_arguments(llvm::Module& module) {
  for (llvm::Function& function : module) {
    const llvm::StringRef kernel = kernel_of_entry(function);
    if (kernel.empty()) continue;
    llvm::GlobalVariable* const told = module.getGlobalVariable((kernel + kWritesSuffix).str(), true);
    const auto offsets = told != nullptr ? Writes::of(function) : std::nullopt;
    if (!offsets) continue;
    auto* const type = llvm::cast<llvm::StructType>(told->getValueType());
    told->setInitializer(llvm::ConstantStruct::get(
        type, {array_of(module, *offsets), llvm::ConstantInt::get(type->getElementType(1), offsets->size())}));
  }
}

}  // namespace fencepost::compiler
