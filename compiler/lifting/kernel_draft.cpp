#include "compiler/lifting/kernel_draft.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

namespace fencepost::compiler {

KernelDraft::KernelDraft(const llvm::Function& function, const std::vector<std::string>& argument_names)
    : function_(function), layout_(function.getParent()->getDataLayout()), names_(argument_names) {}

std::string KernelDraft::name_of(unsigned argument) const {
  return argument < names_.size() && !names_[argument].empty() ? names_[argument]
                                                               : "argument " + std::to_string(argument);
}

void KernelDraft::obstacle(const std::string& what, const llvm::Instruction* where) {
  if (!kernel_.obstacle.empty()) return;
  kernel_.obstacle = what;
  if (where != nullptr) kernel_.obstacle += " at line " + std::to_string(line_of(*where));
}

std::uint32_t KernelDraft::line_of(const llvm::Instruction& instruction) const {
  const llvm::DISubprogram* const own = function_.getSubprogram();
  const llvm::DILocation* place = instruction.getDebugLoc().get();
  while (place != nullptr && own != nullptr && place->getFilename() != own->getFilename() &&
         place->getInlinedAt() != nullptr) {
    place = place->getInlinedAt();
  }
  return place == nullptr ? 0 : place->getLine();
}

void KernelDraft::add_block(const llvm::BasicBlock& block) {
  block_numbers_[&block] = static_cast<std::int32_t>(kernel_.blocks.size());
  kernel_.blocks.emplace_back();
}

std::int32_t KernelDraft::add(SymbolicValue value) {
  kernel_.values.push_back(std::move(value));
  return static_cast<std::int32_t>(kernel_.values.size()) - 1;
}

std::int32_t KernelDraft::constant(std::int64_t number, std::uint32_t bits) {
  const auto [place, is_new] = constants_.try_emplace({number, bits}, 0);
  if (is_new) place->second = add({.op = SymbolicOp::kConstant, .bits = bits, .number = number});
  return place->second;
}

std::int32_t KernelDraft::object(const std::string& name, SymbolicSpace space, std::uint64_t bytes, bool parameter) {
  kernel_.objects.push_back({name, space, parameter, bytes});
  return add({.op = SymbolicOp::kObject, .number = static_cast<std::int64_t>(kernel_.objects.size()) - 1});
}

std::uint32_t KernelDraft::bits_of(const llvm::Type* type) {
  return type->isIntegerTy() && type->getIntegerBitWidth() <= 64 ? type->getIntegerBitWidth() : kNoBits;
}

SymbolicValue KernelDraft::at(const llvm::Instruction& instruction, SymbolicOp op) const {
  return {.op = op,
          .bits = bits_of(instruction.getType()),
          .line = line_of(instruction),
          .block = number_of(*instruction.getParent())};
}

std::int32_t KernelDraft::opaque(const llvm::Instruction& instruction, const std::string& why, bool uniform) {
  SymbolicValue value = at(instruction, SymbolicOp::kOpaque);
  value.name = why;
  value.number = uniform ? 1 : 0;
  return add(std::move(value));
}

std::int32_t KernelDraft::lane(const llvm::Instruction& instruction) {
  constexpr std::int64_t kLastLane = 31;
  lanes_.push_back(opaque(instruction, "the lane's number"));
  SymbolicValue value = at(instruction, SymbolicOp::kAnd);
  value.operands = {lanes_.back(), constant(kLastLane, 32)};
  return add(std::move(value));
}

void KernelDraft::tell_lanes() {
  if (lanes_.empty()) return;
  const auto reads = [&](std::int64_t dimension) {
    return std::ranges::any_of(kernel_.values, [&](const SymbolicValue& value) {
      return (value.op == SymbolicOp::kThreadIdx || value.op == SymbolicOp::kBlockDim) && value.number == dimension;
    });
  };
  const bool is_plane = reads(1);
  const bool is_room = reads(2);
  const auto builtin = [&](SymbolicOp op, std::int64_t dimension) {
    return add({.op = op, .bits = 32, .number = dimension});
  };
  // A block has few threads: nothing overflows.
  const auto of_two = [&](SymbolicOp op, std::int32_t a, std::int32_t b) {
    return SymbolicValue{.op = op, .bits = 32, .no_signed_wrap = true, .no_unsigned_wrap = true, .operands = {a, b}};
  };
  SymbolicValue number = {.op = SymbolicOp::kThreadIdx, .bits = 32};
  std::int32_t before = is_plane || is_room ? builtin(SymbolicOp::kBlockDim, 0) : -1;
  const auto add_dimension = [&](std::int64_t dimension) {
    const std::int32_t of_rows = add(of_two(SymbolicOp::kMultiply, builtin(SymbolicOp::kThreadIdx, dimension), before));
    number = of_two(SymbolicOp::kAdd, add(number), of_rows);
  };
  if (is_plane) add_dimension(1);
  if (is_plane && is_room) {
    before = add(of_two(SymbolicOp::kMultiply, before, builtin(SymbolicOp::kBlockDim, 1)));
  }
  if (is_room) add_dimension(2);
  for (const std::int32_t lane : lanes_) value(lane) = number;
}

SymbolicPointer KernelDraft::opaque_pointer(const llvm::Instruction& instruction, const std::string& why) {
  const std::int32_t object = opaque(instruction, why);
  SymbolicValue offset = at(instruction, SymbolicOp::kOpaque);
  offset.bits = 64;
  offset.name = why;
  return {object, add(std::move(offset))};
}

std::int32_t KernelDraft::value_of(const llvm::Value* value) {
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
    const SymbolicPointer pointer = pointer_of(value);
    return add({.op = SymbolicOp::kFunction, .name = "address", .operands = {pointer.object, pointer.offset}});
  } else {
    std::string text;
    llvm::raw_string_ostream(text) << *value;
    result = add({.op = SymbolicOp::kFunction, .bits = bits_of(value->getType()), .name = "constant " + text});
  }
  values_[value] = result;
  return result;
}

const SymbolicPointer& KernelDraft::pointer_of(const llvm::Value* value) {
  const auto known = pointers_.find(value);
  if (known != pointers_.end()) return known->second;
  SymbolicPointer pointer = new_pointer(value);
  return pointers_[value] = std::move(pointer);
}

SymbolicPointer KernelDraft::new_pointer(const llvm::Value* value) {
  const std::int32_t zero = constant(0, 64);
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(value)) {
    const bool copied = argument->hasByValAttr();
    return {
        object(name_of(argument->getArgNo()), copied ? SymbolicSpace::kConstant : SymbolicSpace::kGlobal, 0, !copied),
        zero};
  }
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(value)) return variable_pointer(*variable);
  if (llvm::isa<llvm::Function>(value))
    return {object(value->getName().str(), SymbolicSpace::kConstant, 0, false), zero};
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

SymbolicPointer KernelDraft::variable_pointer(const llvm::GlobalVariable& variable) {
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

std::int32_t KernelDraft::widened(const llvm::Value* index, const llvm::Instruction* where) {
  const std::int32_t value = value_of(index);
  if (index->getType()->isIntegerTy(64)) return value;
  return add({.op = SymbolicOp::kSignExtend,
              .bits = 64,
              .line = where == nullptr ? 0 : line_of(*where),
              .block = where == nullptr ? -1 : number_of(*where->getParent()),
              .operands = {value}});
}

SymbolicPointer KernelDraft::element_pointer(const llvm::GEPOperator& place, const llvm::Instruction* where) {
  SymbolicPointer pointer = pointer_of(place.getPointerOperand());
  const auto step = [&](SymbolicOp op, std::int32_t a, std::int32_t b) {
    return add({.op = op,
                .bits = 64,
                .no_signed_wrap = true,
                .line = where == nullptr ? 0 : line_of(*where),
                .block = where == nullptr ? -1 : number_of(*where->getParent()),
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
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(index); number != nullptr && number->isZero()) continue;
    const std::int32_t value = widened(index, where);
    if (extent != 0) pointer.bounds.push_back({.index = value, .extent = extent});
    const std::int32_t distance =
        bytes == 1 ? value : step(SymbolicOp::kMultiply, value, constant(static_cast<std::int64_t>(bytes), 64));
    const SymbolicValue& before = this->value(pointer.offset);
    const bool is_zero = before.op == SymbolicOp::kConstant && before.number == 0;
    pointer.offset = is_zero ? distance : step(SymbolicOp::kAdd, pointer.offset, distance);
  }
  return pointer;
}

bool KernelDraft::access(const llvm::Instruction& instruction, SymbolicAccessKind kind, const llvm::Value* address,
                         std::uint64_t bytes, bool is_volatile, std::int32_t stored) {
  const SymbolicPointer& pointer = pointer_of(address);
  const SymbolicValue& object = this->value(pointer.object);
  if (object.op == SymbolicOp::kObject) {
    const SymbolicSpace space = kernel_.objects[static_cast<std::size_t>(object.number)].space;
    if (space == SymbolicSpace::kLocal || space == SymbolicSpace::kConstant) return false;
  }
  kernel_.accesses.push_back({.kind = kind,
                              .is_volatile = is_volatile,
                              .block = number_of(*instruction.getParent()),
                              .object = pointer.object,
                              .offset = pointer.offset,
                              .bytes = bytes,
                              .element = pointer.element != 0 ? pointer.element : std::max<std::uint64_t>(bytes, 1),
                              .line = line_of(instruction),
                              .stored = stored,
                              .bounds = pointer.bounds});
  return true;
}

void KernelDraft::adds(const llvm::Value* operand, std::int32_t result) {
  const auto* const step = llvm::dyn_cast<llvm::ConstantInt>(operand);
  if (step == nullptr || step->isZero() || step->getBitWidth() > 64) return;
  kernel_.accesses.back().result = result;
  kernel_.accesses.back().step = step->getSExtValue();
}

}  // namespace fencepost::compiler
