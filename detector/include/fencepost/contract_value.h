// Numbers, ghost variables and pure functions in the code that is made of annotations. Not for users to call.
//
// VerCors' int has no bounds. `i < blockDim.x - 2` means what it says for i = -1 and for a block of one thread, where
// C would compare as unsigned. So every integer becomes a signed one of 64 bits, and what does not fit into that, or
// has no value (division by zero), makes the clause "not evaluated" instead of false.
#pragma once

#include <stdint.h>

#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

#include "contract.h"
#include "contract_given.h"

namespace fencepost::contract {

[[noreturn]] inline void undefined(const char* what) { no_value(NoValue::Why::kUndefined, what); }

/// Device code of clang's cannot catch what it throws: the runtime does. False if `evaluate()` threw NoValue: `none`.
bool evaluated(void (*evaluate)(void*), void* closure, NoValue& none);
template <class F>
bool evaluated(F evaluate, NoValue& none) {
  return evaluated([](void* closure) { (*static_cast<F*>(closure))(); }, &evaluate, none);
}

/// A ghost variable. Declared without a value it is unset, and so after an assignment that had none.
template <class T>
class Ghost {
 public:
  explicit Ghost(const char* name) : name_(name) {}  ///< `name` must stay.
  /// Unset if `value()` throws NoValue.
  template <class F>
  Ghost(const char* name, F value) : name_(name) {
    NoValue none{};
    evaluated([&] { value_ = value(); }, none);
  }

  [[nodiscard]] bool is_set() const { return value_.has_value(); }
  [[nodiscard]] const T& get() const {
    if (!value_) no_value(NoValue::Why::kUnset, name_);
    return *value_;
  }
  /// Becomes `value()`, or unset if that throws.
  template <class F>
  void assign(F value) {
    NoValue none{};
    if (evaluated([&] { value_ = value(); }, none)) return;
    value_.reset();
    no_value(none.why, none.what);
  }

 private:
  const char* name_;
  std::optional<T> value_;
};

/// What an annotation means by a variable, a number or a call's result: integers of 64 bits; all else as it is.
template <class T>
constexpr decltype(auto) value(const T& x) {
  constexpr bool kUnscoped = std::is_enum_v<T> && std::is_convertible_v<T, int64_t>;
  if constexpr (std::is_same_v<T, bool>) {
    return bool{x};
  } else if constexpr (std::is_integral_v<T> || kUnscoped) {
    if constexpr (std::is_unsigned_v<T> && sizeof(T) >= sizeof(int64_t)) {
      if (x > static_cast<T>(std::numeric_limits<int64_t>::max())) undefined("a number beyond 64 bits");
    }
    return static_cast<int64_t>(x);
  } else {
    return (x);
  }
}
template <class T>
decltype(auto) value(const Ghost<T>& variable) {
  return variable.get();
}

template <class T>
T value(const Element<T>& element) {
  if (!element.value) no_value(NoValue::Why::kUnset, "an element of a ghost array");
  return *element.value;
}

/// A ghost array of `count` elements without a value, or with value() each. (ghost T a[count] = value;)
template <class T>
Sequence<Element<T>> elements(int64_t count, Element<T> each = {}) {
  if (count < 0) undefined("a ghost array of negative length");
  Sequence<Element<T>> array;
  if (count != 0) array = Sequence<Element<T>>{each};
  while (array.size() < count) array = array + array.take(count - array.size());
  return array;
}
template <class T, class F>
Sequence<Element<T>> elements(int64_t count, F value) {
  return elements<T>(count, Element<T>{static_cast<T>(value())});
}
/// (ghost a[index] = value;) An unset value makes the element unset, and no other.
template <class T, class F>
Sequence<Element<T>> with_element(const Sequence<Element<T>>& array, int64_t index, F value) {
  Element<T> element;
  NoValue none{};
  if (!evaluated([&] { element.value = static_cast<T>(value()); }, none) && none.why != NoValue::Why::kUnset)
    no_value(none.why, none.what);
  return array.updated(index, element);
}

template <class A, class B>
inline constexpr bool kIntegers = std::is_integral_v<A>&& std::is_integral_v<B>;

// a + b, a - b, a * b. Sequences and floating-point numbers have their own operators.
template <class A, class B>
constexpr auto plus(const A& a, const B& b) {
  if constexpr (kIntegers<A, B>) {
    int64_t result = 0;
    if (__builtin_add_overflow(int64_t{a}, int64_t{b}, &result)) undefined("a sum beyond 64 bits");
    return result;
  } else {
    return a + b;
  }
}
template <class A, class B>
constexpr auto minus(const A& a, const B& b) {
  if constexpr (kIntegers<A, B>) {
    int64_t result = 0;
    if (__builtin_sub_overflow(int64_t{a}, int64_t{b}, &result)) undefined("a difference beyond 64 bits");
    return result;
  } else {
    return a - b;
  }
}
template <class A, class B>
constexpr auto times(const A& a, const B& b) {
  if constexpr (kIntegers<A, B>) {
    int64_t result = 0;
    if (__builtin_mul_overflow(int64_t{a}, int64_t{b}, &result)) undefined("a product beyond 64 bits");
    return result;
  } else {
    return a * b;
  }
}

// a / b and a % b, rounded to zero as in C.
template <class A, class B>
constexpr auto quotient(const A& a, const B& b) {
  if constexpr (kIntegers<A, B>) {
    if (b == 0) undefined("a division by zero");
    return int64_t{b} == -1 ? minus(0, a) : int64_t{a} / int64_t{b};
  } else {
    return a / b;
  }
}
template <class A, class B>
constexpr auto remainder(const A& a, const B& b) {
  static_assert(kIntegers<A, B>, "% is of integers");
  if (b == 0) undefined("a division by zero");
  return int64_t{b} == -1 ? int64_t{0} : int64_t{a} % int64_t{b};
}

// a << b and a >> b.
constexpr int64_t left_shift(int64_t a, int64_t b) {
  if (b < 0 || b > 62) undefined("a shift by less than 0 or more than 62");
  return times(a, int64_t{1} << b);
}
constexpr int64_t right_shift(int64_t a, int64_t b) {
  if (b < 0 || b > 63) undefined("a shift by less than 0 or more than 63");
  return a >> b;
}

/// Where the loops of quantifiers begin and end.
template <class... More>
constexpr int64_t largest(int64_t first, More... more) {
  ((first = more > first ? more : first), ...);
  return first;
}
template <class... More>
constexpr int64_t smallest(int64_t first, More... more) {
  ((first = more < first ? more : first), ...);
  return first;
}

/// |s|
template <class T>
int64_t cardinality(const Sequence<T>& s) {
  return s.size();
}
template <class T>
T head(const Sequence<T>& s) {
  return s.head();
}
template <class T>
Sequence<T> tail(const Sequence<T>& s) {
  return s.tail();
}
template <class T>
Sequence<T> take(const Sequence<T>& s, int64_t count) {
  return s.take(count);
}
template <class T>
Sequence<T> drop(const Sequence<T>& s, int64_t count) {
  return s.drop(count);
}

/// A row of an array of arrays, which alone is not read.
template <class T, size_t N, class I>
T (&at(T (*rows)[N], I index))
[N] {
  return rows[static_cast<int64_t>(index)];
}

/// What `Perm(x, …)` is for: the variable x, or what x points to.
template <class T>
T* location(T& x) {
  return &x;
}
template <class T>
T* location(T* const& x) {
  return x;
}
template <class T>
T* location(T*& x) {
  return x;
}

/// The call of an abstract function, which has no body to evaluate. `name` must stay.
[[noreturn]] inline void abstract(const char* name) { no_value(NoValue::Why::kUnset, name); }

/// A running call of a pure function. Its own clauses are evaluated if an annotation makes the call; not if the body or
/// a clause of a pure function does: recursive functions would check themselves again at each step, and a postcondition
/// that calls its own function would never end.
class PureCall {
 public:
  PureCall() {
    library::descend();
    ++library::pure_calls();
  }
  ~PureCall() { --library::pure_calls(); }
  PureCall(const PureCall&) = delete;
  PureCall& operator=(const PureCall&) = delete;

  [[nodiscard]] bool is_checked() const { return library::pure_calls() == 1; }
};

}  // namespace fencepost::contract
