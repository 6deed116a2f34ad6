// A symbolic kernel under way: which of its values stand for which of the IR's.
#pragma once

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "compiler/symbolic/symbolic_kernel.h"

namespace fencepost::compiler {

/// The values of a pointer's object and of its offset in it.
struct SymbolicPointer {
  std::int32_t object = -1;
  std::int32_t offset = -1;
  std::uint64_t element = 0;
  std::vector<SymbolicBound> bounds;
};

/// Thread safety: one user.
class KernelDraft {
 public:
  static constexpr std::uint32_t kNoBits = 0;

  /// Both are to outlive it.
  KernelDraft(const llvm::Function& function, const std::vector<std::string>& argument_names);

  [[nodiscard]] SymbolicKernel& kernel() { return kernel_; }
  [[nodiscard]] const llvm::DataLayout& layout() const { return layout_; }
  [[nodiscard]] std::string name_of(unsigned argument) const;

  /// Only the first is told.
  void obstacle(const std::string& what, const llvm::Instruction* where);
  /// In the kernel's own file: of the innermost call there.
  [[nodiscard]] std::uint32_t line_of(const llvm::Instruction& instruction) const;

  void add_block(const llvm::BasicBlock& block);
  /// False of one that no thread comes to.
  [[nodiscard]] bool has_block(const llvm::BasicBlock& block) const { return block_numbers_.contains(&block); }
  [[nodiscard]] std::int32_t number_of(const llvm::BasicBlock& block) const { return block_numbers_.at(&block); }

  std::int32_t add(SymbolicValue value);
  [[nodiscard]] SymbolicValue& value(std::int32_t number) { return kernel_.values[static_cast<std::size_t>(number)]; }
  std::int32_t constant(std::int64_t number, std::uint32_t bits);
  std::int32_t object(const std::string& name, SymbolicSpace space, std::uint64_t bytes, bool parameter);
  /// kNoBits of what is no integer, or too wide a one.
  [[nodiscard]] static std::uint32_t bits_of(const llvm::Type* type);
  /// A value to be added, computed where `instruction` is.
  [[nodiscard]] SymbolicValue at(const llvm::Instruction& instruction, SymbolicOp op) const;
  std::int32_t opaque(const llvm::Instruction& instruction, const std::string& why, bool uniform = false);
  /// The thread's number in its warp.
  std::int32_t lane(const llvm::Instruction& instruction);
  /// Once the kernel is read: the lane is known by the thread's number in the block, of the dimensions that are read.
  void tell_lanes();
  SymbolicPointer opaque_pointer(const llvm::Instruction& instruction, const std::string& why);

  /// What stands for an instruction is told before it is asked for.
  void set_value(const llvm::Value& of, std::int32_t number) { values_[&of] = number; }
  void set_pointer(const llvm::Value& of, SymbolicPointer pointer) { pointers_[&of] = std::move(pointer); }
  std::int32_t value_of(const llvm::Value* value);
  const SymbolicPointer& pointer_of(const llvm::Value* value);
  /// `where`: null of a constant.
  SymbolicPointer element_pointer(const llvm::GEPOperator& place, const llvm::Instruction* where);

  /// Adds an access, unless it is to what nobody else can write.
  bool access(const llvm::Instruction& instruction, SymbolicAccessKind kind, const llvm::Value* address,
              std::uint64_t bytes, bool is_volatile, std::int32_t stored = -1);
  /// The last access adds `operand`, and `result` is what was there before.
  void adds(const llvm::Value* operand, std::int32_t result);

 private:
  SymbolicPointer new_pointer(const llvm::Value* value);
  SymbolicPointer variable_pointer(const llvm::GlobalVariable& variable);
  std::int32_t widened(const llvm::Value* index, const llvm::Instruction* where);

  const llvm::Function& function_;
  const llvm::DataLayout& layout_;
  const std::vector<std::string>& names_;
  SymbolicKernel kernel_;
  std::map<const llvm::BasicBlock*, std::int32_t> block_numbers_;
  std::map<const llvm::Value*, std::int32_t> values_;
  std::map<const llvm::Value*, SymbolicPointer> pointers_;
  std::map<std::pair<std::int64_t, std::uint32_t>, std::int32_t> constants_;
  std::int32_t dynamic_shared_ = -1;
  std::vector<std::int32_t> lanes_;  ///< Values that are threadIdx.x, or anything.
};

}  // namespace fencepost::compiler
