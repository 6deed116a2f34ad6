// Ghost parameters of kernels, `given seq<int> starts;`: values that hold for the whole grid. The caller is host code,
// which is not checked; so a given value is what the kernel's own clauses `requires` say of it, all threads together:
// thread k, which has prefixsum[k], says `starts[k] == prefixsum[k]`. Not for users to call.
#pragma once

#include <stdint.h>

#include "contract_sequence.h"

namespace fencepost::contract {

struct Clause;

/// What one thread's clauses say. Of two that differ the lower thread's counts: the other thread's clause is false.
class GivenFacts {
 public:
  /// `fact()` calls length() or element(), or has no value, and says nothing.
  template <class Fact>
  void tell(Fact fact) {
    run([](void* f) { (*static_cast<Fact*>(f))(); }, &fact);
  }
  /// |x| == n
  void length(int64_t n);
  /// x[index] == value; of a number, index 0.
  void element(int64_t index, int64_t value);

 private:
  void run(void (*fact)(void*), void* closure);
};

namespace library {
/// `facts` is called as each thread of the grid, once a launch, before any of its threads has done anything.
void gather(const Clause& declaration, void (*facts)(void*, GivenFacts&), void* closure) noexcept;
/// In a ghost statement. Throws NoValue if the clauses do not tell all of it.
const Sequence<int64_t>& given(const Clause& declaration, const char* name, bool is_sequence);
}  // namespace library

//   Ghost<Sequence<int64_t>> starts("starts");
//   gather(declaration, [=](GivenFacts& f) { f.tell([&] { f.element(value(threadIdx.x), at(prefixsum, …)); }); });
//   ghost([&starts](Evaluation&) { starts.assign([&] { return given_sequence(declaration, "starts"); }); });
//
// The first reads memory as it is at the kernel's entry, without asking for permissions: the clauses themselves do.
template <class Facts>
void gather(const Clause& declaration, Facts facts) {
  library::gather(
      declaration, [](void* f, GivenFacts& told) { (*static_cast<Facts*>(f))(told); }, &facts);
}
inline Sequence<int64_t> given_sequence(const Clause& declaration, const char* name) {
  return library::given(declaration, name, true);
}
inline int64_t given_number(const Clause& declaration, const char* name) {
  return library::given(declaration, name, false)[0];
}

}  // namespace fencepost::contract
