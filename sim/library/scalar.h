// Factors that a call is given by their address: alpha, beta.
#pragma once

#include <complex>

#include "sim/library/elements.h"
#include "sim/runtime/memory/library_call.h"

namespace fencepost::sim {

/// alpha or beta: the host's, read when the call is made, or the device's, read when the work is done.
template <class T>
class Scalar {
 public:
  Scalar(const char* role, const T* pointer, bool on_device) : role_(role), pointer_(on_device ? pointer : nullptr) {
    if (!on_device) value_ = *pointer;
  }
  Scalar(const char*, const T*, const void*) = delete;  ///< A handle is no bool.

  /// To be called before value().
  bool add(OperandList& list) {
    if (pointer_ == nullptr) return true;
    if (!list.add({.role = role_, .reads = true, .element_bytes = sizeof(T), .ranges = {{pointer_, sizeof(T)}}}))
      return false;
    value_ = *pointer_;
    return true;
  }
  [[nodiscard]] T value() const { return value_; }

 private:
  const char* role_;
  const T* pointer_;
  T value_{};
};

/// As Scalar, of a type that is known at run time.
struct AnyScalar {
  const char* role;
  const void* pointer;
  cudaDataType type;
  bool on_device;
  std::complex<double> value{};

  AnyScalar(const char* its_role, const void* its_pointer, cudaDataType its_type, bool is_on_device)
      : role(its_role), pointer(its_pointer), type(its_type), on_device(is_on_device) {
    if (!on_device) value = number_at(type, pointer);
  }
  bool add(OperandList& list) {
    if (!on_device) return true;
    if (!list.add({.role = role,
                   .reads = true,
                   .element_bytes = element_bytes(type),
                   .ranges = {{pointer, element_bytes(type)}}}))
      return false;
    value = number_at(type, pointer);
    return true;
  }
};

}  // namespace fencepost::sim
