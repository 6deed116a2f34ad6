// What the PTX instructions in asm statements do (PTX ISA, "Instruction Set"): fencepost-nvcc turns each statement into
// calls of these functions. See docs/inline-ptx.md; compiler/ptx/instructions.cpp lists the instructions.
//
// Registers are variables of the user's code, of any type of the right size; an instruction's types say how their bits
// are meant.
#pragma once

#include "fencepost_async.h"
#include "fencepost_atomic_operations.h"
#include "fencepost_device.h"

#define FENCEPOST_PTX inline __attribute__((always_inline))

extern "C" {
/// A thread that comes here stops: `what` is not supported. Defined in sim/device/refusals.cpp.
[[noreturn]] __attribute__((device)) void fencepost_unsupported(const char* what);
/// Defined in sim/device/named_barriers.cpp. `threads` 0: all of the block. `waits`: sync, else arrive.
FENCEPOST_BARRIER void fencepost_named_barrier(unsigned number, unsigned threads, bool waits);
/// An exchange of 16 bytes; `compares`: if `*found` is there, which becomes what was. Defined in
/// sim/device/atomics.cpp.
void fencepost_exchange_wide(void* address, const unsigned __int128* value, unsigned __int128* found, bool compares);
}

#include "fencepost_ptx_window.h"

namespace fencepost_ptx {

using b8 = unsigned char;
using u8 = unsigned char;
using s8 = signed char;
using b16 = unsigned short;
using u16 = unsigned short;
using s16 = short;
using b32 = unsigned int;
using u32 = unsigned int;
using s32 = int;
using b64 = unsigned long long;
using b128 = unsigned __int128;
using u64 = unsigned long long;
using s64 = long long;
using f32 = float;
using f64 = double;
using pred = bool;
/// Bits of narrow numbers, and pairs, the lower half first.
struct f16 {
  unsigned short bits;
};
struct bf16 {
  unsigned short bits;
};
struct alignas(4) f16x2 {
  f16 low, high;
};
struct alignas(4) bf16x2 {
  bf16 low, high;
};
struct alignas(8) f32x2 {
  float low, high;
};
struct tf32 {
  float value;
};
struct alignas(2) e4m3x2 {
  unsigned char low, high;
};
struct alignas(2) e5m2x2 {
  unsigned char low, high;
};
struct alignas(2) e2m3x2 {
  unsigned char low, high;
};
struct alignas(2) e3m2x2 {
  unsigned char low, high;
};
struct e2m1x2 {
  unsigned char both;  ///< Of 4 bits each.
};
struct alignas(2) ue8m0x2 {
  unsigned char low, high;
};

/// `coherent`: strong and relaxed, also of a vector as a whole.
enum class semantics { none, weak, is_volatile, coherent, relaxed, acquire, release, acq_rel, sc };
enum class scope { none, cta, cluster, gpu, sys };
/// `shared_cluster`: of any block of the cluster.
enum class space { generic, global, shared, shared_cluster, constant, local, param };
/// How a result is rounded, and what else an instruction does to its operands and result. `approx`, `full`: no more
/// exact than it likes; here as exact as the C library.
namespace modifiers {
enum : unsigned {
  rn = 1,
  rz = 2,
  rm = 4,
  rp = 8,
  rna = 16,
  rni = 32,
  rzi = 64,
  rmi = 128,
  rpi = 256,
  ftz = 512,
  sat = 1024,
  satfinite = 2048,
  relu = 4096,
  approx = 8192,
  full = 16384,
  NaN = 32768,
  xorsign = 65536,
  abs = 131072
};
}  // namespace modifiers

/// The qualifiers of an instruction.
template <class Type, class SecondType, semantics Semantics, scope Scope, space Space, unsigned Modifiers = 0>
struct form {
  using type = Type;
  using second_type = SecondType;
  static constexpr semantics kSemantics = Semantics;
  static constexpr space kSpace = Space;
  static constexpr bool has(unsigned modifier) { return (Modifiers & modifier) != 0; }
  static constexpr int kOrder = Semantics == semantics::acquire   ? __ATOMIC_ACQUIRE
                                : Semantics == semantics::release ? __ATOMIC_RELEASE
                                : Semantics == semantics::acq_rel ? __ATOMIC_ACQ_REL
                                : Semantics == semantics::sc      ? __ATOMIC_SEQ_CST
                                                                  : __ATOMIC_RELAXED;
  /// The scope of what is strong.
  static constexpr int scope_or(int otherwise) {
    return Scope == scope::cta       ? fencepost_rt::atomics::kBlock
           : Scope == scope::cluster ? fencepost_rt::atomics::kCluster
           : Scope == scope::gpu     ? fencepost_rt::atomics::kDevice
           : Scope == scope::sys     ? fencepost_rt::atomics::kSystem
                                     : otherwise;
  }
};

template <class T>
struct plain_type {
  using type = T;
};
template <class T>
struct plain_type<const T> {
  using type = T;
};
template <class T>
using plain = typename plain_type<T>::type;

/// A destination that is not wanted.
struct sink {};

// --- Registers -------------------------------------------------------------------------------------------------------

/// The bits of a register, read as T.
template <class T, class Register>
FENCEPOST_PTX T get(const Register& value) {
  if constexpr (sizeof(T) == sizeof(Register)) {
    T result;
    __builtin_memcpy(&result, &value, sizeof(T));
    return result;
  } else {
    return static_cast<T>(value);
  }
}
template <class T, class Register>
FENCEPOST_PTX void put(Register& to, const T& value) {
  if constexpr (__is_same(Register, sink) || __is_same(Register, const sink)) {
    return;
  } else if constexpr (sizeof(T) == sizeof(Register)) {
    __builtin_memcpy(&to, &value, sizeof(T));
  } else {
    to = static_cast<Register>(value);
  }
}

template <unsigned Bytes>
struct integer_type;
template <>
struct integer_type<1> {
  using type = u8;
};
template <>
struct integer_type<2> {
  using type = u16;
};
template <>
struct integer_type<4> {
  using type = u32;
};
template <>
struct integer_type<8> {
  using type = u64;
};
template <>
struct integer_type<16> {
  using type = b128;
};
/// The unsigned integer of this size, and of the size of T.
template <unsigned Bytes>
using integer = typename integer_type<Bytes>::type;
template <class T>
using integer_of = integer<sizeof(T)>;

FENCEPOST_PTX float float_of(unsigned int bits) { return get<float>(bits); }
FENCEPOST_PTX double double_of(unsigned long long bits) { return get<double>(bits); }

FENCEPOST_PTX unsigned int rank_in_block() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

// PTX's warps have 32 lanes. In wavefronts of 64, of programs in HIP, each half is one: so CUB has it, and Thrust.

FENCEPOST_PTX unsigned int laneid() { return rank_in_block() % 32; }
FENCEPOST_PTX unsigned int warpid() { return rank_in_block() / 32; }
/// The blocks take turns on the device's 16 multiprocessors.
FENCEPOST_PTX unsigned int smid() { return (blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)) % 16; }
/// The lanes of PTX's mask, and the other way round, those of the own half.
FENCEPOST_PTX fencepost_rt::LaneMask lanes_of(unsigned int mask) {
  if constexpr (warpSize == 32) return mask;
  return static_cast<fencepost_rt::LaneMask>(mask) << (rank_in_block() & 32);
}
FENCEPOST_PTX unsigned int mask_of(fencepost_rt::LaneMask lanes) {
  if constexpr (warpSize == 32) return static_cast<unsigned int>(lanes);
  return static_cast<unsigned int>(lanes >> (rank_in_block() & 32));
}

// --- Addresses -------------------------------------------------------------------------------------------------------
template <class T>
inline constexpr bool kIsPointer = false;
template <class T>
inline constexpr bool kIsPointer<T*> = true;

template <space Space, class Register>
FENCEPOST_PTX char* address(const Register& base, long offset) {
  if constexpr (Space == space::shared && !kIsPointer<Register>) {
    return static_cast<char*>(shared_pointer(static_cast<unsigned long>(base))) + offset;
  } else if constexpr (Space == space::shared_cluster && !kIsPointer<Register>) {
    return static_cast<char*>(cluster_pointer(static_cast<unsigned long>(base))) + offset;
  } else {
    static_assert(sizeof(Register) == 8, "an address outside of shared memory has 64 bits");
    return reinterpret_cast<char*>(get<unsigned long>(base) + static_cast<unsigned long>(offset));
  }
}

// Only addresses in the shared window are others than generic ones.

template <class Form, class To, class From>
FENCEPOST_PTX void cvta_to(Form, To& to, const From& generic) {
  if constexpr (Form::kSpace == space::shared) {
    put(to, u64{shared_offset(address<space::generic>(generic, 0))});
  } else if constexpr (Form::kSpace == space::shared_cluster) {
    put(to, u64{cluster_offset(address<space::generic>(generic, 0))});
  } else {
    put(to, get<u64>(generic));
  }
}
template <class Form, class To, class From>
FENCEPOST_PTX void cvta(Form, To& to, const From& window) {
  put(to, reinterpret_cast<u64>(address<Form::kSpace>(window, 0)));
}

// --- Memory ----------------------------------------------------------------------------------------------------------

template <class Form>
inline constexpr bool kIsWeak = Form::kSemantics == semantics::none || Form::kSemantics == semantics::weak;

template <class T, unsigned Count>
struct alignas(sizeof(T) * Count) elements {
  T element[Count];
};

template <unsigned Bytes>
struct bits_type {
  using type = integer<Bytes>;
};
template <>
struct bits_type<16> {
  __extension__ using type = unsigned __int128;
};
template <unsigned Bytes>
using bits_of = typename bits_type<Bytes>::type;

/// A weak access of several elements is one access; a strong one is one for each, in no order.
template <class Form, class... To>
FENCEPOST_PTX void ld(Form, char* from, To&&... to) {
  using T = typename Form::type;
  constexpr unsigned kCount = sizeof...(To);
  static_assert(kCount == 1 || kCount == 2 || kCount == 4 || kCount == 8, "vectors have 2, 4 or 8 elements");
  unsigned i = 0;
  if constexpr (kIsWeak<Form>) {
    const elements<T, kCount> all = *reinterpret_cast<const elements<T, kCount>*>(from);
    (put(to, all.element[i++]), ...);
  } else if constexpr (Form::kSemantics == semantics::coherent) {
    using Bits = bits_of<sizeof(T) * kCount>;
    const Bits bits = *reinterpret_cast<const volatile Bits*>(from);
    elements<T, kCount> all;
    __builtin_memcpy(&all, &bits, sizeof(bits));
    (put(to, all.element[i++]), ...);
  } else if constexpr (Form::kSemantics == semantics::is_volatile) {
    (put(to, static_cast<T>(reinterpret_cast<const volatile T*>(from)[i++])), ...);
  } else {
    constexpr int kScope = Form::scope_or(fencepost_rt::atomics::kSystem);
    (put(to, fencepost_rt::atomics::load(reinterpret_cast<const T*>(from) + i++, Form::kOrder, kScope)), ...);
  }
}
template <class Form, class... From>
FENCEPOST_PTX void st(Form, char* to, const From&... from) {
  using T = typename Form::type;
  constexpr unsigned kCount = sizeof...(From);
  static_assert(kCount == 1 || kCount == 2 || kCount == 4 || kCount == 8, "vectors have 2, 4 or 8 elements");
  unsigned i = 0;
  if constexpr (kIsWeak<Form>) {
    *reinterpret_cast<elements<T, kCount>*>(to) = elements<T, kCount>{{get<T>(from)...}};
  } else if constexpr (Form::kSemantics == semantics::coherent) {
    using Bits = bits_of<sizeof(T) * kCount>;
    const elements<T, kCount> all{{get<T>(from)...}};
    Bits bits;
    __builtin_memcpy(&bits, &all, sizeof(bits));
    *reinterpret_cast<volatile Bits*>(to) = bits;
  } else if constexpr (Form::kSemantics == semantics::is_volatile) {
    ((reinterpret_cast<volatile T*>(to)[i++] = get<T>(from)), ...);
  } else {
    constexpr int kScope = Form::scope_or(fencepost_rt::atomics::kSystem);
    (fencepost_rt::atomics::store(reinterpret_cast<T*>(to) + i++, get<T>(from), Form::kOrder, kScope), ...);
  }
}

template <class T>
FENCEPOST_PTX T atom_exchange(T* address, T value, int order, int scope) {
  if constexpr (sizeof(T) == 16) {
    T found;
    fencepost_rt::atomics::announce(order, scope);
    fencepost_exchange_wide(address, &value, &found, false);
    return found;
  } else {
    return fencepost_rt::atomics::exchange(address, value, order, scope);
  }
}

#define FENCEPOST_PTX_ATOMIC(name, expression)                                   \
  template <class Form, class To, class Operand>                                 \
  FENCEPOST_PTX void atom_##name(Form, To&& to, char* at, const Operand& from) { \
    using T = typename Form::type;                                               \
    constexpr int kScope = Form::scope_or(fencepost_rt::atomics::kDevice);       \
    T* const address = reinterpret_cast<T*>(at);                                 \
    const T operand = get<T>(from);                                              \
    put(to, expression);                                                         \
  }                                                                              \
  template <class Form, class Operand>                                           \
  FENCEPOST_PTX void red_##name(Form form, char* at, const Operand& from) {      \
    atom_##name(form, sink(), at, from);                                         \
  }
FENCEPOST_PTX_ATOMIC(add, fencepost_rt::atomics::fetch_add(address, operand, Form::kOrder, kScope))
FENCEPOST_PTX_ATOMIC(and, fencepost_rt::atomics::fetch_and(address, operand, Form::kOrder, kScope))
FENCEPOST_PTX_ATOMIC(or, fencepost_rt::atomics::fetch_or(address, operand, Form::kOrder, kScope))
FENCEPOST_PTX_ATOMIC(xor, fencepost_rt::atomics::fetch_xor(address, operand, Form::kOrder, kScope))
FENCEPOST_PTX_ATOMIC(min, fencepost_rt::atomics::fetch_min(address, operand, Form::kOrder, kScope))
FENCEPOST_PTX_ATOMIC(max, fencepost_rt::atomics::fetch_max(address, operand, Form::kOrder, kScope))
FENCEPOST_PTX_ATOMIC(exch, atom_exchange(address, operand, Form::kOrder, kScope))
FENCEPOST_PTX_ATOMIC(inc, fencepost_rt::atomics::update(address, Form::kOrder, kScope,
                                                        [operand](T old) { return old >= operand ? T(0) : old + 1; }))
FENCEPOST_PTX_ATOMIC(dec, fencepost_rt::atomics::update(address, Form::kOrder, kScope, [operand](T old) {
                       return old == 0 || old > operand ? operand : old - 1;
                     }))
#undef FENCEPOST_PTX_ATOMIC

/// Where a vector of so many bytes begins.
template <unsigned Bytes>
FENCEPOST_PTX char* vector_at(char* address) {
  if (reinterpret_cast<u64>(address) % Bytes != 0)
    fencepost_unsupported("an atomic operation on a vector that is not aligned to its size");
  return address;
}

template <class Form, class To, class Compare, class Value>
FENCEPOST_PTX void atom_cas(Form, To&& to, char* at, const Compare& compare, const Value& value) {
  using T = typename Form::type;
  constexpr int kScope = Form::scope_or(fencepost_rt::atomics::kDevice);
  T found = get<T>(compare);
  if constexpr (sizeof(T) == 16) {
    const T desired = get<T>(value);
    fencepost_rt::atomics::announce(Form::kOrder, kScope);
    fencepost_exchange_wide(at, &desired, &found, true);
  } else {
    fencepost_rt::atomics::compare_exchange(reinterpret_cast<T*>(at), found, get<T>(value), Form::kOrder, kScope);
  }
  put(to, found);
}

// --- Fences and barriers ---------------------------------------------------------------------------------------------

template <class Form>
FENCEPOST_PTX void fence(Form) {
  constexpr int kOrder = Form::kSemantics == semantics::none ? __ATOMIC_ACQ_REL : Form::kOrder;
  fencepost_rt::atomics::fence(kOrder, Form::scope_or(fencepost_rt::atomics::kSystem));
}
template <class Form>
FENCEPOST_PTX void membar(Form) {
  fencepost_rt::atomics::fence(__ATOMIC_SEQ_CST, Form::scope_or(fencepost_rt::atomics::kSystem));
}
template <class Form>
FENCEPOST_PTX void membar_gl(Form) {
  fencepost_rt::atomics::fence(__ATOMIC_SEQ_CST, fencepost_rt::atomics::kDevice);
}
template <class Form, class Number>
FENCEPOST_PTX void bar_sync(Form, const Number& number) {
  fencepost_named_barrier(get<u32>(number), 0, true);
}
template <class Form, class Number, class Threads>
FENCEPOST_PTX void bar_sync(Form, const Number& number, const Threads& threads) {
  fencepost_named_barrier(get<u32>(number), get<u32>(threads), true);
}
template <class Form, class Number, class Threads>
FENCEPOST_PTX void bar_arrive(Form, const Number& number, const Threads& threads) {
  fencepost_named_barrier(get<u32>(number), get<u32>(threads), false);
}
template <class Form, class To, class Number, class TypeP>
FENCEPOST_PTX void bar_red_popc(Form, To&& to, const Number&, const TypeP& p) {
  put(to, static_cast<u32>(__syncthreads_count(p ? 1 : 0)));
}
template <class Form, class To, class Number, class TypeP>
FENCEPOST_PTX void bar_red_and(Form, To&& to, const Number&, const TypeP& p) {
  put(to, __syncthreads_and(p ? 1 : 0) != 0);
}
template <class Form, class To, class Number, class TypeP>
FENCEPOST_PTX void bar_red_or(Form, To&& to, const Number&, const TypeP& p) {
  put(to, __syncthreads_or(p ? 1 : 0) != 0);
}
template <class Form, class Mask>
FENCEPOST_PTX void bar_warp_sync(Form, const Mask& mask) {
  __syncwarp(lanes_of(get<u32>(mask)));
}

// --- Others ----------------------------------------------------------------------------------------------------------

template <class Form, class... Operands>
FENCEPOST_PTX void nothing(Form, const Operands&...) {}
template <class Form>
FENCEPOST_PTX void fence_proxy_async(Form) {
  if constexpr (Form::kSpace != space::global) fencepost_proxy_fence();
}
template <class Form>
FENCEPOST_PTX void griddepcontrol_wait(Form) {
  fencepost_await_primary();
}
/// A policy of the caches.
template <class Form, class To, class... Operands>
FENCEPOST_PTX void createpolicy(Form, To&& to, const Operands&...) {
  put(to, u64{0});
}
template <class Form, class To, class From>
FENCEPOST_PTX void isspacep(Form, To& is_there, const From& generic) {
  const auto* const at = reinterpret_cast<const void*>(get<u64>(generic));
  is_there = Form::kSpace == space::shared           ? __isShared(at) != 0
             : Form::kSpace == space::shared_cluster ? fencepost_rank_of_shared(at) >= 0
             : Form::kSpace == space::global         ? __isGlobal(at) != 0
             : Form::kSpace == space::local          ? __isLocal(at) != 0
                                                     : __isConstant(at) != 0;
}
template <class Form, class Time>
FENCEPOST_PTX void nanosleep(Form, const Time&) {
  fencepost_yield();
}
template <class Form>
FENCEPOST_PTX void exit(Form) {
  fencepost_exit_thread();
}
FENCEPOST_PTX void unsupported(const char* what) { fencepost_unsupported(what); }
template <class Form>
FENCEPOST_PTX void trap(Form) {
  fencepost_trap();
}

}  // namespace fencepost_ptx

#include "fencepost_ptx_arithmetic.h"
#include "fencepost_ptx_async.h"
#include "fencepost_ptx_compare.h"
#include "fencepost_ptx_convert.h"
#include "fencepost_ptx_float.h"
#include "fencepost_ptx_integer.h"
#include "fencepost_ptx_matrix.h"
#include "fencepost_ptx_tensor.h"
#include "fencepost_ptx_warp.h"

// Conversions of addresses (CUDA C++ Programming Guide, "Address Space Conversion Functions").
FENCEPOST_PTX unsigned long __cvta_generic_to_shared(const void* address) {
  return fencepost_ptx::cluster_offset(address);
}
FENCEPOST_PTX void* __cvta_shared_to_generic(unsigned long offset) { return fencepost_ptx::cluster_pointer(offset); }
FENCEPOST_PTX unsigned long __cvta_generic_to_global(const void* address) {
  return reinterpret_cast<unsigned long>(address);
}
FENCEPOST_PTX void* __cvta_global_to_generic(unsigned long address) { return reinterpret_cast<void*>(address); }
// The other windows are not told apart from that of global memory.
FENCEPOST_PTX unsigned long __cvta_generic_to_local(const void* address) { return __cvta_generic_to_global(address); }
FENCEPOST_PTX void* __cvta_local_to_generic(unsigned long address) { return __cvta_global_to_generic(address); }
FENCEPOST_PTX unsigned long __cvta_generic_to_constant(const void* address) {
  return __cvta_generic_to_global(address);
}
FENCEPOST_PTX void* __cvta_constant_to_generic(unsigned long address) { return __cvta_global_to_generic(address); }
FENCEPOST_PTX unsigned long __cvta_generic_to_grid_constant(const void* address) {
  return __cvta_generic_to_global(address);
}
FENCEPOST_PTX void* __cvta_grid_constant_to_generic(unsigned long address) { return __cvta_global_to_generic(address); }

// Named barriers (docs/memory-model.md): of all threads of the block, or of `threads`.
FENCEPOST_PTX void __barrier_sync(unsigned number) { fencepost_named_barrier(number, 0, true); }
FENCEPOST_PTX void __barrier_sync_count(unsigned number, unsigned threads) {
  fencepost_named_barrier(number, threads, true);
}

#undef FENCEPOST_PTX
