// The fifth-generation tensor cores in asm statements (PTX ISA, "TensorCore 5th Generation Family Instructions"):
// tcgen05. Included by fencepost_ptx.h.
#pragma once

#include "fencepost_tensor_memory.h"

namespace fencepost_ptx {

namespace tensor = fencepost_rt::tensor;

/// An address in tensor memory: a lane in the upper half, a column in the lower one.
struct tensor_at {
  u32 number;
};

template <class Form, class Count>
FENCEPOST_PTX void tensor_alloc(Form, char* to, const Count& columns) {
  fencepost_tensor_alloc(reinterpret_cast<u32*>(to), get<u32>(columns));
}
template <class Form, class At, class Count>
FENCEPOST_PTX void tensor_dealloc(Form, const At& at, const Count& columns) {
  fencepost_tensor_dealloc(get<u32>(at), get<u32>(columns));
}
template <class Form>
FENCEPOST_PTX void tensor_relinquish(Form) {
  fencepost_tensor_relinquish();
}

template <tensor::Shape shape, int registers, bool packs>
FENCEPOST_PTX void tensor_load(u32* to, tensor_at at, s32 offset = 0) {
  static constexpr tensor::Movement kHow = {shape, registers, packs};
  fencepost_tensor_load_registers(to, at.number, static_cast<u32>(offset), &kHow);
}
template <tensor::Shape shape, int registers, bool packs>
FENCEPOST_PTX void tensor_store(tensor_at at, const u32* from) {
  static constexpr tensor::Movement kHow = {shape, registers, packs};
  fencepost_tensor_store_registers(from, at.number, 0, &kHow);
}
template <tensor::Shape shape, int registers, bool packs>
FENCEPOST_PTX void tensor_store(tensor_at at, s32 offset, const u32* from) {
  static constexpr tensor::Movement kHow = {shape, registers, packs};
  fencepost_tensor_store_registers(from, at.number, static_cast<u32>(offset), &kHow);
}
template <class Form>
FENCEPOST_PTX void tensor_wait_loads(Form) {
  fencepost_tensor_wait(false);
}
template <class Form>
FENCEPOST_PTX void tensor_wait_stores(Form) {
  fencepost_tensor_wait(true);
}

// What follows the instruction descriptor of a product: by its type it is clear what it is.
FENCEPOST_PTX void add_operand(tensor::ProductOperands& to, const u32* disabled) { to.disabled = disabled; }
FENCEPOST_PTX void add_operand(tensor::ProductOperands& to, bool adds) { to.adds = adds; }
FENCEPOST_PTX void add_operand(tensor::ProductOperands& to, s32 halvings) { to.halvings = halvings; }
// What is in tensor memory: metadata in front of the instruction descriptor, scales behind it.
template <class... Rest>
FENCEPOST_PTX void add_operands(tensor::ProductOperands& to, u32 description, Rest... rest) {
  to.description = description;
  (add_operand(to, rest), ...);
}
FENCEPOST_PTX void add_operands(tensor::ProductOperands& to, u32 description, tensor_at scales_of_a,
                                tensor_at scales_of_b, bool adds) {
  to.description = description;
  to.scales_of_a = scales_of_a.number;
  to.scales_of_b = scales_of_b.number;
  to.adds = adds;
}
template <class... Rest>
FENCEPOST_PTX void add_operands(tensor::ProductOperands& to, tensor_at metadata, u32 description, Rest... rest) {
  to.metadata = metadata.number;
  add_operands(to, description, rest...);
}
FENCEPOST_PTX unsigned long factor_number(u64 descriptor) { return descriptor; }
FENCEPOST_PTX unsigned long factor_number(tensor_at at) { return at.number; }

template <tensor::Kind kind, int blocks, bool is_sparse, int scales, class FactorA, class... Rest>
FENCEPOST_PTX void tensor_multiply(tensor_at d, FactorA a, u64 b, Rest... rest) {
  static constexpr tensor::Product kHow = {kind, blocks, __is_same(FactorA, tensor_at), is_sparse, scales};
  tensor::ProductOperands operands;
  operands.d = d.number;
  operands.a = factor_number(a);
  operands.b = b;
  add_operands(operands, rest...);
  fencepost_tensor_multiply(&operands, &kHow);
}
template <int rows, int blocks>
FENCEPOST_PTX void tensor_copy(tensor_at to, u64 from) {
  static constexpr tensor::Copy kHow = {rows, blocks};
  fencepost_tensor_copy(to.number, from, &kHow);
}
template <class Form>
FENCEPOST_PTX void tensor_commit(Form, char* barrier) {
  fencepost_tensor_commit(barrier_at(barrier), 0);
}
template <class Form, class Mask>
FENCEPOST_PTX void tensor_commit(Form, char* barrier, const Mask& mask) {
  if (const u32 named = get<u16>(mask)) fencepost_tensor_commit(barrier_at(barrier), named);
}
template <class Form>
FENCEPOST_PTX void tensor_fence_before(Form) {
  fencepost_tensor_fence(true);
}
template <class Form>
FENCEPOST_PTX void tensor_fence_after(Form) {
  fencepost_tensor_fence(false);
}

}  // namespace fencepost_ptx
