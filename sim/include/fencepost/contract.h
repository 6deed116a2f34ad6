// What the code calls that fencepost-nvcc --contracts makes of annotations. Not for users to call: docs/contracts.md shows
// what is made of what.
//
// A contract grants each thread permissions: at the kernel's entry, and anew at each barrier. In between a thread may
// read what it has any permission for and write what it has all of (1). Nothing here counts as an access of the kernel.
//
// User's code may be C++17: so is this.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace fencepost::contract {

/// Where a clause, an assertion or an assumption stands, and what it says. Static data of the generated code.
struct Clause {
  const char* file;
  unsigned line, column;
  const char* text;  ///< As written: "ensures \pointer_index(output, tid, 1\2);".
};

/// A share of the permission for a location: 0 < numerator / denominator <= 1 where it is granted. Exact.
struct Fraction {
  int64_t numerator = 0, denominator = 1;
  bool some = false;  ///< `read`: a share, however small, beside the fraction.
};
inline constexpr Fraction kNone{0, 1, false}, kWrite{1, 1, false}, kRead{0, 1, true};

/// Numbers become fractions: `Perm(x, 1)`.
constexpr Fraction fraction(Fraction f) { return f; }
template <class T, class = std::enable_if_t<std::is_integral_v<T>>>
constexpr Fraction fraction(T whole) {
  return {static_cast<int64_t>(whole), 1, false};
}
/// `a \ b`; a may be `write`. A zero denominator makes the clause's evaluation fail.
template <class A, class B>
constexpr Fraction divide(A a, B b) {
  const Fraction whole = fraction(a);
  return {whole.numerator, whole.denominator * static_cast<int64_t>(b), whole.some};
}

/// Thrown while a clause is evaluated, caught by its Evaluation: it has no value in this run.
struct NoValue {
  enum class Why : uint8_t {
    kUnset,      ///< It depends on a ghost variable that nothing but assumptions define, or on an abstract function.
    kOutside,    ///< An index outside of a sequence.
    kUndefined,  ///< Division by zero, fraction without meaning.
  };
  Why why;
  const char* what;  ///< The variable's or function's name, or what was done. Static.
};

/// VerCors' seq<T>: a value; of a ghost variable that has none yet, unset.
template <class T>
class Sequence;  // defined below, or in a header of its own

/// One variable of a clause and its value, for a finding's text.
class Values {
 public:
  template <class T>
  void operator()(const char* name, const T& value);  // numbers, bools and short sequences; others are passed over
};

/// The evaluation of the clauses of one annotation, at one place, by the running thread.
class Evaluation {
 public:
  /// Evaluates one clause: `body()` calls permission() and require(); `values(Values&)` names its variables and is
  /// called if the clause fails.
  template <class Body, class Show>
  void clause(const Clause& c, Body body, Show values);

  /// Perm(&place, f) and \pointer_index(place, f): `f` of the bytes of *place.
  template <class T>
  void permission(const T* place, Fraction f);
  /// \pointer(array, count, f): of elements 0 … count - 1.
  template <class T>
  void permission(const T* array, int64_t count, Fraction f);
  /// A part of the clause that must be true.
  void require(bool holds);
};

/// Reads array[index] for a clause. The thread must have a permission for it ("self-framing"); that it does not is a
/// finding. Sequences: bounds are checked.
template <class T, class I>
T at(const T* array, I index);

/// `\old(e)`: the value of `e()`, in which at() reads memory as it was when the kernel (the function) was entered.
template <class E>
auto old(E e);

/// The running thread's evaluation; in code that one calls (pure functions). A clause may be evaluated inside of another
/// one's body: it fails or has no value for itself, and the outer one goes on.
Evaluation& current_evaluation();

/// Ranks as VerCors has them: of the thread in its block, of it in the grid; threads in a block; blocks in the grid.
int local_id();
int global_id();
int block_threads();
int grid_blocks();

// What is made of a kernel's contract. The object is the first in the kernel's body; clauses that name a __shared__ array come
// behind its declaration.
//
//   auto fencepost_kernel = ::fencepost::contract::kernel(true,
//       [=](::fencepost::contract::Evaluation& e) { … requires and context … },
//       [=](::fencepost::contract::Evaluation& e) { … ensures and context … });
//
// The second runs when the thread returns. `permissions`: an annotation of the kernel has one; if not, only functional
// clauses are checked. The same for a __device__ function with a contract, by function(…): it has only what `requires`
// names, and what it has at the end goes back to the caller. (Lambdas copy what they capture: a local variable whose
// address they took would not stay in a register, and each of its uses would be instrumented.)
template <class Requires, class Ensures>
auto kernel(bool permissions, Requires, Ensures);
template <class Requires, class Ensures>
auto function(Requires, Ensures);

// With `\result` in `ensures`, which then takes it as its second argument; `return e;` becomes
// `return fencepost_kernel.returned(e);`, which evaluates `ensures` and returns its argument. The destructor does not.
//
//   auto fencepost_kernel = ::fencepost::contract::function_with_result(
//       [=](::fencepost::contract::Evaluation& e) { … },
//       [=](::fencepost::contract::Evaluation& e, const auto& fencepost_result) { … });
template <class Requires, class Ensures>
auto function_with_result(Requires, Ensures);

//   { ::fencepost::contract::Barrier b(clause of the first line); b.arrive([=](E& e) {requires}); __syncthreads(); b.leave([=](E& e) {ensures}); }
//
// A barrier takes what `requires` names from the thread and gives it what `ensures` names. All that the block's threads
// are given must be covered by what they have handed in.
class Barrier;

//   for (auto l = ::fencepost::contract::loop(); l.once();) while (l.check([=](E& e) {invariants}) && (condition)) …
//
// check() returns true. In the loop a thread has what the invariants name; behind it, the rest again. The loop is left by
// the second call of once() or by the destructor. In `do … while` the first check() follows the first pass.
class Loop;

//   ::fencepost::contract::assertion([=](E& e) { … });   ::fencepost::contract::assumption(clause);
//   ::fencepost::contract::ghost([=, &x](E&) { x = …; });   // a ghost statement: its at() and NoValue are those of a clause

/// A part of an annotation that is not checked, and why: "\matrix is not supported". At namespace scope, one for each; the
/// constructor registers it, so that the summary says "partly checked".
class NotChecked {
 public:
  NotChecked(const Clause& what, const char* why);
};

}  // namespace fencepost::contract
