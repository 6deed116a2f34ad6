// What the code calls that fencepost-nvcc --record-locals inserts at kernels' entries, barriers and loops: it tells
// which integers and pointers are in scope, and their values. Not for users to call. See docs/inference.md.
#pragma once

#include <stdint.h>

#include <type_traits>

namespace fencepost_rt {

enum ScopeKind : unsigned { kScopeEntry = 0, kScopeBarrier = 1, kScopeLoop = 2 };

struct ScopeValue {
  const char* name;
  int64_t value;               ///< Of a pointer: the address.
  uint32_t element_bytes;      ///< Of what a pointer points to, the innermost of arrays; 0: an integer, or `elsewhere`.
  bool is_integer, is_signed;  ///< The elements are integers; with a sign.
  uint32_t columns;  ///< Of an array of two dimensions that a pointer points into; 0: of one; all bits: of more.
};

/// Implemented by the detector. `file` and the names are static strings.
extern "C" void fencepost_scope(unsigned kind, const char* file, unsigned line, const ScopeValue* values,
                                unsigned count);

/// Collects the values of one scope; others than integers and pointers to objects are passed over.
class Scope {
 public:
  Scope(unsigned kind, const char* file, unsigned line) : kind_(kind), line_(line), file_(file) {}

  template <class T>
  Scope& operator()(const char* name, const T& value) {
    if (count_ == kMost) return *this;
    if constexpr (std::is_integral_v<T> && sizeof(T) <= sizeof(int64_t)) {
      values_[count_++] = {name, static_cast<int64_t>(value), 0, true, std::is_signed_v<T>, 0};
    } else if constexpr (std::is_pointer_v<T>) {
      using Row = std::remove_pointer_t<T>;
      using Element = std::remove_cv_t<std::remove_all_extents_t<Row>>;
      if constexpr (std::is_object_v<Element>) {
        values_[count_++] = {name,
                             static_cast<int64_t>(reinterpret_cast<intptr_t>(value)),
                             static_cast<uint32_t>(sizeof(Element)),
                             std::is_integral_v<Element>,
                             std::is_signed_v<Element>,
                             std::rank_v<Row> > 1 ? ~0U : static_cast<uint32_t>(std::extent_v<Row>)};
      }
    }
    return *this;
  }
  /// A __shared__ variable of another function: clauses of the kernel cannot name it.
  Scope& elsewhere(const char* name) {
    if (count_ != kMost) values_[count_++] = {name, 0, 0, false, false, 0};
    return *this;
  }
  /// True, so that it can stand in front of a loop's condition.
  bool done() const {
    fencepost_scope(kind_, file_, line_, values_, count_);
    return true;
  }

 private:
  static constexpr unsigned kMost = 64;
  unsigned kind_, line_, count_ = 0;
  const char* file_;
  ScopeValue values_[kMost];
};

}  // namespace fencepost_rt
