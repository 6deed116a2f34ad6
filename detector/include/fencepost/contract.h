// What the code calls that fencepost-nvcc --contracts makes of annotations. Not for users to call: docs/contracts.md
// shows what is made of what.
//
// A contract grants each thread permissions: at the kernel's entry, and anew at each barrier. In between a thread may
// read what it has any permission for and write what it has all of (1). Nothing here counts as an access of the kernel.
// Bodies of clauses run on a stack of their own, as host code; what they throw, and where they crash, ends the clause.
//
// User's code may be C++17: so is this.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <type_traits>
#include <utility>

#include "contract_fraction.h"
#include "contract_sequence.h"
#include "contract_values.h"

namespace fencepost::contract {

/// Where a clause, an assertion or an assumption stands, and what it says. Static data of the generated code.
struct Clause {
  const char* file;
  unsigned line, column;
  const char* text;  ///< As written: "ensures \pointer_index(output, tid, 1\2);".
};

/// A part of an annotation that is not checked, and why: "\matrix is not supported". At namespace scope, one for each;
/// the constructor registers it, so that the summary says "partly checked".
class NotChecked {
 public:
  NotChecked(const Clause& what, const char* why) noexcept;
};

/// The evaluation of the clauses of one annotation, at one place, by the running thread. A clause may be evaluated
/// inside of another one's body: it fails or has no value for itself, and the outer one goes on.
class Evaluation {
 public:
  /// Evaluates one clause: `body()` calls permission() and require(); `values(Values&)` names its variables and is
  /// called if the clause fails.
  template <class Body, class Show>
  void clause(const Clause& c, Body body, Show values) {
    run(
        c, [](void* b) { (*static_cast<Body*>(b))(); }, &body, [](void* s, Values& v) { (*static_cast<Show*>(s))(v); },
        &values);
  }
  template <class Body>
  void clause(const Clause& c, Body body) {
    clause(c, std::move(body), [](Values&) {});
  }

  /// Perm(&place, f) and \pointer_index(place, f): `f` of the bytes of *place.
  template <class T>
  void permission(const volatile T* place, Fraction f) {
    permission(place, sizeof(T), 1, f);
  }
  /// \pointer(array, count, f): of elements 0 … count - 1.
  template <class T>
  void permission(const volatile T* array, int64_t count, Fraction f) {
    permission(array, sizeof(T), count, f);
  }
  /// A part of the clause that must be true.
  void require(bool holds);
  /// No such part has been false.
  [[nodiscard]] bool holds() const;
  /// Calls body(), for a part of the clause. If a ghost variable in it has no value, the clause is "not evaluated", but
  /// the other parts still count.
  template <class Body>
  void part(Body body) {
    run_part([](void* b) { (*static_cast<Body*>(b))(); }, &body);
  }

 private:
  void run_part(void (*body)(void*), void* of_body);
  void run(const Clause& c, void (*body)(void*), void* of_body, void (*show)(void*, Values&), void* of_show);
  void permission(const volatile void* place, size_t element_bytes, int64_t count, Fraction f);
};

namespace library {

enum class Occasion : uint8_t {
  kKernelEntry,
  kKernelExit,
  kFunctionEntry,
  kFunctionExit,
  kArrival,
  kDeparture,
  kInvariant,
  kAssertion,
  kGhost,
};
/// Evaluates the clauses of an annotation.
void evaluate(Occasion, void (*clauses)(void*, Evaluation&), void* closure) noexcept;
template <class Clauses>
void evaluate(Occasion occasion, Clauses& clauses) noexcept {
  evaluate(
      occasion, [](void* c, Evaluation& e) { (*static_cast<Clauses*>(c))(e); }, &clauses);
}

void enter_kernel(bool permissions) noexcept;
void enter_function() noexcept;
void leave_function() noexcept;
void arrive(const Clause&) noexcept;
void depart() noexcept;
void enter_loop() noexcept;
void leave_loop() noexcept;

void read(void* value, const volatile void* array, int64_t index, size_t bytes);

/// Bytes from there to the end of the variable or allocation. That it is in none is a finding.
int64_t bytes_from(const volatile void* address);

/// While it lives, read() reads what was in memory at the entry of the kernel, or of the innermost function.
class Old {
 public:
  Old() noexcept;
  ~Old();
  Old(const Old&) = delete;
  Old& operator=(const Old&) = delete;

 private:
  bool before_;
};
/// Its existence in a program says that some clause reads old memory: what threads have at entry is copied.
struct OldIsRead {
  OldIsRead() noexcept;
};
template <class T>
inline OldIsRead old_is_read{};

/// Throws NoValue where the stack of the evaluation comes to its end.
void descend();
/// Of the running calls of pure functions; one for each OS thread.
int& pure_calls() noexcept;

}  // namespace library

/// Reads array[index] for a clause. The thread must have a permission for it ("self-framing"); that it does not is a
/// finding.
template <class T, class I>
std::remove_cv_t<T> at(T* array, I index) {
  static_assert(std::is_trivially_copyable_v<T>, "a clause reads memory of simple types only");
  union Value {
    Value() {}
    std::remove_cv_t<T> of_type;
  } value;
  library::read(&value, array, static_cast<int64_t>(index), sizeof(T));
  return value.of_type;
}
/// The same of a sequence: bounds are checked.
template <class T, class I>
T at(const Sequence<T>& sequence, I index) {
  return sequence[static_cast<int64_t>(index)];
}

/// `\pointer_length(p)`: how many elements there are from `p` to the end of what it points into. `\shared_mem_size(s)`.
template <class T>
int64_t length(T* p) {
  return library::bytes_from(p) / static_cast<int64_t>(sizeof(T));
}

/// `\old(e)`: the value of `e()`, in which at() reads memory as it was when the kernel (the function) was entered. The
/// thread must have had a permission for it then.
template <class E>
auto old(E e) {
  (void)&library::old_is_read<void>;
  const library::Old past;
  return e();
}

/// The running thread's evaluation; in code that one calls (pure functions).
Evaluation& current_evaluation();

/// Ranks as VerCors has them: of the thread in its block, of it in the grid; threads in a block; blocks in the grid.
int local_id();
int global_id();
int block_threads();
int grid_blocks();

// What is made of a kernel's contract. The object is the first in the kernel's body. Clauses that name a __shared__
// array come behind its declaration, in a further object of the same kind.
//
//   auto fencepost_kernel = ::fencepost::contract::kernel(true,
//       [=](::fencepost::contract::Evaluation& e) { … requires and context … },
//       [=](::fencepost::contract::Evaluation& e) { … ensures and context … });
//
// The second runs when the thread returns. `permissions`: an annotation of the kernel has one; if not, only functional
// clauses are checked. The same for a __device__ function with a contract, by function(…): it has only what `requires`
// names, and what it has at the end goes back to the caller. (Lambdas copy what they capture: a local variable whose
// address they took would not stay in a register, and each of its uses would be instrumented.)
template <class Ensures>
class [[nodiscard]] KernelContract {
 public:
  template <class Requires>
  KernelContract(bool permissions, Requires& requires_, Ensures ensures) : ensures_(std::move(ensures)) {
    library::enter_kernel(permissions);
    library::evaluate(library::Occasion::kKernelEntry, requires_);
  }
  ~KernelContract() { library::evaluate(library::Occasion::kKernelExit, ensures_); }
  KernelContract(const KernelContract&) = delete;
  KernelContract& operator=(const KernelContract&) = delete;

 private:
  Ensures ensures_;
};
template <class Requires, class Ensures>
KernelContract<Ensures> kernel(bool permissions, Requires requires_, Ensures ensures) {
  return KernelContract<Ensures>(permissions, requires_, std::move(ensures));
}

template <class Ensures>
class [[nodiscard]] FunctionContract {
 public:
  template <class Requires>
  FunctionContract(Requires& requires_, Ensures ensures) : ensures_(std::move(ensures)) {
    library::enter_function();
    library::evaluate(library::Occasion::kFunctionEntry, requires_);
  }
  ~FunctionContract() {
    library::evaluate(library::Occasion::kFunctionExit, ensures_);
    library::leave_function();
  }
  FunctionContract(const FunctionContract&) = delete;
  FunctionContract& operator=(const FunctionContract&) = delete;

 private:
  Ensures ensures_;
};
template <class Requires, class Ensures>
FunctionContract<Ensures> function(Requires requires_, Ensures ensures) {
  return FunctionContract<Ensures>(requires_, std::move(ensures));
}

// With `\result` in `ensures`, which then takes it as its second argument; `return e;` becomes
// `return fencepost_kernel.returned(e);`, which evaluates `ensures` and returns its argument. The destructor does not.
//
//   auto fencepost_kernel = ::fencepost::contract::function_with_result(
//       [=](::fencepost::contract::Evaluation& e) { … },
//       [=](::fencepost::contract::Evaluation& e, const auto& fencepost_result) { … });
template <class Ensures>
class [[nodiscard]] ResultContract {
 public:
  template <class Requires>
  ResultContract(Requires& requires_, Ensures ensures) : ensures_(std::move(ensures)) {
    library::enter_function();
    library::evaluate(library::Occasion::kFunctionEntry, requires_);
  }
  ~ResultContract() { library::leave_function(); }
  ResultContract(const ResultContract&) = delete;
  ResultContract& operator=(const ResultContract&) = delete;

  template <class Result>
  Result&& returned(Result&& result) {
    auto of_result = [&](Evaluation& e) { ensures_(e, result); };
    library::evaluate(library::Occasion::kFunctionExit, of_result);
    return static_cast<Result&&>(result);
  }

 private:
  Ensures ensures_;
};
template <class Requires, class Ensures>
ResultContract<Ensures> function_with_result(Requires requires_, Ensures ensures) {
  return ResultContract<Ensures>(requires_, std::move(ensures));
}

//   { ::fencepost::contract::Barrier b(clause of the first line); b.arrive([=](E& e) {requires}); __syncthreads();
//     b.leave([=](E& e) {ensures}); }
//
// A barrier of the block takes what `requires` names from the thread and gives it what `ensures` names. All that the
// block's threads are given must be covered by what they have handed in.
class Barrier {
 public:
  explicit Barrier(const Clause& clause) : clause_(clause) {}
  template <class Requires>
  void arrive(Requires requires_) {
    library::arrive(clause_);
    library::evaluate(library::Occasion::kArrival, requires_);
  }
  template <class Ensures>
  void leave(Ensures ensures) {
    library::evaluate(library::Occasion::kDeparture, ensures);
    library::depart();
  }

 private:
  const Clause& clause_;
};

//   if (::fencepost::contract::Loop l; false) {} else while ((l.check([=](E& e) {invariants}), (condition))) …
//
// In the loop a thread has what the invariants name; behind it, the rest again. In `do … while` the first check()
// follows the first pass.
class [[nodiscard]] Loop {
 public:
  Loop() { library::enter_loop(); }
  ~Loop() { library::leave_loop(); }
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;
  template <class Invariants>
  void check(Invariants invariants) {
    library::evaluate(library::Occasion::kInvariant, invariants);
  }
};

//   ::fencepost::contract::assertion([=](E& e) { … });
//   ::fencepost::contract::assumption(clause);
//   ::fencepost::contract::ghost([=, &x](E&) { x = …; });   // A ghost statement, as a clause's body.
template <class Assertion>
void assertion(Assertion a) {
  library::evaluate(library::Occasion::kAssertion, a);
}
void assumption(const Clause&) noexcept;
template <class Statement>
void ghost(Statement s) {
  library::evaluate(library::Occasion::kGhost, s);
}

}  // namespace fencepost::contract
