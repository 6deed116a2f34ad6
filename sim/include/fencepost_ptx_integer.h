// Integer arithmetic in asm statements (PTX ISA, "Integer Arithmetic", "Extended-Precision Integer Arithmetic", parts
// of "Logic and Shift"), and what a warp does together with integers. Included by fencepost_ptx.h.
#pragma once

#include "fencepost_intrinsics.h"

extern "C" {
/// CC.CF. Set and read by neighbouring instructions of one thread.
extern __thread unsigned int fencepost_carry;
}

namespace fencepost_ptx {

// --- Products --------------------------------------------------------------------------------------------------------

template <class T>
struct double_width {
  __extension__ using type = __int128;
};
template <>
struct double_width<u16> {
  using type = u32;
};
template <>
struct double_width<s16> {
  using type = s32;
};
template <>
struct double_width<u32> {
  using type = u64;
};
template <>
struct double_width<s32> {
  using type = s64;
};
template <>
struct double_width<u64> {
  __extension__ using type = unsigned __int128;
};

enum class half { low, high, both };

/// A part of a * b.
template <half Half, class T>
FENCEPOST_PTX auto product(T a, T b) {
  using Wide = typename double_width<T>::type;
  const Wide whole = static_cast<Wide>(static_cast<Wide>(a) * static_cast<Wide>(b));
  if constexpr (Half == half::both) {
    return whole;
  } else {
    return static_cast<T>(Half == half::low ? whole : whole >> (8 * sizeof(T)));
  }
}
#define FENCEPOST_PTX_PRODUCT(name, part)                                                                              \
  template <class Form, class To, class TypeA, class TypeB>                                                            \
  FENCEPOST_PTX void mul_##name(Form, To&& to, const TypeA& a, const TypeB& b) {                                       \
    using T = typename Form::type;                                                                                     \
    put(to, product<half::part>(get<T>(a), get<T>(b)));                                                                \
  }                                                                                                                    \
  template <class Form, class To, class TypeA, class TypeB, class TypeC>                                               \
  FENCEPOST_PTX void mad_##name(Form, To&& to, const TypeA& a, const TypeB& b, const TypeC& c) {                       \
    using T = typename Form::type;                                                                                     \
    const auto of_two = product<half::part>(get<T>(a), get<T>(b));                                                     \
    using Sum = decltype(of_two);                                                                                      \
    put(to,                                                                                                            \
        of_integers<Form>(static_cast<plain<Sum>>(of_two), get<plain<Sum>>(c), [](auto x, auto y) { return x + y; })); \
  }
FENCEPOST_PTX_PRODUCT(lo, low)
FENCEPOST_PTX_PRODUCT(hi, high)
FENCEPOST_PTX_PRODUCT(wide, both)
#undef FENCEPOST_PTX_PRODUCT

/// The low 24 bits, with their sign.
template <class T>
FENCEPOST_PTX s64 of_24_bits(T value) {
  if constexpr (T(-1) < T(0)) return static_cast<s64>(static_cast<s32>(static_cast<u32>(value) << 8) >> 8);
  return static_cast<s64>(value & 0xffffffU);
}
#define FENCEPOST_PTX_PRODUCT_24(name, shift)                                                      \
  template <class Form, class To, class TypeA, class TypeB>                                        \
  FENCEPOST_PTX void mul24_##name(Form, To&& to, const TypeA& a, const TypeB& b) {                 \
    using T = typename Form::type;                                                                 \
    put(to, static_cast<T>(of_24_bits(get<T>(a)) * of_24_bits(get<T>(b)) >> (shift)));             \
  }                                                                                                \
  template <class Form, class To, class TypeA, class TypeB, class TypeC>                           \
  FENCEPOST_PTX void mad24_##name(Form, To&& to, const TypeA& a, const TypeB& b, const TypeC& c) { \
    using T = typename Form::type;                                                                 \
    const T of_two = static_cast<T>(of_24_bits(get<T>(a)) * of_24_bits(get<T>(b)) >> (shift));     \
    put(to, of_integers<Form>(of_two, get<T>(c), [](auto x, auto y) { return x + y; }));           \
  }
FENCEPOST_PTX_PRODUCT_24(lo, 0)
FENCEPOST_PTX_PRODUCT_24(hi, 16)
#undef FENCEPOST_PTX_PRODUCT_24

template <class Form, class To, class TypeA, class TypeB, class TypeC>
FENCEPOST_PTX void sad(Form, To&& to, const TypeA& first, const TypeB& second, const TypeC& c) {
  using T = typename Form::type;
  const T a = get<T>(first);
  const T b = get<T>(second);
  const u64 difference = a < b ? static_cast<u64>(b) - static_cast<u64>(a) : static_cast<u64>(a) - static_cast<u64>(b);
  put(to, static_cast<T>(static_cast<u64>(get<T>(c)) + difference));
}

/// Four products of bytes, or two of half words and bytes, and c. The signs are the types'.
template <class Form, class Step>
FENCEPOST_PTX u32 sum_of_products(u32 a, u32 b, u32 c, Step step) {
  constexpr bool kSignedA = typename Form::type(-1) < typename Form::type(0);
  constexpr bool kSignedB = typename Form::second_type(-1) < typename Form::second_type(0);
  const auto part = [](u32 word, u32 bits, u32 at, bool is_signed) {
    const u32 value = word << (32 - bits - at);
    return is_signed ? static_cast<s64>(static_cast<s32>(value) >> (32 - bits))
                     : static_cast<s64>(value >> (32 - bits));
  };
  return step(c, [&](u32 bits_of_a, u32 at_a, u32 at_b) {
    return static_cast<u32>(part(a, bits_of_a, at_a, kSignedA) * part(b, 8, at_b, kSignedB));
  });
}
template <class Form, class To, class TypeA, class TypeB, class TypeC>
FENCEPOST_PTX void dp4a(Form, To&& to, const TypeA& a, const TypeB& b, const TypeC& c) {
  put(to, sum_of_products<Form>(get<u32>(a), get<u32>(b), get<u32>(c), [](u32 sum, auto product_at) {
        for (u32 at = 0; at < 32; at += 8) sum += product_at(8, at, at);
        return sum;
      }));
}
template <class Form, class To, class TypeA, class TypeB, class TypeC>
FENCEPOST_PTX void dp2a_lo(Form, To&& to, const TypeA& a, const TypeB& b, const TypeC& c) {
  put(to, sum_of_products<Form>(get<u32>(a), get<u32>(b), get<u32>(c), [](u32 sum, auto product_at) {
        return sum + product_at(16, 0, 0) + product_at(16, 16, 8);
      }));
}
template <class Form, class To, class TypeA, class TypeB, class TypeC>
FENCEPOST_PTX void dp2a_hi(Form, To&& to, const TypeA& a, const TypeB& b, const TypeC& c) {
  put(to, sum_of_products<Form>(get<u32>(a), get<u32>(b), get<u32>(c), [](u32 sum, auto product_at) {
        return sum + product_at(16, 0, 16) + product_at(16, 16, 24);
      }));
}

// --- With carry ------------------------------------------------------------------------------------------------------

/// a + b + carry; sets the carry if `Sets`.
template <bool Sets, class T>
FENCEPOST_PTX T sum_with_carry(T a, T b, unsigned carry) {
  using Bits = integer_of<T>;
  const auto x = static_cast<Bits>(a);
  const auto sum = static_cast<Bits>(x + static_cast<Bits>(b));
  const auto all = static_cast<Bits>(sum + carry);
  if constexpr (Sets) fencepost_carry = sum < x || all < sum ? 1 : 0;
  return static_cast<T>(all);
}
/// a - b - borrow, which is where CC.CF is.
template <bool Sets, class T>
FENCEPOST_PTX T difference_with_borrow(T a, T b, unsigned borrow) {
  using Bits = integer_of<T>;
  const auto x = static_cast<Bits>(a);
  const auto y = static_cast<Bits>(b);
  if constexpr (Sets) fencepost_carry = x < y || (x == y && borrow != 0) ? 1 : 0;
  return static_cast<T>(x - y - borrow);
}
#define FENCEPOST_PTX_WITH_CARRY(name, call)                                        \
  template <class Form, class To, class TypeA, class TypeB>                         \
  FENCEPOST_PTX void name(Form, To&& to, const TypeA& first, const TypeB& second) { \
    using T = typename Form::type;                                                  \
    const T a = get<T>(first);                                                      \
    const T b = get<T>(second);                                                     \
    put(to, call);                                                                  \
  }
FENCEPOST_PTX_WITH_CARRY(add_cc, sum_with_carry<true>(a, b, 0))
FENCEPOST_PTX_WITH_CARRY(addc, sum_with_carry<false>(a, b, fencepost_carry))
FENCEPOST_PTX_WITH_CARRY(addc_cc, sum_with_carry<true>(a, b, fencepost_carry))
FENCEPOST_PTX_WITH_CARRY(sub_cc, difference_with_borrow<true>(a, b, 0))
FENCEPOST_PTX_WITH_CARRY(subc, difference_with_borrow<false>(a, b, fencepost_carry))
FENCEPOST_PTX_WITH_CARRY(subc_cc, difference_with_borrow<true>(a, b, fencepost_carry))
#undef FENCEPOST_PTX_WITH_CARRY
#define FENCEPOST_PTX_PRODUCT_WITH_CARRY(name, part, sets, carry)                               \
  template <class Form, class To, class TypeA, class TypeB, class TypeC>                        \
  FENCEPOST_PTX void name(Form, To&& to, const TypeA& a, const TypeB& b, const TypeC& c) {      \
    using T = typename Form::type;                                                              \
    put(to, sum_with_carry<sets>(product<half::part>(get<T>(a), get<T>(b)), get<T>(c), carry)); \
  }
FENCEPOST_PTX_PRODUCT_WITH_CARRY(mad_lo_cc, low, true, 0)
FENCEPOST_PTX_PRODUCT_WITH_CARRY(mad_hi_cc, high, true, 0)
FENCEPOST_PTX_PRODUCT_WITH_CARRY(madc_lo, low, false, fencepost_carry)
FENCEPOST_PTX_PRODUCT_WITH_CARRY(madc_hi, high, false, fencepost_carry)
FENCEPOST_PTX_PRODUCT_WITH_CARRY(madc_lo_cc, low, true, fencepost_carry)
FENCEPOST_PTX_PRODUCT_WITH_CARRY(madc_hi_cc, high, true, fencepost_carry)
#undef FENCEPOST_PTX_PRODUCT_WITH_CARRY

// --- Bits ------------------------------------------------------------------------------------------------------------

template <class Form, class To, class TypeA>
FENCEPOST_PTX void cnot(Form, To&& to, const TypeA& a) {
  using T = typename Form::type;
  put(to, get<T>(a) == T(0) ? T(1) : T(0));
}
/// `length` ones from bit `from` on.
template <class Form, class To, class TypeA, class TypeB>
FENCEPOST_PTX void bmsk_clamp(Form, To&& to, const TypeA& from, const TypeB& length) {
  put(to, shifted_left(low_bits<u32>(get<u32>(length)), get<u32>(from)));
}
template <class Form, class To, class TypeA, class TypeB>
FENCEPOST_PTX void bmsk_wrap(Form, To&& to, const TypeA& from, const TypeB& length) {
  put(to, shifted_left(low_bits<u32>(get<u32>(length) & 31), get<u32>(from) & 31));
}
/// The low `bits` of a, the rest 0 or its sign.
template <class T>
FENCEPOST_PTX T extended(T a, u32 bits) {
  if (bits == 0) return T(0);
  if (bits >= 32) return a;
  return static_cast<T>(static_cast<T>(static_cast<u32>(a) << (32 - bits)) >> (32 - bits));
}
template <class Form, class To, class TypeA, class TypeB>
FENCEPOST_PTX void szext_clamp(Form, To&& to, const TypeA& a, const TypeB& bits) {
  put(to, extended(get<typename Form::type>(a), get<u32>(bits)));
}
template <class Form, class To, class TypeA, class TypeB>
FENCEPOST_PTX void szext_wrap(Form, To&& to, const TypeA& a, const TypeB& bits) {
  put(to, extended(get<typename Form::type>(a), get<u32>(bits) & 31));
}
/// By how much to shift left, to bring the bit that bfind finds to the top.
template <class Form, class To, class TypeA>
FENCEPOST_PTX void bfind_shiftamt(Form form, To&& to, const TypeA& a) {
  u32 place = 0;
  bfind(form, place, a);
  put(to, place == ~u32{0} ? place : static_cast<u32>(8 * sizeof(typename Form::type) - 1) - place);
}
/// Four bytes of the eight of (a, b), the places given for each of the modes by the lowest two bits of c.
#define FENCEPOST_PTX_PERMUTE(mode, place)                                                               \
  template <class Form, class To, class TypeA, class TypeB, class TypeC>                                 \
  FENCEPOST_PTX void prmt_##mode(Form, To&& to, const TypeA& a, const TypeB& b, const TypeC& selector) { \
    const u32 c = get<u32>(selector) & 3;                                                                \
    u32 selectors = 0;                                                                                   \
    for (u32 i = 0; i < 4; ++i) selectors |= ((place)&7U) << (4 * i);                                    \
    put(to, __byte_perm(get<u32>(a), get<u32>(b), selectors));                                           \
  }
FENCEPOST_PTX_PERMUTE(f4e, c + i)
FENCEPOST_PTX_PERMUTE(b4e, c - i)
FENCEPOST_PTX_PERMUTE(rc8, c)
FENCEPOST_PTX_PERMUTE(ecl, i < c ? c : i)
FENCEPOST_PTX_PERMUTE(ecr, i > c ? c : i)
FENCEPOST_PTX_PERMUTE(rc16, (c & 1) * 2 + (i & 1))
#undef FENCEPOST_PTX_PERMUTE

#define FENCEPOST_PTX_FUNNEL(name, function)                                                        \
  template <class Form, class To, class TypeA, class TypeB, class TypeC>                            \
  FENCEPOST_PTX void name(Form, To&& to, const TypeA& low, const TypeB& high, const TypeC& shift) { \
    put(to, function(get<u32>(low), get<u32>(high), get<u32>(shift)));                              \
  }
FENCEPOST_PTX_FUNNEL(shf_l_wrap, __funnelshift_l)
FENCEPOST_PTX_FUNNEL(shf_l_clamp, __funnelshift_lc)
FENCEPOST_PTX_FUNNEL(shf_r_wrap, __funnelshift_r)
FENCEPOST_PTX_FUNNEL(shf_r_clamp, __funnelshift_rc)
#undef FENCEPOST_PTX_FUNNEL

/// a and b, saturated to the type, in the low bits of the result, b lowest; c, if given, above them.
template <class Form, class To, class TypeA, class TypeB, class... TypeC>
FENCEPOST_PTX void cvt_pack(Form, To&& to, const TypeA& a, const TypeB& b, const TypeC&... c) {
  using T = typename Form::type;
  constexpr u32 kBits = 8 * sizeof(T);
  const auto one = [](s32 value) {
    using Range = fencepost_rt::narrow::IntegerRange<T>;
    const T fits = value > static_cast<s32>(Range::kGreatest) ? Range::kGreatest
                   : value < static_cast<s32>(Range::kLeast)  ? Range::kLeast
                                                              : static_cast<T>(value);
    return static_cast<u32>(static_cast<integer_of<T>>(fits));
  };
  u32 packed = one(get<s32>(a)) << kBits | one(get<s32>(b));
  ((packed |= kBits == 8 ? get<u32>(c) << 16 : 0U), ...);
  put(to, packed);
}

// --- Warps -----------------------------------------------------------------------------------------------------------

#define FENCEPOST_PTX_REDUCE(name, function)                                           \
  template <class Form, class To, class From, class Mask>                              \
  FENCEPOST_PTX void redux_##name(Form, To&& to, const From& from, const Mask& mask) { \
    put(to, function(lanes_of(get<u32>(mask)), get<typename Form::type>(from)));       \
  }
FENCEPOST_PTX_REDUCE(add, __reduce_add_sync)
FENCEPOST_PTX_REDUCE(least, __reduce_min_sync)
FENCEPOST_PTX_REDUCE(greatest, __reduce_max_sync)
FENCEPOST_PTX_REDUCE(and, __reduce_and_sync)
FENCEPOST_PTX_REDUCE(or, __reduce_or_sync)
FENCEPOST_PTX_REDUCE(xor, __reduce_xor_sync)
#undef FENCEPOST_PTX_REDUCE

template <class Form, class To>
FENCEPOST_PTX void activemask(Form, To&& to) {
  put(to, mask_of(__activemask()));
}
/// The lowest lane of the mask.
template <class Form, class To, class TypeP, class Mask>
FENCEPOST_PTX void elect_sync(Form, To&& to, TypeP&& is_leader, const Mask& mask) {
  const u32 lanes = get<u32>(mask);
  __syncwarp(lanes_of(lanes));
  const u32 leader = lanes == 0 ? 0 : static_cast<u32>(__builtin_ctz(lanes));
  put(to, leader);
  put(is_leader, laneid() == leader);
}
template <class Form, class To, class From, class Mask>
FENCEPOST_PTX void match_all(Form, To&& to, const From& from, const Mask& mask) {
  match_all(Form(), to, sink(), from, mask);
}
template <class Form, class To, class TypeP, class From, class Mask>
FENCEPOST_PTX void match_all(Form, To&& to, TypeP&& predicate, const From& from, const Mask& mask) {
  int all = 0;
  put(to, mask_of(__match_all_sync(lanes_of(get<u32>(mask)), get<typename Form::type>(from), &all)));
  put(predicate, all != 0);
}
template <class Form, class To, class TypeP, class Mask>
FENCEPOST_PTX void vote_uni(Form, To&& to, const TypeP& predicate, const Mask& mask) {
  const u32 lanes = get<u32>(mask);
  const u32 votes = mask_of(fencepost_vote(2, lanes_of(lanes), predicate ? 1 : 0));
  put(to, votes == 0 || votes == lanes);
}

// Of each half of the registers.
#define FENCEPOST_PTX_HALVES(name, type, expression)                                \
  template <class Form, class To, class TypeA, class TypeB>                         \
  FENCEPOST_PTX void name(Form, To& to, const TypeA& from_a, const TypeB& from_b) { \
    u32 result = 0;                                                                 \
    for (unsigned shift = 0; shift < 32; shift += 16) {                             \
      const auto a = static_cast<type>(get<u32>(from_a) >> shift);                  \
      const auto b = static_cast<type>(get<u32>(from_b) >> shift);                  \
      result |= u32{static_cast<u16>(expression)} << shift;                         \
    }                                                                               \
    put(to, result);                                                                \
  }
FENCEPOST_PTX_HALVES(add_halves, u16, a + b)
FENCEPOST_PTX_HALVES(max_halves, u16, a > b ? a : b)
FENCEPOST_PTX_HALVES(min_halves, u16, a < b ? a : b)
FENCEPOST_PTX_HALVES(max_signed_halves, s16, a > b ? a : b)
FENCEPOST_PTX_HALVES(min_signed_halves, s16, a < b ? a : b)
#undef FENCEPOST_PTX_HALVES

}  // namespace fencepost_ptx
