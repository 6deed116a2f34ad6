// cuda::std::span in C++17 (C++20, [views.span]; libcu++ has it in C++17, too). Included by cuda/std/span.
#pragma once

#include <array>
#include <cstddef>
#include <iterator>
#include <type_traits>

#include "fencepost_standard_library.h"

namespace cuda::std {

inline constexpr ::std::size_t dynamic_extent = static_cast<::std::size_t>(-1);

template <class T, ::std::size_t Extent = dynamic_extent>
class span;

namespace fencepost_details {

template <class T>
struct IsSpan : ::std::false_type {};
template <class T, ::std::size_t N>
struct IsSpan<span<T, N>> : ::std::true_type {};
template <class T>
struct IsArray : ::std::is_array<T> {};
template <class T, ::std::size_t N>
struct IsArray<::std::array<T, N>> : ::std::true_type {};

/// What a span of T may be made of: elements of type From, but for their const.
template <class From, class T>
using same_elements = ::std::enable_if_t<::std::is_convertible_v<From (*)[], T (*)[]>, int>;

/// The type of R's elements, if they lie behind each other and R is no span or array.
template <class R, class Plain = remove_cvref_t<R>, class = decltype(::std::size(::std::declval<R&>())),
          class = ::std::enable_if_t<!IsSpan<Plain>::value && !IsArray<Plain>::value>>
using range_element = ::std::remove_pointer_t<decltype(::std::data(::std::declval<R&>()))>;

template <::std::size_t Extent>
struct SpanSize {
  constexpr explicit SpanSize(::std::size_t) noexcept {}
  static constexpr ::std::size_t size = Extent;
};
template <>
struct SpanSize<dynamic_extent> {
  constexpr explicit SpanSize(::std::size_t n) noexcept : size(n) {}
  ::std::size_t size;
};

constexpr ::std::size_t subspan_extent(::std::size_t whole, ::std::size_t offset, ::std::size_t count) {
  if (count != dynamic_extent) return count;
  return whole != dynamic_extent ? whole - offset : dynamic_extent;
}

}  // namespace fencepost_details

template <class T, ::std::size_t Extent>
class span {
  template <class From>
  using same_elements = fencepost_details::same_elements<From, T>;
  static constexpr bool kFixed = Extent != dynamic_extent;

 public:
  using element_type = T;
  using value_type = ::std::remove_cv_t<T>;
  using size_type = ::std::size_t;
  using difference_type = ::std::ptrdiff_t;
  using pointer = T*;
  using const_pointer = const T*;
  using reference = T&;
  using const_reference = const T&;
  using iterator = T*;
  using reverse_iterator = ::std::reverse_iterator<iterator>;
  static constexpr size_type extent = Extent;

  template <::std::size_t E = Extent, ::std::enable_if_t<E == 0 || E == dynamic_extent, int> = 0>
  constexpr span() noexcept : data_(nullptr), size_(0) {}
  constexpr span(pointer first, size_type count) : data_(first), size_(count) {}
  constexpr span(pointer first, pointer last) : data_(first), size_(static_cast<size_type>(last - first)) {}
  template <class From, ::std::size_t N, same_elements<From> = 0, ::std::enable_if_t<!kFixed || Extent == N, int> = 0>
  constexpr span(From (&array)[N]) noexcept : data_(array), size_(N) {}
  template <class From, ::std::size_t N, same_elements<From> = 0, ::std::enable_if_t<!kFixed || Extent == N, int> = 0>
  constexpr span(::std::array<From, N>& array) noexcept : data_(array.data()), size_(N) {}
  template <class From, ::std::size_t N, same_elements<const From> = 0,
            ::std::enable_if_t<!kFixed || Extent == N, int> = 0>
  constexpr span(const ::std::array<From, N>& array) noexcept : data_(array.data()), size_(N) {}
  template <class R, class Element = fencepost_details::range_element<R>, same_elements<Element> = 0,
            ::std::enable_if_t<!kFixed && (::std::is_lvalue_reference_v<R> || ::std::is_const_v<T>), int> = 0>
  constexpr span(R&& range) : data_(::std::data(range)), size_(::std::size(range)) {}
  template <class From, ::std::size_t N, same_elements<From> = 0,
            ::std::enable_if_t<!kFixed || N == dynamic_extent || Extent == N, int> = 0>
  constexpr span(const span<From, N>& other) noexcept : data_(other.data()), size_(other.size()) {}

  [[nodiscard]] constexpr pointer data() const noexcept { return data_; }
  [[nodiscard]] constexpr size_type size() const noexcept { return size_.size; }
  [[nodiscard]] constexpr size_type size_bytes() const noexcept { return size() * sizeof(T); }
  [[nodiscard]] constexpr bool empty() const noexcept { return size() == 0; }
  [[nodiscard]] constexpr iterator begin() const noexcept { return data_; }
  [[nodiscard]] constexpr iterator end() const noexcept { return data_ + size(); }
  [[nodiscard]] constexpr reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  [[nodiscard]] constexpr reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
  constexpr reference operator[](size_type i) const noexcept { return data_[i]; }
  [[nodiscard]] constexpr reference front() const noexcept { return data_[0]; }
  [[nodiscard]] constexpr reference back() const noexcept { return data_[size() - 1]; }

  template <::std::size_t Count>
  [[nodiscard]] constexpr span<T, Count> first() const {
    return {data_, Count};
  }
  template <::std::size_t Count>
  [[nodiscard]] constexpr span<T, Count> last() const {
    return {data_ + (size() - Count), Count};
  }
  template <::std::size_t Offset, ::std::size_t Count = dynamic_extent>
  [[nodiscard]] constexpr span<T, fencepost_details::subspan_extent(Extent, Offset, Count)> subspan() const {
    return {data_ + Offset, Count == dynamic_extent ? size() - Offset : Count};
  }
  [[nodiscard]] constexpr span<T> first(size_type count) const { return {data_, count}; }
  [[nodiscard]] constexpr span<T> last(size_type count) const { return {data_ + (size() - count), count}; }
  [[nodiscard]] constexpr span<T> subspan(size_type offset, size_type count = dynamic_extent) const {
    return {data_ + offset, count == dynamic_extent ? size() - offset : count};
  }

 private:
  pointer data_;
  fencepost_details::SpanSize<Extent> size_;
};

template <class T, ::std::size_t N>
span(T (&)[N]) -> span<T, N>;
template <class T, ::std::size_t N>
span(::std::array<T, N>&) -> span<T, N>;
template <class T, ::std::size_t N>
span(const ::std::array<T, N>&) -> span<const T, N>;
template <class T, class End>
span(T*, End) -> span<T>;
template <class R, class Element = fencepost_details::range_element<R>>
span(R&&) -> span<Element>;

template <class T, ::std::size_t N>
[[nodiscard]] auto as_bytes(span<T, N> s) noexcept {
  return span < const ::std::byte,
         N == dynamic_extent ? N : N * sizeof(T) > (reinterpret_cast<const ::std::byte*>(s.data()), s.size_bytes());
}
template <class T, ::std::size_t N, ::std::enable_if_t<!::std::is_const_v<T>, int> = 0>
[[nodiscard]] auto as_writable_bytes(span<T, N> s) noexcept {
  return span < ::std::byte,
         N == dynamic_extent ? N : N * sizeof(T) > (reinterpret_cast<::std::byte*>(s.data()), s.size_bytes());
}

}  // namespace cuda::std
