// The products of <mma.h>: the lane that goes on first when all have met multiplies for its warp.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "sim/engine/block_runner.h"
#include "sim/include/cuda_bf16.h"
#include "sim/include/cuda_fp16.h"
#include "sim/include/fencepost_matrix.h"
#include "sim/interface/current.h"
#include "sim/matrix/tensor_sums.h"
#include "sim/matrix/warps_of_32.h"

namespace {

using fencepost::sim::current;
using fencepost::sim::kWarpSize;
using fencepost::sim::WarpRequest;
using fencepost_rt::matrix::Element;

struct Multiplication {
  void* d;
  const void* a;
  const void* b;
  const void* c;
  int m;
  Element of_factors, of_c, of_d;
  bool saturates;
  bool done = false;  ///< Set by the lane that multiplies for all.
};

using Lanes = std::array<Multiplication*, kWarpSize>;  ///< Null for lanes that are not there.

/// tf32 is a float of which the multiplier sees the upper 19 bits.
struct Tf32 {
  float value;
  operator float() const { return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) & 0xffffe000U); }
};

/// Places in WarpRequest::op: only lanes at the same function meet.
enum Meeting : std::uint8_t { kMultiply = 1, kMove = 2 };

void meet(Meeting meeting, std::uint64_t value, std::array<std::uint64_t, kWarpSize>& all, const void* pc) {
  fencepost::sim::require_warps_of_32(pc);
  current.runner->warp_operation({.kind = WarpRequest::Kind::kGather, .op = meeting, .mask = ~0U, .pc = pc},
                                 {.value = value, .gathered = all.data()});
}

/// The elements that the lanes hold of a matrix of `Count`, along its rows.
template <class T, int Count, class Sum>
void collect(const Lanes& lanes, const void* (*part_of)(const Multiplication&), std::array<Sum, Count>& elements) {
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    if (lanes[lane] == nullptr) continue;
    const auto* part = static_cast<const T*>(part_of(*lanes[lane]));
    for (std::size_t i = 0; i < Count / kWarpSize; ++i) {
      elements[i * kWarpSize + lane] = static_cast<Sum>(part[i]);
    }
  }
}

template <class Sum>
Sum finite(Sum value) {
  if (std::isnan(value)) return 0;
  return std::clamp(value, std::numeric_limits<Sum>::lowest(), std::numeric_limits<Sum>::max());
}

/// A sum as an element of D.
template <class T, class Sum>
T result(Sum sum, bool saturates) {
  if constexpr (std::is_same_v<T, int>) {
    if (saturates) sum = std::clamp<Sum>(sum, std::numeric_limits<int>::min(), std::numeric_limits<int>::max());
    return static_cast<int>(static_cast<std::uint32_t>(sum));
  } else if constexpr (std::is_same_v<T, __half>) {
    const float greatest = 65504;
    return __float2half(saturates ? std::clamp(finite(sum), -greatest, greatest) : sum);
  } else {
    return saturates ? finite(sum) : sum;
  }
}

template <int M, int N, int K, class Factor, class C, class D, class Sum>
void multiply_as(const Lanes& lanes, bool saturates) {
  std::array<Sum, M * K> a{};
  std::array<Sum, K * N> b{};
  std::array<Sum, M * N> sums{};
  collect<Factor, M * K>(
      lanes, [](const Multiplication& lane) { return lane.a; }, a);
  collect<Factor, K * N>(
      lanes, [](const Multiplication& lane) { return lane.b; }, b);
  collect<C, M * N>(
      lanes, [](const Multiplication& lane) { return lane.c; }, sums);
  if constexpr (std::is_same_v<Sum, float>) {
    constexpr Element kOfFactors = std::is_same_v<Factor, __half> ? Element::kHalf : Element::kBrain;  // tf32 is alike.
    constexpr Element kOfC = std::is_same_v<C, __half> ? Element::kHalf : Element::kFloat;
    fencepost::sim::add_products<M, N, K, D>(a, b, sums, fencepost::sim::sum_rule(kOfFactors, kOfFactors, kOfC, false));
  } else {
    for (int i = 0; i < M; ++i) {
      Sum* const row = &sums[static_cast<std::size_t>(i) * N];
      for (int p = 0; p < K; ++p) {
        const Sum factor = a[static_cast<std::size_t>(i) * K + p];
        const Sum* const others = &b[static_cast<std::size_t>(p) * N];
        if constexpr (std::is_same_v<Sum, double>) {
          for (int j = 0; j < N; ++j) row[j] = std::fma(factor, others[j], row[j]);
        } else {
          for (int j = 0; j < N; ++j) row[j] += factor * others[j];
        }
      }
    }
  }
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    if (lanes[lane] == nullptr) continue;
    auto* const part = static_cast<D*>(lanes[lane]->d);
    for (std::size_t i = 0; i < sums.size() / kWarpSize; ++i) {
      part[i] = result<D, Sum>(sums[i * kWarpSize + lane], saturates);
    }
  }
}

/// The sums of an 8 x 8 matrix of integers, of which each row of A and column of B is in four lanes' words.
/// `of_words`: the sum of the products of the factors in two words.
template <class OfWords>
void multiply_words(const Lanes& lanes, bool saturates, OfWords of_words) {
  std::array<std::uint32_t, kWarpSize> a{}, b{};
  std::array<std::int64_t, 64> sums{};
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    if (lanes[lane] == nullptr) continue;
    a[lane] = *static_cast<const std::uint32_t*>(lanes[lane]->a);
    b[lane] = *static_cast<const std::uint32_t*>(lanes[lane]->b);
  }
  collect<int, 64>(
      lanes, [](const Multiplication& lane) { return lane.c; }, sums);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    for (std::size_t word = 0; word < 4; ++word) sums[i] += of_words(a[i / 8 * 4 + word], b[i % 8 * 4 + word]);
  }
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    if (lanes[lane] == nullptr) continue;
    for (std::size_t i = 0; i < 2; ++i)
      static_cast<int*>(lanes[lane]->d)[i] = result<int, std::int64_t>(sums[i * kWarpSize + lane], saturates);
  }
}

/// Of factors of 4 bits.
template <bool Signed>
std::int64_t of_nibbles(std::uint32_t a, std::uint32_t b) {
  std::int64_t sum = 0;
  for (int shift = 0; shift < 32; shift += 4) {
    const auto factor = [shift](std::uint32_t word) {
      const auto bits = static_cast<std::int64_t>(word >> shift & 0xFU);
      return Signed && bits >= 8 ? bits - 16 : bits;
    };
    sum += factor(a) * factor(b);
  }
  return sum;
}

template <class Factor, class C, class D, class Sum>
void multiply_shape(const Multiplication& how, const Lanes& lanes) {
  if (how.m == 32) return multiply_as<32, 8, 16, Factor, C, D, Sum>(lanes, how.saturates);
  if (how.m == 8) return multiply_as<8, 32, 16, Factor, C, D, Sum>(lanes, how.saturates);
  return multiply_as<16, 16, 16, Factor, C, D, Sum>(lanes, how.saturates);
}

void multiply(const Multiplication& how, const Lanes& lanes) {
  switch (how.of_factors) {
    case Element::kHalf:
      if (how.of_c == Element::kHalf) {
        return how.of_d == Element::kHalf ? multiply_shape<__half, __half, __half, float>(how, lanes)
                                          : multiply_shape<__half, __half, float, float>(how, lanes);
      }
      return how.of_d == Element::kHalf ? multiply_shape<__half, float, __half, float>(how, lanes)
                                        : multiply_shape<__half, float, float, float>(how, lanes);
    case Element::kBrain:
      return multiply_shape<__nv_bfloat16, float, float, float>(how, lanes);
    case Element::kSigned8:
      return multiply_shape<signed char, int, int, std::int64_t>(how, lanes);
    case Element::kUnsigned8:
      return multiply_shape<unsigned char, int, int, std::int64_t>(how, lanes);
    case Element::kTf32:
      return multiply_as<16, 16, 8, Tf32, float, float, float>(lanes, how.saturates);
    case Element::kDouble:
      return multiply_as<8, 8, 4, double, double, double, double>(lanes, how.saturates);
    case Element::kSigned4:
      return multiply_words(lanes, how.saturates, of_nibbles<true>);
    case Element::kUnsigned4:
      return multiply_words(lanes, how.saturates, of_nibbles<false>);
    case Element::kBitXor:
      return multiply_words(lanes, false, [](std::uint32_t a, std::uint32_t b) { return std::popcount(a ^ b); });
    case Element::kBitAnd:
      return multiply_words(lanes, false, [](std::uint32_t a, std::uint32_t b) { return std::popcount(a & b); });
    case Element::kE4M3:
    case Element::kE5M2:
    case Element::kE3M2:
    case Element::kE2M3:
    case Element::kE2M1Padded:
    case Element::kE2M1:
    case Element::kFloat:
    case Element::kInt:
      return;
  }
}

}  // namespace

extern "C" void fencepost_matrix_multiply(void* d, const void* a, const void* b, const void* c, int m,
                                          Element of_factors, Element of_c, Element of_d, bool saturates) {
  if (!current.in_kernel) return;
  Multiplication own{.d = d,
                     .a = a,
                     .b = b,
                     .c = c,
                     .m = m,
                     .of_factors = of_factors,
                     .of_c = of_c,
                     .of_d = of_d,
                     .saturates = saturates};
  std::array<std::uint64_t, kWarpSize> all{};
  meet(kMultiply, reinterpret_cast<std::uintptr_t>(&own), all, __builtin_return_address(0));
  if (own.done) return;
  Lanes lanes;
  std::ranges::transform(all, lanes.begin(),
                         [](std::uint64_t lane) { return reinterpret_cast<Multiplication*>(lane); });
  multiply(own, lanes);
  for (Multiplication* lane : lanes) {
    if (lane != nullptr) lane->done = true;
  }
}

extern "C" unsigned int fencepost_matrix_meeting() {
  if (!current.in_kernel) return 0;
  std::array<std::uint64_t, kWarpSize> all{};
  meet(kMove, 0, all, __builtin_return_address(0));
  return current.thread % kWarpSize;
}
