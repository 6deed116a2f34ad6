// cuda::std: the C++ standard library. Its inline functions are compiled into kernels and checked as the program's own.
//
// Names that headers of ours declare in cuda::std (atomic, barrier, latch, …) win over the library's. What the library
// has from C++20 on and libcu++ already in C++17 is below.
#pragma once

namespace cuda::std {
using namespace ::std;
}

#if __cplusplus < 202002L

#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace cuda::std {

template <class T>
struct remove_cvref {
  using type = ::std::remove_cv_t<::std::remove_reference_t<T>>;
};
template <class T>
using remove_cvref_t = typename remove_cvref<T>::type;

template <class T>
struct type_identity {
  using type = T;
};
template <class T>
using type_identity_t = T;

struct identity {
  using is_transparent = void;
  template <class T>
  [[nodiscard]] constexpr T&& operator()(T&& value) const noexcept {
    return ::std::forward<T>(value);
  }
};

// <bit>, for unsigned integers of up to 64 bits.

enum class endian { little = __ORDER_LITTLE_ENDIAN__, big = __ORDER_BIG_ENDIAN__, native = __BYTE_ORDER__ };

template <class To, class From>
[[nodiscard]] constexpr To bit_cast(const From& from) noexcept {
  static_assert(sizeof(To) == sizeof(From), "bit_cast keeps the size");
  return __builtin_bit_cast(To, from);
}

namespace fencepost_details {
template <class T>
constexpr int kDigits = ::std::numeric_limits<T>::digits;
template <class T>
using unsigned_result = ::std::enable_if_t<::std::is_unsigned_v<T>, int>;
}  // namespace fencepost_details

template <class T>
[[nodiscard]] constexpr fencepost_details::unsigned_result<T> popcount(T x) noexcept {
  return __builtin_popcountll(x);
}
template <class T>
[[nodiscard]] constexpr fencepost_details::unsigned_result<T> countl_zero(T x) noexcept {
  return x == 0 ? fencepost_details::kDigits<T> : __builtin_clzll(x) - (64 - fencepost_details::kDigits<T>);
}
template <class T>
[[nodiscard]] constexpr fencepost_details::unsigned_result<T> countr_zero(T x) noexcept {
  return x == 0 ? fencepost_details::kDigits<T> : __builtin_ctzll(x);
}
template <class T>
[[nodiscard]] constexpr fencepost_details::unsigned_result<T> countl_one(T x) noexcept {
  return countl_zero(static_cast<T>(~x));
}
template <class T>
[[nodiscard]] constexpr fencepost_details::unsigned_result<T> countr_one(T x) noexcept {
  return countr_zero(static_cast<T>(~x));
}
template <class T>
[[nodiscard]] constexpr fencepost_details::unsigned_result<T> bit_width(T x) noexcept {
  return fencepost_details::kDigits<T> - countl_zero(x);
}
template <class T>
[[nodiscard]] constexpr ::std::enable_if_t<::std::is_unsigned_v<T>, bool> has_single_bit(T x) noexcept {
  return x != 0 && (x & (x - 1)) == 0;
}
template <class T>
[[nodiscard]] constexpr ::std::enable_if_t<::std::is_unsigned_v<T>, T> bit_floor(T x) noexcept {
  return x == 0 ? T{0} : static_cast<T>(T{1} << (bit_width(x) - 1));
}
template <class T>
[[nodiscard]] constexpr ::std::enable_if_t<::std::is_unsigned_v<T>, T> bit_ceil(T x) noexcept {
  return x <= 1 ? T{1} : static_cast<T>(T{1} << bit_width(static_cast<T>(x - 1)));
}
template <class T>
[[nodiscard]] constexpr ::std::enable_if_t<::std::is_unsigned_v<T>, T> rotl(T x, int by) noexcept {
  constexpr int kDigits = fencepost_details::kDigits<T>;
  const int n = (by % kDigits + kDigits) % kDigits;
  return n == 0 ? x : static_cast<T>(x << n | x >> (kDigits - n));
}
template <class T>
[[nodiscard]] constexpr ::std::enable_if_t<::std::is_unsigned_v<T>, T> rotr(T x, int by) noexcept {
  return rotl(x, -(by % fencepost_details::kDigits<T>));
}

}  // namespace cuda::std

#endif  // __cplusplus < 202002L
