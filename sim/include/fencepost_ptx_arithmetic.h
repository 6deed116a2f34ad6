// Moves, logic and shifts in asm statements (PTX ISA, "Logic and Shift", "Scalar Video"). Included by fencepost_ptx.h.
#pragma once

#include "fencepost_intrinsics.h"
#include "fencepost_rounding.h"

namespace fencepost_ptx {

// --- Moves, comparisons ----------------------------------------------------------------------------------------------

template <class Form, class To, class From>
FENCEPOST_PTX void mov(Form, To&& to, const From& from) {
  put(to, get<typename Form::type>(from));
}
template <class Form, class To, class TypeA, class TypeB, class TypeP>
FENCEPOST_PTX void selp(Form, To&& to, const TypeA& a, const TypeB& b, const TypeP& p) {
  put(to, p ? get<typename Form::type>(a) : get<typename Form::type>(b));
}
/// Between a number and its two or four parts, the lowest first.
template <class Form, class To, class... From>
FENCEPOST_PTX void mov_pack(Form, To&& to, const From&... from) {
  constexpr unsigned kBits = 8 * sizeof(typename Form::type) / sizeof...(From);
  integer<sizeof(typename Form::type) == 16 ? 16 : 8> all = 0;
  unsigned at = 0;
  ((all |= decltype(all){get<integer_of<From>>(from) & (~u64{0} >> (64 - kBits))} << at, at += kBits), ...);
  put(to, static_cast<integer_of<typename Form::type>>(all));
}
template <class Form, class From, class... To>
FENCEPOST_PTX void mov_unpack(Form, const From& from, To&&... to) {
  constexpr unsigned kBits = 8 * sizeof(typename Form::type) / sizeof...(To);
  const auto all = get<integer_of<typename Form::type>>(from);
  unsigned at = 0;
  ((put(to, static_cast<integer<kBits / 8>>(all >> at)), at += kBits), ...);
}

#define FENCEPOST_PTX_BINARY(name, expression)                                      \
  template <class Form, class To, class TypeA, class TypeB>                         \
  FENCEPOST_PTX void name(Form, To&& to, const TypeA& first, const TypeB& second) { \
    using T = typename Form::type;                                                  \
    const T a = get<T>(first);                                                      \
    const T b = get<T>(second);                                                     \
    put(to, static_cast<T>(expression));                                            \
  }
#define FENCEPOST_PTX_UNARY(name, expression)                    \
  template <class Form, class To, class TypeA>                   \
  FENCEPOST_PTX void name(Form, To&& to, const TypeA& operand) { \
    const auto a = get<typename Form::type>(operand);            \
    put(to, expression);                                         \
  }

FENCEPOST_PTX_BINARY(bit_and, a& b)
FENCEPOST_PTX_BINARY(bit_or, a | b)
FENCEPOST_PTX_BINARY(bit_xor, a ^ b)

template <class Form, class To, class TypeA>
FENCEPOST_PTX void bit_not(Form, To&& to, const TypeA& operand) {
  using T = typename Form::type;
  const T a = get<T>(operand);
  if constexpr (__is_same(T, pred)) {
    put(to, !a);
  } else {
    put(to, static_cast<T>(~a));
  }
}

/// The amount is clamped to the number of bits: what is shifted by all of them is 0, or all sign.
template <class T>
FENCEPOST_PTX T shifted_left(T value, u32 amount) {
  return amount < 8 * sizeof(T) ? static_cast<T>(static_cast<u64>(value) << amount) : T(0);
}
template <class T>
FENCEPOST_PTX T shifted_right(T value, u32 amount) {
  if (amount < 8 * sizeof(T)) return static_cast<T>(value >> amount);
  return value < 0 ? static_cast<T>(-1) : T(0);
}
template <class Form, class To, class TypeA, class TypeB>
FENCEPOST_PTX void shl(Form, To&& to, const TypeA& a, const TypeB& b) {
  put(to, shifted_left(get<typename Form::type>(a), get<u32>(b)));
}
template <class Form, class To, class TypeA, class TypeB>
FENCEPOST_PTX void shr(Form, To&& to, const TypeA& a, const TypeB& b) {
  put(to, shifted_right(get<typename Form::type>(a), get<u32>(b)));
}

FENCEPOST_PTX_UNARY(popc, u32(sizeof(a) == 8 ? __popcll(a) : __popc(a)))
FENCEPOST_PTX_UNARY(clz, u32(sizeof(a) == 8 ? __clzll(static_cast<s64>(a)) : __clz(static_cast<s32>(a))))
template <class Form, class To, class TypeA>
FENCEPOST_PTX void brev(Form, To&& to, const TypeA& a) {
  if constexpr (sizeof(typename Form::type) == 8) {
    put(to, __brevll(get<u64>(a)));
  } else {
    put(to, __brev(get<u32>(a)));
  }
}

/// The low `length` bits of a T set; all of them if there are not that many.
template <class T>
FENCEPOST_PTX integer_of<T> low_bits(u32 length) {
  return length < 8 * sizeof(T) ? (integer_of<T>(1) << length) - 1 : static_cast<integer_of<T>>(~u64{0});
}
template <class Form, class To, class TypeA, class TypeB, class TypeC>
FENCEPOST_PTX void bfe(Form, To&& to, const TypeA& from, const TypeB& position, const TypeC& count) {
  using T = typename Form::type;
  using Bits = integer_of<T>;
  constexpr u32 kLast = 8 * sizeof(T) - 1;
  const Bits a = get<Bits>(from);
  const u32 at = get<u32>(position) & 0xff;
  const u32 length = get<u32>(count) & 0xff;
  const Bits field = shifted_right(a, at) & low_bits<T>(length);
  const u32 sign_at = at + length - 1 < kLast ? at + length - 1 : kLast;
  const bool negative = T(-1) < T(0) && length != 0 && (a >> sign_at & 1) != 0;
  const u32 valid = at > kLast ? 0 : length < kLast + 1 - at ? length : kLast + 1 - at;
  put(to, static_cast<Bits>(negative ? field | ~low_bits<T>(valid) : field));
}
/// Inserts the low bits of `from` into `into`.
template <class Form, class To, class TypeA, class TypeB, class TypeC, class TypeD>
FENCEPOST_PTX void bfi(Form, To&& to, const TypeA& from, const TypeB& into, const TypeC& position, const TypeD& count) {
  using T = typename Form::type;
  const u32 at = get<u32>(position) & 0xff;
  const T mask = shifted_left(low_bits<T>(get<u32>(count) & 0xff), at);
  put(to, static_cast<T>((get<T>(into) & ~mask) | (shifted_left(get<T>(from), at) & mask)));
}
template <class Form, class To, class TypeA, class TypeB, class TypeC>
FENCEPOST_PTX void prmt(Form, To&& to, const TypeA& a, const TypeB& b, const TypeC& selector) {
  const u64 bytes = u64{get<u32>(b)} << 32 | get<u32>(a);
  u32 result = 0;
  for (u32 i = 0; i < 4; ++i) {
    const u32 nibble = get<u32>(selector) >> 4 * i & 0xf;
    u32 byte = static_cast<u32>(bytes >> 8 * (nibble & 7) & 0xff);
    if ((nibble & 8) != 0) byte = (byte & 0x80) != 0 ? 0xff : 0;  // The sign of the byte, replicated.
    result |= byte << 8 * i;
  }
  put(to, result);
}
/// The place of the highest bit that is set (of a negative number: that is not), or all ones if there is none.
template <class Form, class To, class TypeA>
FENCEPOST_PTX void bfind(Form, To&& to, const TypeA& from) {
  using T = typename Form::type;
  T value = get<T>(from);
  if (value < T{0}) value = static_cast<T>(~value);
  put(to, value == T{0} ? ~u32{0} : static_cast<u32>(63 - __builtin_clzll(static_cast<u64>(value))));
}
/// `table` has the result of (a, b, c) bit by bit at 4 a + 2 b + c.
template <class Form, class To, class TypeA, class TypeB, class TypeC, class TypeD>
FENCEPOST_PTX void lop3(Form, To&& to, const TypeA& first, const TypeB& second, const TypeC& third,
                        const TypeD& table) {
  const u32 a = get<u32>(first);
  const u32 b = get<u32>(second);
  const u32 c = get<u32>(third);
  u32 result = 0;
  for (u32 row = 0; row < 8; ++row) {
    if ((get<u32>(table) >> row & 1) == 0) continue;
    result |= ((row & 4) != 0 ? a : ~a) & ((row & 2) != 0 ? b : ~b) & ((row & 1) != 0 ? c : ~c);
  }
  put(to, result);
}
/// Also whether the result is not 0, combined with a predicate.
template <class Form, class To, class TypeP, class TypeA, class TypeB, class TypeC, class TypeD, class TypeQ>
FENCEPOST_PTX void lop3_or(Form form, To&& to, TypeP&& is_set, const TypeA& first, const TypeB& second,
                           const TypeC& third, const TypeD& table, const TypeQ& other) {
  u32 result = 0;
  const pred with = get<pred>(other);
  lop3(form, result, first, second, third, table);
  put(to, result);
  put(is_set, pred{result != 0 || with});
}
template <class Form, class To, class TypeP, class TypeA, class TypeB, class TypeC, class TypeD, class TypeQ>
FENCEPOST_PTX void lop3_and(Form form, To&& to, TypeP&& is_set, const TypeA& first, const TypeB& second,
                            const TypeC& third, const TypeD& table, const TypeQ& other) {
  u32 result = 0;
  const pred with = get<pred>(other);
  lop3(form, result, first, second, third, table);
  put(to, result);
  put(is_set, pred{result != 0 && with});
}

#define FENCEPOST_PTX_VIDEO(name, expression)                                                           \
  template <class Form, class To, class TypeA, class TypeB, class TypeC>                                \
  FENCEPOST_PTX void name(Form, To&& to, const TypeA& first, const TypeB& second, const TypeC& third) { \
    using T = typename Form::type;                                                                      \
    static_assert(__is_same(T, u32) || __is_same(T, s32), #name " is known for u32 and s32 only");      \
    const T a = get<T>(first);                                                                          \
    const T b = get<T>(second);                                                                         \
    put(to, static_cast<u32>(expression) + get<u32>(third));                                            \
  }
FENCEPOST_PTX_VIDEO(vadd_add, u32(a) + u32(b))
FENCEPOST_PTX_VIDEO(vshl_add, shifted_left(a, u32(b)))
FENCEPOST_PTX_VIDEO(vshr_add, shifted_right(a, u32(b)))
FENCEPOST_PTX_VIDEO(vabsdiff_add, a > b ? u32(a) - u32(b) : u32(b) - u32(a))
FENCEPOST_PTX_VIDEO(vabsdiff4_add, __is_same(T, s32) ? __vsads4(u32(a), u32(b)) : __vsadu4(u32(a), u32(b)))

#undef FENCEPOST_PTX_VIDEO
#undef FENCEPOST_PTX_UNARY
#undef FENCEPOST_PTX_BINARY

}  // namespace fencepost_ptx
