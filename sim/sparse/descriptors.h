// What the functions of descriptors have in common. The descriptors are those that call.h has.
#pragma once

#include "sim/sparse/call.h"

namespace fencepost::sim {

/// Makes a descriptor, whose values `check` has looked at.
template <class D, class Handle>
cusparseStatus_t create(SparseCheck& check, Handle* place, const D& values) {
  if (check.pointer("the place for the descriptor", place).failed()) return check.status();
  *place = Live<D>::add(new D(values));
  return CUSPARSE_STATUS_SUCCESS;
}

template <class D>
cusparseStatus_t destroy(const SparseCall& call, const D* descriptor) {
  if (Live<D>::remove(descriptor)) return CUSPARSE_STATUS_SUCCESS;
  return SparseCheck(call).descriptor("its argument", descriptor).status();
}

/// Reads or changes a descriptor.
template <class D, class Do>
cusparseStatus_t with(const SparseCall& call, D* descriptor, Do act) {
  if (SparseCheck check(call); check.descriptor("its descriptor", descriptor).failed()) return check.status();
  act(*descriptor);
  return CUSPARSE_STATUS_SUCCESS;
}

/// Tells one thing of a descriptor, unless nobody wants to know it.
template <class T, class V>
void tell(T* place, V value) {
  if (place != nullptr) *place = static_cast<T>(value);
}

}  // namespace fencepost::sim
