// The concepts of <concepts> in C++17, where libcu++ has them as constants: `enable_if_t<cuda::std::integral<T>>`.
// C++20, [concepts]. Included by cuda/std/concepts.
#pragma once

#include <type_traits>
#include <utility>

#include "fencepost_standard_library.h"

namespace cuda::std {

namespace fencepost_details {

template <class, template <class...> class Expression, class... T>
struct IsValid : ::std::false_type {};
template <template <class...> class Expression, class... T>
struct IsValid<::std::void_t<Expression<T...>>, Expression, T...> : ::std::true_type {};
template <template <class...> class Expression, class... T>
inline constexpr bool valid = IsValid<void, Expression, T...>::value;

template <class T>
using lvalue = const ::std::remove_reference_t<T>&;
template <class T, class U>
using equal_result = ::std::enable_if_t<::std::is_convertible_v<
    decltype(::std::declval<lvalue<T>>() == ::std::declval<lvalue<U>>()),
    bool>&& ::std::is_convertible_v<decltype(::std::declval<lvalue<T>>() != ::std::declval<lvalue<U>>()), bool>>;
template <class T, class U>
using less_result = ::std::enable_if_t<
    ::std::is_convertible_v<decltype(::std::declval<lvalue<T>>() < ::std::declval<lvalue<U>>()), bool>&& ::std::
        is_convertible_v<decltype(::std::declval<lvalue<T>>() > ::std::declval<lvalue<U>>()), bool>&& ::std::
            is_convertible_v<decltype(::std::declval<lvalue<T>>() <= ::std::declval<lvalue<U>>()), bool>&& ::std::
                is_convertible_v<decltype(::std::declval<lvalue<T>>() >= ::std::declval<lvalue<U>>()), bool>>;

}  // namespace fencepost_details

template <class T, class U>
inline constexpr bool same_as = ::std::is_same_v<T, U>;
template <class T, class Base>
inline constexpr bool derived_from =
    ::std::is_base_of_v<Base, T>&& ::std::is_convertible_v<const volatile T*, const volatile Base*>;
template <class From, class To>
inline constexpr bool convertible_to = ::std::is_convertible_v<From, To>;
template <class T>
inline constexpr bool integral = ::std::is_integral_v<T>;
template <class T>
inline constexpr bool signed_integral = integral<T>&& ::std::is_signed_v<T>;
template <class T>
inline constexpr bool unsigned_integral = integral<T> && !::std::is_signed_v<T>;
template <class T>
inline constexpr bool floating_point = ::std::is_floating_point_v<T>;

template <class T>
inline constexpr bool destructible = ::std::is_nothrow_destructible_v<T>;
template <class T, class... Arguments>
inline constexpr bool constructible_from = destructible<T>&& ::std::is_constructible_v<T, Arguments...>;
template <class T>
inline constexpr bool default_initializable = constructible_from<T>;
template <class T>
inline constexpr bool move_constructible = constructible_from<T, T>&& ::std::is_convertible_v<T, T>;
template <class T>
inline constexpr bool copy_constructible =
    move_constructible<T>&& constructible_from<T, T&>&& ::std::is_convertible_v<T&, T>&&
        constructible_from<T, const T&>&& ::std::is_convertible_v<const T&, T>&&
            constructible_from<T, const T>&& ::std::is_convertible_v<const T, T>;
template <class T, class U>
inline constexpr bool assignable_from = ::std::is_lvalue_reference_v<T>&& ::std::is_assignable_v<T, U>;
template <class T>
inline constexpr bool swappable = ::std::is_swappable_v<T>;
template <class T>
inline constexpr bool movable = ::std::is_object_v<T>&& move_constructible<T>&& assignable_from<T&, T>&& swappable<T>;
template <class T>
inline constexpr bool copyable = copy_constructible<T>&& movable<T>&& assignable_from<T&, T&>&&
    assignable_from<T&, const T&>&& assignable_from<T&, const T>;
template <class T>
inline constexpr bool semiregular = copyable<T>&& default_initializable<T>;

template <class T>
inline constexpr bool equality_comparable = fencepost_details::valid<fencepost_details::equal_result, T, T>;
template <class T, class U>
inline constexpr bool equality_comparable_with =
    equality_comparable<T>&& equality_comparable<U>&& fencepost_details::valid<fencepost_details::equal_result, T, U>&&
        fencepost_details::valid<fencepost_details::equal_result, U, T>;
template <class T>
inline constexpr bool totally_ordered =
    equality_comparable<T>&& fencepost_details::valid<fencepost_details::less_result, T, T>;
template <class T>
inline constexpr bool regular = semiregular<T>&& equality_comparable<T>;

template <class F, class... Arguments>
inline constexpr bool invocable = ::std::is_invocable_v<F, Arguments...>;
template <class F, class... Arguments>
inline constexpr bool regular_invocable = invocable<F, Arguments...>;
template <class F, class... Arguments>
inline constexpr bool predicate = ::std::is_invocable_r_v<bool, F, Arguments...>;

}  // namespace cuda::std
