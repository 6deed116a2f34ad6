#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <map>
#include <optional>
#include <set>

#include "compiler/lifting/lift_kernel.h"

namespace fencepost::compiler {
namespace {

/// A pointer: the values of its object and of its offset in it.
struct Pointer {
  std::int32_t object = -1;
  std::int32_t offset = -1;
  std::uint64_t element = 0;
  std::vector<SymbolicBound> bounds;
};

constexpr std::uint32_t kNoBits = 0;

/// Of PTX without addresses: none of its instructions touches memory, waits for other threads, ends one, or tells which
/// one it is.
bool only_computes(llvm::StringRef text) {
  static const std::set<llvm::StringRef> kKnown = {
      "abs",      "add",  "addc",  "and",  "bfe",   "bfi",  "bfind", "bmsk",  "brev",  "clz", "cnot",
      "copysign", "cos",  "cvt",   "div",  "dp2a",  "dp4a", "ex2",   "fma",   "fns",   "lg2", "lop3",
      "mad",      "madc", "mad24", "max",  "min",   "mov",  "mul",   "mul24", "neg",   "not", "or",
      "popc",     "prmt", "rcp",   "rem",  "rsqrt", "sad",  "selp",  "set",   "setp",  "shf", "shl",
      "shr",      "sin",  "slct",  "sqrt", "sub",   "subc", "szext", "tanh",  "testp", "xor"};
  for (const char* const who : {"%tid", "%ntid", "%ctaid", "%nctaid", "%laneid", "%warpid", "%nwarpid", "%lanemask"}) {
    if (text.contains(who)) return false;
  }
  llvm::SmallVector<llvm::StringRef> statements;
  text.split(statements, ';', -1, /*KeepEmpty=*/false);
  return llvm::all_of(statements, [](llvm::StringRef statement) {
    statement = statement.trim(" \t\n{}");
    if (statement.consume_front("@")) statement = statement.drop_until(llvm::isSpace).ltrim();
    if (statement.empty()) return true;
    if (statement.starts_with(".reg")) return true;
    return !statement.contains('[') && kKnown.contains(statement.take_while(llvm::isAlnum));
  });
}

class Lifter {
 public:
  Lifter(llvm::Function& function, const std::vector<std::string>& argument_names)
      : function_(function),
        layout_(function.getParent()->getDataLayout()),
        names_(argument_names),
        dominators_(function),
        loops_(dominators_) {}

  SymbolicKernel lift() {
    describe();
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function_);
    for (llvm::BasicBlock* const block : order) {
      block_numbers_[block] = static_cast<std::int32_t>(kernel_.blocks.size());
      kernel_.blocks.emplace_back();
    }
    if (llvm::containsIrreducibleCFG<llvm::BasicBlock*>(order, loops_)) obstacle("jumps into loops", nullptr);
    for (llvm::BasicBlock* const block : order) declare_phis(*block);
    for (llvm::BasicBlock* const block : order) lift_block(*block);
    for (llvm::BasicBlock* const block : order) complete_phis(*block);
    for (const llvm::Loop* const loop : loops_.getLoopsInPreorder()) lift_loop(*loop);
    drop_trivial_phis();
    return std::move(kernel_);
  }

 private:
  void describe() {
    kernel_.signature = llvm::demangle(function_.getName());
    std::string name = kernel_.signature;
    int depth = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
      if (name[i] == '<') ++depth;
      if (name[i] == '>') --depth;
      if (depth == 0 && name[i] == '(' && name.compare(i, 11, "(anonymous ") != 0) {
        name.resize(i);
        break;
      }
    }
    // Of an instance the result's type comes first.
    if (name.starts_with("void ")) name.erase(0, 5);
    kernel_.name = name;
    if (const llvm::DISubprogram* const told = function_.getSubprogram()) {
      kernel_.file = told->getFilename();
      kernel_.line = told->getLine();
    }
    for (unsigned i = 0; i < function_.arg_size(); ++i) {
      const llvm::Argument& argument = *function_.getArg(i);
      std::string type;
      llvm::raw_string_ostream(type) << *argument.getType();
      kernel_.parameters.push_back({name_of(i), type, argument.getType()->isPointerTy()});
    }
  }

  std::string name_of(unsigned argument) const {
    return argument < names_.size() && !names_[argument].empty() ? names_[argument]
                                                                 : "argument " + std::to_string(argument);
  }

  void obstacle(const std::string& what, const llvm::Instruction* where) {
    if (!kernel_.obstacle.empty()) return;
    kernel_.obstacle = what;
    if (where != nullptr) kernel_.obstacle += " at line " + std::to_string(line_of(*where));
  }

  /// In the kernel's own file: of the innermost call there.
  std::uint32_t line_of(const llvm::Instruction& instruction) const {
    const llvm::DISubprogram* const own = function_.getSubprogram();
    const llvm::DILocation* place = instruction.getDebugLoc().get();
    while (place != nullptr && own != nullptr && place->getFilename() != own->getFilename() &&
           place->getInlinedAt() != nullptr) {
      place = place->getInlinedAt();
    }
    return place == nullptr ? 0 : place->getLine();
  }

  std::int32_t add(SymbolicValue value) {
    kernel_.values.push_back(std::move(value));
    return static_cast<std::int32_t>(kernel_.values.size()) - 1;
  }
  std::int32_t constant(std::int64_t number, std::uint32_t bits) {
    const auto [place, is_new] = constants_.try_emplace({number, bits}, 0);
    if (is_new) place->second = add({.op = SymbolicOp::kConstant, .bits = bits, .number = number});
    return place->second;
  }
  std::int32_t object(const std::string& name, SymbolicSpace space, std::uint64_t bytes, bool parameter) {
    kernel_.objects.push_back({name, space, parameter, bytes});
    return add({.op = SymbolicOp::kObject, .number = static_cast<std::int64_t>(kernel_.objects.size()) - 1});
  }

  static std::uint32_t bits_of(const llvm::Type* type) {
    return type->isIntegerTy() && type->getIntegerBitWidth() <= 64 ? type->getIntegerBitWidth() : kNoBits;
  }

  SymbolicValue at(const llvm::Instruction& instruction, SymbolicOp op) {
    return {.op = op,
            .bits = bits_of(instruction.getType()),
            .line = line_of(instruction),
            .block = block_numbers_.at(instruction.getParent())};
  }
  std::int32_t opaque(const llvm::Instruction& instruction, const std::string& why, bool uniform = false) {
    SymbolicValue value = at(instruction, SymbolicOp::kOpaque);
    value.name = why;
    value.number = uniform ? 1 : 0;
    return add(std::move(value));
  }

  // ---- values that are no pointers
  std::int32_t value_of(const llvm::Value* value) {
    const auto known = values_.find(value);
    if (known != values_.end()) return known->second;
    std::int32_t result = -1;
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value); number != nullptr && bits_of(value->getType())) {
      return constant(number->getSExtValue(), number->getBitWidth());
    }
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(value)) {
      result = add({.op = SymbolicOp::kParameter,
                    .bits = bits_of(value->getType()),
                    .number = argument->getArgNo(),
                    .name = name_of(argument->getArgNo())});
    } else if (llvm::isa<llvm::UndefValue>(value) || llvm::isa<llvm::ConstantAggregateZero>(value)) {
      return constant(0, bits_of(value->getType()));
    } else if (value->getType()->isPointerTy()) {
      const Pointer pointer = pointer_of(value);
      return add({.op = SymbolicOp::kFunction, .name = "address", .operands = {pointer.object, pointer.offset}});
    } else {
      std::string text;
      llvm::raw_string_ostream(text) << *value;
      result = add({.op = SymbolicOp::kFunction, .bits = bits_of(value->getType()), .name = "constant " + text});
    }
    values_[value] = result;
    return result;
  }

  // ---- pointers
  const Pointer& pointer_of(const llvm::Value* value) {
    const auto known = pointers_.find(value);
    if (known != pointers_.end()) return known->second;
    Pointer pointer = new_pointer(value);
    return pointers_[value] = std::move(pointer);
  }

  Pointer new_pointer(const llvm::Value* value) {
    const std::int32_t zero = constant(0, 64);
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(value)) {
      const bool copied = argument->hasByValAttr();
      return {
          object(name_of(argument->getArgNo()), copied ? SymbolicSpace::kConstant : SymbolicSpace::kGlobal, 0, !copied),
          zero};
    }
    if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(value)) return variable_pointer(*variable);
    if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(value)) {
      if (expression->isCast() && expression->getOperand(0)->getType()->isPointerTy()) {
        return pointer_of(expression->getOperand(0));
      }
      if (const auto* place = llvm::dyn_cast<llvm::GEPOperator>(expression)) return element_pointer(*place, nullptr);
    }
    if (llvm::isa<llvm::ConstantPointerNull>(value) || llvm::isa<llvm::UndefValue>(value)) {
      return {add({.op = SymbolicOp::kConstant, .number = -1}), zero};
    }
    return {add({.op = SymbolicOp::kOpaque, .name = "a pointer that is not followed"}), zero};
  }

  Pointer variable_pointer(const llvm::GlobalVariable& variable) {
    constexpr unsigned kShared = 3;
    const std::uint64_t bytes = layout_.getTypeAllocSize(variable.getValueType());
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> told;
    variable.getDebugInfo(told);
    std::string name = told.empty() ? variable.getName().str() : told.front()->getVariable()->getName().str();
    if (name.empty()) name = variable.getName();
    if (variable.getAddressSpace() == kShared && bytes == 0 && variable.isDeclaration()) {
      // They are all one.
      if (dynamic_shared_ < 0) dynamic_shared_ = object(name, SymbolicSpace::kShared, 0, false);
      return {dynamic_shared_, constant(0, 64)};
    }
    const SymbolicSpace space = variable.getAddressSpace() == kShared ? SymbolicSpace::kShared
                                : variable.isConstant()               ? SymbolicSpace::kConstant
                                                                      : SymbolicSpace::kGlobal;
    return {object(name, space, bytes, false), constant(0, 64)};
  }

  std::int32_t widened(const llvm::Value* index, const llvm::Instruction* where) {
    const std::int32_t value = value_of(index);
    if (index->getType()->isIntegerTy(64)) return value;
    return add({.op = SymbolicOp::kSignExtend,
                .bits = 64,
                .line = where == nullptr ? 0 : line_of(*where),
                .block = where == nullptr ? -1 : block_numbers_.at(where->getParent()),
                .operands = {value}});
  }

  Pointer element_pointer(const llvm::GEPOperator& place, const llvm::Instruction* where) {
    Pointer pointer = pointer_of(place.getPointerOperand());
    const auto step = [&](SymbolicOp op, std::int32_t a, std::int32_t b) {
      return add({.op = op,
                  .bits = 64,
                  .no_signed_wrap = true,
                  .line = where == nullptr ? 0 : line_of(*where),
                  .block = where == nullptr ? -1 : block_numbers_.at(where->getParent()),
                  .operands = {a, b}});
    };
    std::uint64_t extent = 0;
    std::uint64_t next_extent = 0;
    for (auto part = llvm::gep_type_begin(place), end = llvm::gep_type_end(place); part != end; ++part) {
      extent = next_extent;
      const auto* const array = llvm::dyn_cast<llvm::ArrayType>(part.getIndexedType());
      next_extent = array == nullptr ? 0 : array->getNumElements();
      const llvm::Value* const index = part.getOperand();
      if (const llvm::StructType* const type = part.getStructTypeOrNull()) {
        const auto field = llvm::cast<llvm::ConstantInt>(index)->getZExtValue();
        const std::uint64_t offset =
            layout_.getStructLayout(const_cast<llvm::StructType*>(type))->getElementOffset(field);
        if (offset != 0)
          pointer.offset = step(SymbolicOp::kAdd, pointer.offset, constant(static_cast<std::int64_t>(offset), 64));
        continue;
      }
      const std::uint64_t bytes = part.getSequentialElementStride(layout_);
      pointer.element = bytes;
      if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(index); number != nullptr && number->isZero())
        continue;
      const std::int32_t value = widened(index, where);
      if (extent != 0) pointer.bounds.push_back({.index = value, .extent = extent});
      const std::int32_t distance =
          bytes == 1 ? value : step(SymbolicOp::kMultiply, value, constant(static_cast<std::int64_t>(bytes), 64));
      const SymbolicValue& before = kernel_.values[static_cast<std::size_t>(pointer.offset)];
      const bool is_zero = before.op == SymbolicOp::kConstant && before.number == 0;
      pointer.offset = is_zero ? distance : step(SymbolicOp::kAdd, pointer.offset, distance);
    }
    return pointer;
  }

  // ---- phis
  void declare_phis(const llvm::BasicBlock& block) {
    for (const llvm::PHINode& phi : block.phis()) {
      if (phi.getType()->isPointerTy()) {
        SymbolicValue object = at(phi, SymbolicOp::kPhi);
        SymbolicValue offset = object;
        offset.bits = 64;
        const std::int32_t first = add(std::move(object));
        const std::int32_t second = add(std::move(offset));
        pointers_[&phi] = {first, second, 0, {}};
      } else {
        values_[&phi] = add(at(phi, SymbolicOp::kPhi));
      }
    }
  }

  void complete_phis(const llvm::BasicBlock& block) {
    for (const llvm::PHINode& phi : block.phis()) {
      for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
        const auto from = block_numbers_.find(phi.getIncomingBlock(i));
        if (from == block_numbers_.end()) continue;
        const auto take = [&](std::int32_t of, std::int32_t operand) {
          SymbolicValue& value = kernel_.values[static_cast<std::size_t>(of)];
          value.operands.push_back(operand);
          value.blocks.push_back(from->second);
        };
        if (phi.getType()->isPointerTy()) {
          const Pointer incoming = pointer_of(phi.getIncomingValue(i));
          const Pointer own = pointers_.at(&phi);
          take(own.object, incoming.object);
          take(own.offset, incoming.offset);
        } else {
          const std::int32_t operand = value_of(phi.getIncomingValue(i));
          take(values_.at(&phi), operand);
        }
      }
    }
  }

  /// A phi of one value and itself is that value.
  void drop_trivial_phis() {
    std::vector<std::int32_t> same(kernel_.values.size());
    for (std::size_t i = 0; i < same.size(); ++i) same[i] = static_cast<std::int32_t>(i);
    const auto find = [&](std::int32_t value) {
      while (same[static_cast<std::size_t>(value)] != value) value = same[static_cast<std::size_t>(value)];
      return value;
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < same.size(); ++i) {
        const SymbolicValue& value = kernel_.values[i];
        const auto self = static_cast<std::int32_t>(i);
        if (value.op != SymbolicOp::kPhi || same[i] != self) continue;
        std::int32_t only = -1;
        bool is_trivial = true;
        for (const std::int32_t operand : value.operands) {
          const std::int32_t found = find(operand);
          if (found == self) continue;
          if (only >= 0 && only != found) is_trivial = false;
          only = found;
        }
        if (!is_trivial || only < 0) continue;
        same[i] = only;
        changed = true;
      }
    }
    for (SymbolicValue& value : kernel_.values) {
      for (std::int32_t& operand : value.operands) operand = find(operand);
    }
    for (SymbolicAccess& access : kernel_.accesses) {
      access.object = find(access.object);
      access.offset = find(access.offset);
      if (access.stored >= 0) access.stored = find(access.stored);
      for (SymbolicBound& bound : access.bounds) bound.index = find(bound.index);
    }
    for (SymbolicWait& wait : kernel_.waits) {
      if (wait.mask >= 0) wait.mask = find(wait.mask);
    }
    for (SymbolicBlock& block : kernel_.blocks) {
      if (block.condition >= 0) block.condition = find(block.condition);
    }
  }

  // ---- code
  void lift_block(const llvm::BasicBlock& block) {
    const std::int32_t number = block_numbers_.at(&block);
    SymbolicBlock::End end = SymbolicBlock::kJump;
    std::uint32_t line = 0;
    for (const llvm::Instruction& instruction : block) {
      if (llvm::isa<llvm::PHINode>(instruction) || instruction.isTerminator()) continue;
      if (is_block_barrier(instruction)) {
        end = SymbolicBlock::kBarrier;
        line = line_of(instruction);
        if (!instruction.getType()->isVoidTy()) values_[&instruction] = opaque(instruction, "a vote's result", true);
        continue;
      }
      lift(instruction);
    }
    const llvm::Instruction& last = *block.getTerminator();
    std::vector<std::int32_t> targets;
    std::int32_t condition = -1;
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&last)) {
      if (branch->isConditional()) {
        end = SymbolicBlock::kBranch;
        condition = value_of(branch->getCondition());
        line = line_of(last);
      }
      for (unsigned i = 0; i < branch->getNumSuccessors(); ++i) {
        targets.push_back(block_numbers_.at(branch->getSuccessor(i)));
      }
    } else {
      end = llvm::isa<llvm::ReturnInst>(last) || ends_thread(block) ? SymbolicBlock::kReturn : SymbolicBlock::kStop;
      line = line_of(last);
      if (!llvm::isa<llvm::ReturnInst>(last) && !llvm::isa<llvm::UnreachableInst>(last)) {
        obstacle("a jump that is not followed", &last);
      }
    }
    const auto* const node = dominators_.getNode(&block);
    const auto* const above = node == nullptr ? nullptr : node->getIDom();
    kernel_.blocks[static_cast<std::size_t>(number)] = {
        .end = end,
        .condition = condition,
        .targets = std::move(targets),
        .line = line,
        .dominator = above == nullptr ? -1 : block_numbers_.at(above->getBlock())};
  }

  static bool ends_thread(const llvm::BasicBlock& block) {
    return llvm::any_of(block, [](const llvm::Instruction& instruction) {
      const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* const callee = call == nullptr ? nullptr : call->getCalledFunction();
      return callee != nullptr && callee->getName() == "fencepost_exit_thread";
    });
  }

  void access(const llvm::Instruction& instruction, SymbolicAccessKind kind, const llvm::Value* address,
              std::uint64_t bytes, bool is_volatile, std::int32_t stored = -1) {
    const Pointer& pointer = pointer_of(address);
    const SymbolicValue& object = kernel_.values[static_cast<std::size_t>(pointer.object)];
    if (object.op == SymbolicOp::kObject) {
      const SymbolicSpace space = kernel_.objects[static_cast<std::size_t>(object.number)].space;
      if (space == SymbolicSpace::kLocal || space == SymbolicSpace::kConstant) return;
    }
    kernel_.accesses.push_back({.kind = kind,
                                .is_volatile = is_volatile,
                                .block = block_numbers_.at(instruction.getParent()),
                                .object = pointer.object,
                                .offset = pointer.offset,
                                .bytes = bytes,
                                .element = pointer.element != 0 ? pointer.element : std::max<std::uint64_t>(bytes, 1),
                                .line = line_of(instruction),
                                .stored = stored,
                                .bounds = pointer.bounds});
  }

  void lift(const llvm::Instruction& instruction) {
    if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      pointers_[local] = {object("a local variable", SymbolicSpace::kLocal, 0, false), constant(0, 64)};
    } else if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      lift_load(*load);
    } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      const llvm::Value* const value = store->getValueOperand();
      const std::int32_t stored = bits_of(value->getType()) != kNoBits ? value_of(value) : -1;
      access(*store, store->isAtomic() ? SymbolicAccessKind::kAtomic : SymbolicAccessKind::kWrite,
             store->getPointerOperand(), layout_.getTypeStoreSize(value->getType()), store->hasMetadata(kVolatile),
             stored);
    } else if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      access(*update, SymbolicAccessKind::kAtomic, update->getPointerOperand(),
             layout_.getTypeStoreSize(update->getType()), false);
      values_[update] = opaque(*update, "result of an atomic operation");
    } else if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
      access(*exchange, SymbolicAccessKind::kAtomic, exchange->getPointerOperand(),
             layout_.getTypeStoreSize(exchange->getNewValOperand()->getType()), false);
      values_[exchange] = opaque(*exchange, "result of an atomic operation");
    } else if (const auto* place = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
      if (place->getType()->isPointerTy()) {
        pointers_[place] = element_pointer(llvm::cast<llvm::GEPOperator>(*place), place);
      } else {
        values_[place] = opaque(*place, "a vector of addresses");
      }
    } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      lift_call(*call);
    } else if (instruction.getType()->isPointerTy()) {
      lift_pointer(instruction);
    } else {
      lift_operation(instruction);
    }
  }

  void lift_load(const llvm::LoadInst& load) {
    const Pointer pointer = pointer_of(load.getPointerOperand());
    const SymbolicValue& object_value = kernel_.values[static_cast<std::size_t>(pointer.object)];
    const bool is_object = object_value.op == SymbolicOp::kObject;
    const std::int64_t object_number = object_value.number;
    if (const auto builtin = builtin_value(load)) {
      values_[&load] = *builtin;
      return;
    }
    const SymbolicSpace space =
        is_object ? kernel_.objects[static_cast<std::size_t>(object_number)].space : SymbolicSpace::kGlobal;
    if (is_object && space == SymbolicSpace::kConstant && function_argument(load) != nullptr) {
      lift_member(load, pointer);
      return;
    }
    const std::size_t before = kernel_.accesses.size();
    access(load, load.isAtomic() ? SymbolicAccessKind::kAtomic : SymbolicAccessKind::kRead, load.getPointerOperand(),
           layout_.getTypeStoreSize(load.getType()), load.hasMetadata(kVolatile));
    const bool told = kernel_.accesses.size() > before;
    SymbolicValue value = at(load, SymbolicOp::kLoad);
    value.number = told ? static_cast<std::int64_t>(before) : -1;
    value.operands = {pointer.object, pointer.offset};
    value.name = "read from memory";
    if (is_object && space == SymbolicSpace::kLocal) {
      value.op = SymbolicOp::kOpaque;
      value.number = 0;
      value.operands.clear();
      value.name = "read from a local array";
    }
    if (load.getType()->isPointerTy()) {
      // It may be any.
      value.op = SymbolicOp::kOpaque;
      value.number = 0;
      value.operands.clear();
      value.name = "a pointer read from memory";
      SymbolicValue offset = value;
      offset.bits = 64;
      const std::int32_t first = add(std::move(value));
      const std::int32_t second = add(std::move(offset));
      pointers_[&load] = {first, second, 0, {}};
    } else {
      values_[&load] = add(std::move(value));
    }
  }

  /// The parameter whose member is read; null if it is not one that is passed as a copy.
  static const llvm::Argument* function_argument(const llvm::LoadInst& load) {
    return llvm::dyn_cast<llvm::Argument>(llvm::getUnderlyingObject(load.getPointerOperand(), 0));
  }

  void lift_member(const llvm::LoadInst& load, const Pointer& pointer) {
    const llvm::Argument& argument = *function_argument(load);
    llvm::APInt offset(64, 0);
    const llvm::Value* const base =
        load.getPointerOperand()->stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true);
    const std::string name = name_of(argument.getArgNo()) + " at byte " + std::to_string(offset.getZExtValue());
    if (base != &argument) {
      const SymbolicValue value = {.op = SymbolicOp::kFunction,
                                   .bits = bits_of(load.getType()),
                                   .line = line_of(load),
                                   .block = block_numbers_.at(load.getParent()),
                                   .name = "member of " + name_of(argument.getArgNo()),
                                   .operands = {pointer.offset}};
      if (load.getType()->isPointerTy()) {
        const std::int32_t at_object = add(value);
        pointers_[&load] = {at_object, constant(0, 64), 0, {}};
      } else {
        values_[&load] = add(value);
      }
      return;
    }
    const auto key = std::make_pair(name, load.getType());
    const auto known = members_.find(key);
    if (load.getType()->isPointerTy()) {
      const std::int32_t made = known != members_.end() ? known->second : object(name, SymbolicSpace::kGlobal, 0, true);
      members_[key] = made;
      pointers_[&load] = {made, constant(0, 64), 0, {}};
    } else {
      const std::int32_t made =
          known != members_.end()
              ? known->second
              : add({.op = SymbolicOp::kParameter, .bits = bits_of(load.getType()), .number = -1, .name = name});
      members_[key] = made;
      values_[&load] = made;
    }
  }

  /// threadIdx and its like.
  std::optional<std::int32_t> builtin_value(const llvm::LoadInst& load) {
    llvm::APInt offset(64, 0);
    const llvm::Value* base = load.getPointerOperand()->stripAndAccumulateConstantOffsets(layout_, offset, true);
    const auto* const place = llvm::dyn_cast<llvm::IntrinsicInst>(base);
    if (place != nullptr && place->getIntrinsicID() == llvm::Intrinsic::threadlocal_address)
      base = place->getArgOperand(0);
    const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(base);
    if (variable == nullptr || !variable->isThreadLocal()) return std::nullopt;
    static const std::map<llvm::StringRef, SymbolicOp> kNames = {{"fencepost_thread_idx", SymbolicOp::kThreadIdx},
                                                                 {"fencepost_block_idx", SymbolicOp::kBlockIdx},
                                                                 {"fencepost_block_dim", SymbolicOp::kBlockDim},
                                                                 {"fencepost_grid_dim", SymbolicOp::kGridDim}};
    const auto known = kNames.find(variable->getName());
    const std::uint64_t at_byte = offset.getZExtValue();
    if (known == kNames.end() || !load.getType()->isIntegerTy(32) || at_byte % 4 != 0 || at_byte > 8) {
      return opaque(load, variable->getName().str());
    }
    const auto [entry, is_new] = builtins_.try_emplace({known->second, at_byte / 4}, 0);
    if (is_new) {
      entry->second = add({.op = known->second, .bits = 32, .number = static_cast<std::int64_t>(at_byte / 4)});
    }
    return entry->second;
  }

  void lift_pointer(const llvm::Instruction& instruction) {
    if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
      const Pointer a = pointer_of(choice->getTrueValue()), b = pointer_of(choice->getFalseValue());
      const std::int32_t condition = value_of(choice->getCondition());
      SymbolicValue object = at(*choice, SymbolicOp::kSelect);
      object.operands = {condition, a.object, b.object};
      SymbolicValue offset = at(*choice, SymbolicOp::kSelect);
      offset.bits = 64;
      offset.operands = {condition, a.offset, b.offset};
      const std::int32_t first = a.object == b.object ? a.object : add(std::move(object));
      const std::int32_t second = add(std::move(offset));
      pointers_[choice] = {first, second, 0, {}};
    } else if (instruction.isCast() && instruction.getOperand(0)->getType()->isPointerTy()) {
      pointers_[&instruction] = pointer_of(instruction.getOperand(0));
    } else if (llvm::isa<llvm::FreezeInst>(instruction)) {
      pointers_[&instruction] = pointer_of(instruction.getOperand(0));
    } else {
      const std::int32_t first = opaque(instruction, "a computed pointer");
      SymbolicValue offset = at(instruction, SymbolicOp::kOpaque);
      offset.bits = 64;
      offset.name = "a computed pointer";
      pointers_[&instruction] = {first, add(std::move(offset)), 0, {}};
    }
  }

  static std::optional<SymbolicOp> operation_of(const llvm::Instruction& instruction) {
    switch (instruction.getOpcode()) {
      case llvm::Instruction::Add:
        return SymbolicOp::kAdd;
      case llvm::Instruction::Sub:
        return SymbolicOp::kSubtract;
      case llvm::Instruction::Mul:
        return SymbolicOp::kMultiply;
      case llvm::Instruction::UDiv:
        return SymbolicOp::kUnsignedDivide;
      case llvm::Instruction::SDiv:
        return SymbolicOp::kSignedDivide;
      case llvm::Instruction::URem:
        return SymbolicOp::kUnsignedRemainder;
      case llvm::Instruction::SRem:
        return SymbolicOp::kSignedRemainder;
      case llvm::Instruction::Shl:
        return SymbolicOp::kShiftLeft;
      case llvm::Instruction::LShr:
        return SymbolicOp::kLogicalShiftRight;
      case llvm::Instruction::AShr:
        return SymbolicOp::kArithmeticShiftRight;
      case llvm::Instruction::And:
        return SymbolicOp::kAnd;
      case llvm::Instruction::Or:
        return SymbolicOp::kOr;
      case llvm::Instruction::Xor:
        return SymbolicOp::kXor;
      case llvm::Instruction::Select:
        return SymbolicOp::kSelect;
      case llvm::Instruction::Trunc:
        return SymbolicOp::kTruncate;
      case llvm::Instruction::ZExt:
        return SymbolicOp::kZeroExtend;
      case llvm::Instruction::SExt:
        return SymbolicOp::kSignExtend;
      default:
        return std::nullopt;
    }
  }

  void lift_operation(const llvm::Instruction& instruction) {
    if (instruction.getType()->isVoidTy()) return;
    if (llvm::isa<llvm::FreezeInst>(instruction)) {
      values_[&instruction] = value_of(instruction.getOperand(0));
      return;
    }
    if (const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
      if (comparison->getOperand(0)->getType()->isIntegerTy()) {
        values_[&instruction] = lift_comparison(*comparison);
        return;
      }
    }
    const auto op = operation_of(instruction);
    const bool has_bits = bits_of(instruction.getType()) != kNoBits || op == SymbolicOp::kSelect;
    SymbolicValue value = at(instruction, op && has_bits ? *op : SymbolicOp::kFunction);
    for (const llvm::Value* const operand : instruction.operands()) value.operands.push_back(value_of(operand));
    if (value.op == SymbolicOp::kFunction) {
      value.name = instruction.getOpcodeName();
      if (const auto* comparison = llvm::dyn_cast<llvm::CmpInst>(&instruction)) {
        value.name += llvm::CmpInst::getPredicateName(comparison->getPredicate()).str();
      }
      if (const auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
        for (const unsigned index : part->indices()) value.name += " " + std::to_string(index);
      }
      if (const auto* part = llvm::dyn_cast<llvm::InsertValueInst>(&instruction)) {
        for (const unsigned index : part->indices()) value.name += " " + std::to_string(index);
      }
      if (llvm::isa<llvm::ShuffleVectorInst>(instruction)) {
        values_[&instruction] = opaque(instruction, "parts of a vector");
        return;
      }
      std::string type;
      llvm::raw_string_ostream(type) << *instruction.getType();
      value.name += " " + type;
    } else if (const auto* exact = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&instruction)) {
      value.no_signed_wrap = exact->hasNoSignedWrap();
      value.no_unsigned_wrap = exact->hasNoUnsignedWrap();
    }
    values_[&instruction] = add(std::move(value));
  }

  std::int32_t lift_comparison(const llvm::ICmpInst& comparison) {
    std::int32_t a = value_of(comparison.getOperand(0)), b = value_of(comparison.getOperand(1));
    if (bits_of(comparison.getOperand(0)->getType()) == kNoBits) return opaque(comparison, "a wide comparison");
    SymbolicValue value = at(comparison, SymbolicOp::kEqual);
    switch (comparison.getPredicate()) {
      case llvm::CmpInst::ICMP_EQ:
        break;
      case llvm::CmpInst::ICMP_NE:
        value.op = SymbolicOp::kNotEqual;
        break;
      case llvm::CmpInst::ICMP_UGT:
        std::swap(a, b);
        [[fallthrough]];
      case llvm::CmpInst::ICMP_ULT:
        value.op = SymbolicOp::kUnsignedLess;
        break;
      case llvm::CmpInst::ICMP_UGE:
        std::swap(a, b);
        [[fallthrough]];
      case llvm::CmpInst::ICMP_ULE:
        value.op = SymbolicOp::kUnsignedLessEqual;
        break;
      case llvm::CmpInst::ICMP_SGT:
        std::swap(a, b);
        [[fallthrough]];
      case llvm::CmpInst::ICMP_SLT:
        value.op = SymbolicOp::kSignedLess;
        break;
      case llvm::CmpInst::ICMP_SGE:
        std::swap(a, b);
        [[fallthrough]];
      default:
        value.op = SymbolicOp::kSignedLessEqual;
        break;
    }
    value.operands = {a, b};
    return add(std::move(value));
  }

  // ---- calls
  static bool is_local(const llvm::Value* pointer) {
    return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer, 0));
  }

  void result(const llvm::CallBase& call, bool pure, const std::string& name) {
    if (call.getType()->isVoidTy()) return;
    if (call.getType()->isPointerTy()) {
      SymbolicValue offset = at(call, SymbolicOp::kOpaque);
      offset.bits = 64;
      offset.name = "result of " + name;
      const std::int32_t first = opaque(call, "result of " + name);
      pointers_[&call] = {first, add(std::move(offset)), 0, {}};
      return;
    }
    if (!pure) {
      values_[&call] = opaque(call, "result of " + name);
      return;
    }
    SymbolicValue value = at(call, SymbolicOp::kFunction);
    value.name = name;
    for (const llvm::Value* const operand : call.args()) value.operands.push_back(value_of(operand));
    values_[&call] = add(std::move(value));
  }

  void lift_call(const llvm::CallBase& call) {
    if (const auto* code = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand())) {
      const bool points =
          llvm::any_of(call.args(), [](const llvm::Use& argument) { return argument->getType()->isPointerTy(); });
      if (points || !only_computes(code->getAsmString())) obstacle("inline PTX that is not followed", &call);
      return result(call, false, "inline PTX");
    }
    const llvm::Function* const callee = call.getCalledFunction();
    if (callee == nullptr) {
      obstacle("a call by a pointer", &call);
      return result(call, false, "a call by a pointer");
    }
    if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) return lift_intrinsic(*intrinsic);
    const std::string name = llvm::demangle(callee->getName());
    const std::string plain = name.substr(0, name.find('('));
    if (plain.starts_with("atomic") && !call.arg_empty() && call.getArgOperand(0)->getType()->isPointerTy()) {
      const llvm::Type* const type = call.arg_size() > 1 ? call.getArgOperand(1)->getType() : call.getType();
      access(call, plain.ends_with("_block") ? SymbolicAccessKind::kBlockAtomic : SymbolicAccessKind::kAtomic,
             call.getArgOperand(0), layout_.getTypeStoreSize(const_cast<llvm::Type*>(type)), false);
      return result(call, false, "an atomic operation");
    }
    if (!callee->isDeclaration()) {
      obstacle("a call of " + plain + ", which calls itself", &call);
      return result(call, false, plain);
    }
    static const char* const kHarmless[] = {"vprintf", "fencepost_fence", "fencepost_trap", "fencepost_unsupported",
                                            "__assert_fail"};
    if (call.cannotMerge() && plain != "fencepost_activemask") {  // FENCEPOST_BARRIER
      return lift_wait(call, plain);
    }
    bool harmless = llvm::is_contained(kHarmless, plain);
    if (!harmless) {
      harmless = llvm::all_of(call.args(), [&](const llvm::Use& argument) {
        return !argument->getType()->isPointerTy() || is_local(argument);
      });
    }
    if (!harmless) obstacle("a call of " + plain + ", which is not followed", &call);
    const bool pure = callee->doesNotAccessMemory();
    result(call, pure, plain);
  }

  /// A call that waits for other threads. What it writes is a local variable's, or it is not followed.
  void lift_wait(const llvm::CallBase& call, const std::string& name) {
    static const std::map<std::string, int> kOfWarp = {
        {"__syncwarp", 0},
        {"fencepost_shuffle", 1},
        {"fencepost_vote", 1},
        {"fencepost_warp_gather", 0},
        {"fencepost_warp_match", 1},
        {"fencepost_tile_exchange", -1},
        {"fencepost_tile_barrier", -1},
    };
    const auto known = kOfWarp.find(name);
    const bool local = llvm::all_of(call.args(), [](const llvm::Use& argument) {
      return !argument->getType()->isPointerTy() || is_local(argument);
    });
    if (!local) obstacle("a call of " + name + ", which is not followed", &call);
    SymbolicWait wait = {.block = block_numbers_.at(call.getParent()), .line = line_of(call)};
    if (known != kOfWarp.end()) {
      wait.of_warp = true;
      if (known->second >= 0) wait.mask = value_of(call.getArgOperand(static_cast<unsigned>(known->second)));
    }
    kernel_.waits.push_back(wait);
    if (name != "fencepost_vote") return result(call, false, name);
    const std::int32_t told = opaque(call, "a vote's result");
    kernel_.values[static_cast<std::size_t>(told)].number = 2;
    values_[&call] = told;
  }

  void lift_intrinsic(const llvm::IntrinsicInst& call) {
    const auto choose = [&](SymbolicOp less, bool first_if_less) {
      const std::int32_t a = value_of(call.getArgOperand(0)), b = value_of(call.getArgOperand(1));
      SymbolicValue condition = at(call, less);
      condition.bits = 1;
      condition.operands = {a, b};
      SymbolicValue value = at(call, SymbolicOp::kSelect);
      const std::int32_t tells = add(std::move(condition));
      value.operands = first_if_less ? std::vector<std::int32_t>{tells, a, b} : std::vector<std::int32_t>{tells, b, a};
      values_[&call] = add(std::move(value));
    };
    if (bits_of(call.getType()) != kNoBits) {
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
        access(call, SymbolicAccessKind::kRead, copy->getSource(), bytes, false);
      }
      return access(call, SymbolicAccessKind::kWrite, memory->getDest(), bytes, false);
    }
    if (call.getIntrinsicID() == llvm::Intrinsic::threadlocal_address) {
      pointers_[&call] = pointer_of(call.getArgOperand(0));
      return;
    }
    result(call, call.doesNotAccessMemory(), llvm::Intrinsic::getBaseName(call.getIntrinsicID()).str());
  }

  void lift_loop(const llvm::Loop& loop) {
    SymbolicLoop told;
    told.header = block_numbers_.at(loop.getHeader());
    if (loop.getLoopLatch() == nullptr || loop.getLoopPreheader() == nullptr) {
      obstacle("a loop of a form that is not followed", loop.getHeader()->getTerminator());
      return;
    }
    told.latch = block_numbers_.at(loop.getLoopLatch());
    for (const llvm::BasicBlock* const block : loop.blocks()) told.blocks.push_back(block_numbers_.at(block));
    told.line = line_of(*loop.getHeader()->getTerminator());
    for (std::size_t i = 0; i < kernel_.loops.size(); ++i) {
      if (loop.getParentLoop() != nullptr &&
          kernel_.loops[i].header == block_numbers_.at(loop.getParentLoop()->getHeader())) {
        told.parent = static_cast<std::int32_t>(i);
      }
    }
    kernel_.loops.push_back(std::move(told));
  }

  llvm::Function& function_;
  const llvm::DataLayout& layout_;
  const std::vector<std::string>& names_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  SymbolicKernel kernel_;
  std::map<const llvm::BasicBlock*, std::int32_t> block_numbers_;
  std::map<const llvm::Value*, std::int32_t> values_;
  std::map<const llvm::Value*, Pointer> pointers_;
  std::map<std::pair<std::int64_t, std::uint32_t>, std::int32_t> constants_;
  std::map<std::pair<SymbolicOp, std::uint64_t>, std::int32_t> builtins_;
  std::map<std::pair<std::string, const llvm::Type*>, std::int32_t> members_;
  std::int32_t dynamic_shared_ = -1;
};

}  // namespace

SymbolicKernel lift_kernel(llvm::Function& kernel, const std::vector<std::string>& argument_names) {
  return Lifter(kernel, argument_names).lift();
}

}  // namespace fencepost::compiler
