// VerCors' seq<T>.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <initializer_list>
#include <new>
#include <optional>
#include <utility>

#include "contract_fraction.h"

namespace fencepost::contract {

/// Memory of sequences: not the device's, and none of what happens to it is an access of the kernel.
namespace library {
struct Storage {
  int64_t users = 1;
  void (*destroy)(Storage*) = nullptr;
};
void* allocate(size_t bytes);
void retain(Storage*) noexcept;
void release(Storage*) noexcept;
void free(void*) noexcept;
}  // namespace library

/// A value, never changed in place. Slices share what they are cut from, and a sequence that grows at one of its ends
/// shares what it grew from, so that `seq<int> { head(xs) } + f(tail(xs))` costs one element a step.
/// Thread safety: none for sequences that share; those of one block do at most.
template <class T>
class Sequence {
 public:
  /// Empty.
  Sequence() = default;
  Sequence(std::initializer_list<T> elements) : Sequence(array_for(0, static_cast<int64_t>(elements.size()))) {
    for (const T& element : elements) push_back(element);
  }
  Sequence(const Sequence& other) : array_(other.array_), begin_(other.begin_), end_(other.end_) {
    if (array_ != nullptr) library::retain(array_);
  }
  Sequence(Sequence&& other) noexcept
      : array_(std::exchange(other.array_, nullptr)),
        begin_(std::exchange(other.begin_, 0)),
        end_(std::exchange(other.end_, 0)) {}
  ~Sequence() {
    if (array_ != nullptr) library::release(array_);
  }
  Sequence& operator=(Sequence other) noexcept {
    std::swap(array_, other.array_);
    begin_ = other.begin_;
    end_ = other.end_;
    return *this;
  }

  /// |s|
  [[nodiscard]] int64_t size() const { return end_ - begin_; }
  const T& operator[](int64_t index) const {
    if (index < 0 || index >= size()) no_value(NoValue::Why::kOutside, "an index outside of a sequence");
    return array_->elements()[begin_ + index];
  }
  [[nodiscard]] T head() const {
    if (size() == 0) no_value(NoValue::Why::kOutside, "the head of an empty sequence");
    return (*this)[0];
  }
  [[nodiscard]] Sequence tail() const {
    if (size() == 0) no_value(NoValue::Why::kOutside, "the tail of an empty sequence");
    return slice(1, size());
  }
  /// The first `count` elements, all if there are fewer, none if it is negative; the others.
  [[nodiscard]] Sequence take(int64_t count) const { return slice(0, within(count)); }
  [[nodiscard]] Sequence drop(int64_t count) const { return slice(within(count), size()); }
  /// Elements from … to - 1, as far as they exist.
  [[nodiscard]] Sequence slice(int64_t from, int64_t to) const {
    Sequence part = *this;
    from = within(from);
    to = within(to);
    part.begin_ = begin_ + from;
    part.end_ = begin_ + (to < from ? from : to);
    return part;
  }
  /// With one element changed.
  [[nodiscard]] Sequence updated(int64_t index, const T& value) const {
    (void)(*this)[index];
    return take(index) + Sequence{value} + drop(index + 1);
  }

  friend Sequence operator+(const Sequence& a, const Sequence& b) {
    if (a.size() == 0) return b.slice(0, b.size());
    if (b.size() == 0) return a.slice(0, a.size());
    if (a.size() >= b.size()) {
      Sequence sum = a.array_->last == a.end_ && a.array_->room_behind() >= b.size()
                         ? a.slice(0, a.size())
                         : a.copy(kRoom, a.size() + b.size() + kRoom);
      for (int64_t i = b.begin_; i < b.end_; ++i) sum.push_back(b.array_->elements()[i]);
      return sum;
    }
    Sequence sum = b.array_->first == b.begin_ && b.array_->room_in_front() >= a.size()
                       ? b.slice(0, b.size())
                       : b.copy(a.size() + b.size() + kRoom, kRoom);
    for (int64_t i = a.end_; i-- > a.begin_;) sum.push_front(a.array_->elements()[i]);
    return sum;
  }
  friend bool operator==(const Sequence& a, const Sequence& b) {
    if (a.size() != b.size()) return false;
    for (int64_t i = 0; i < a.size(); ++i) {
      if (!(a[i] == b[i])) return false;
    }
    return true;
  }
  /// x \in s
  [[nodiscard]] bool contains(const T& value) const {
    for (int64_t i = 0; i < size(); ++i) {
      if ((*this)[i] == value) return true;
    }
    return false;
  }

 private:
  static constexpr int64_t kRoom = 8;

  struct Array : library::Storage {
    int64_t capacity = 0;
    int64_t first = 0, last = 0;  ///< In use, by some sequence: others may grow into the rest.
    [[nodiscard]] T* elements() { return reinterpret_cast<T*>(reinterpret_cast<char*>(this) + kOffset); }
    [[nodiscard]] int64_t room_behind() const { return capacity - last; }
    [[nodiscard]] int64_t room_in_front() const { return first; }
  };
  static constexpr size_t kOffset = (sizeof(Array) + 15) / 16 * 16;
  static_assert(alignof(T) <= 16);

  explicit Sequence(Array* array) : array_(array), begin_(array->first), end_(array->last) {}

  static Array* array_for(int64_t in_front, int64_t behind) {
    auto* array = new (library::allocate(kOffset + static_cast<size_t>(in_front + behind) * sizeof(T))) Array;
    array->capacity = in_front + behind;
    array->first = array->last = in_front;
    array->destroy = [](library::Storage* storage) {
      auto* self = static_cast<Array*>(storage);
      for (int64_t i = self->first; i < self->last; ++i) self->elements()[i].~T();
      library::free(self);
    };
    return array;
  }
  /// The same elements in memory of their own, with room for growth.
  [[nodiscard]] Sequence copy(int64_t in_front, int64_t behind) const {
    Sequence result(array_for(in_front, size() + behind));
    for (int64_t i = begin_; i < end_; ++i) result.push_back(array_->elements()[i]);
    return result;
  }
  /// There is room, and what is beyond the end is nobody's.
  void push_back(const T& value) {
    new (array_->elements() + end_) T(value);
    array_->last = ++end_;
  }
  void push_front(const T& value) {
    new (array_->elements() + begin_ - 1) T(value);
    array_->first = --begin_;
  }
  [[nodiscard]] int64_t within(int64_t count) const { return count < 0 ? 0 : count > size() ? size() : count; }
  Array* array_ = nullptr;
  int64_t begin_ = 0, end_ = 0;
};

/// Of a ghost array; without a value until it gets one.
template <class T>
struct Element {
  std::optional<T> value;
};

}  // namespace fencepost::contract
