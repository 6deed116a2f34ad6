// How far generators of random numbers jump: definitions for sim/include/fencepost_random. A step is linear, so that n
// steps are one matrix; those for the powers of two are made by squaring, once in a process that jumps.
#include <array>
#include <cstdint>
#include <vector>

#include "sim/include/fencepost_random/mrg32k3a.h"
#include "sim/include/fencepost_random/xorwow.h"

using fencepost_rt::random::kModulus1;
using fencepost_rt::random::kModulus2;
using fencepost_rt::random::Mrg32k3aWords;
using fencepost_rt::random::XorwowWords;

namespace {

/// Linear over the field of two elements: what each of the 160 bits becomes.
struct XorwowMatrix {
  std::array<XorwowWords, 160> columns;

  [[nodiscard]] XorwowWords times(const XorwowWords& x) const {
    XorwowWords sum{};
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::uint32_t all_or_none = -(x.v[i / 32] >> i % 32 & 1U);
      for (std::size_t word = 0; word < 5; ++word) sum.v[word] ^= columns[i].v[word] & all_or_none;
    }
    return sum;
  }
  [[nodiscard]] XorwowMatrix squared() const {
    XorwowMatrix square;
    for (std::size_t i = 0; i < columns.size(); ++i) square.columns[i] = times(columns[i]);
    return square;
  }
  static XorwowMatrix step() {
    XorwowMatrix matrix;
    for (std::size_t i = 0; i < matrix.columns.size(); ++i) {
      curandStateXORWOW state{};
      state.v[i / 32] = 1U << i % 32;
      curand(&state);
      for (std::size_t word = 0; word < 5; ++word) matrix.columns[i].v[word] = state.v[word];
    }
    return matrix;
  }
};

/// Linear modulo a prime.
struct ModularMatrix {
  std::array<std::array<std::uint32_t, 3>, 3> rows;
  std::uint32_t modulus = 0;

  void multiply(std::uint32_t (&x)[3]) const {
    std::array<std::uint32_t, 3> product{};
    for (std::size_t i = 0; i < 3; ++i) {
      std::uint64_t sum = 0;
      for (std::size_t j = 0; j < 3; ++j) sum = (sum + std::uint64_t{rows[i][j]} * x[j] % modulus) % modulus;
      product[i] = static_cast<std::uint32_t>(sum);
    }
    for (std::size_t i = 0; i < 3; ++i) x[i] = product[i];
  }
  [[nodiscard]] ModularMatrix squared() const {
    ModularMatrix square{{}, modulus};
    for (std::size_t column = 0; column < 3; ++column) {
      std::uint32_t x[3] = {rows[0][column], rows[1][column], rows[2][column]};
      multiply(x);
      for (std::size_t i = 0; i < 3; ++i) square.rows[i][column] = x[i];
    }
    return square;
  }
};

/// matrices[k] is 2^k steps.
template <class Matrix>
std::vector<Matrix> powers(const Matrix& step, std::size_t count) {
  std::vector<Matrix> matrices = {step};
  while (matrices.size() < count) matrices.push_back(matrices.back().squared());
  return matrices;
}

constexpr std::size_t kXorwowSequence = 67;
constexpr std::size_t kMrgSubsequence = 76;
constexpr std::size_t kMrgSequence = 127;

/// Calls `jump(k)` for each bit k of `count`.
template <class Jump>
void for_each_bit(unsigned long long count, Jump jump) {
  for (; count != 0; count &= count - 1) jump(static_cast<std::size_t>(__builtin_ctzll(count)));
}

}  // namespace

extern "C" {

XorwowWords fencepost_xorwow_jump(XorwowWords words, unsigned long long steps, unsigned long long sequences) {
  static const auto kPowers = powers(XorwowMatrix::step(), kXorwowSequence + 64);
  for_each_bit(steps, [&](std::size_t k) { words = kPowers[k].times(words); });
  for_each_bit(sequences, [&](std::size_t k) { words = kPowers[kXorwowSequence + k].times(words); });
  return words;
}

Mrg32k3aWords fencepost_mrg32k3a_jump(Mrg32k3aWords words, unsigned long long steps, unsigned long long subsequences,
                                      unsigned long long sequences) {
  static const auto kPowers1 =
      powers<ModularMatrix>({{{{0, 1, 0}, {0, 0, 1}, {kModulus1 - 810728, 1403580, 0}}}, kModulus1}, kMrgSequence + 64);
  static const auto kPowers2 =
      powers<ModularMatrix>({{{{0, 1, 0}, {0, 0, 1}, {kModulus2 - 1370589, 0, 527612}}}, kModulus2}, kMrgSequence + 64);
  const auto jump = [&](std::size_t k) {
    kPowers1[k].multiply(words.s1);
    kPowers2[k].multiply(words.s2);
  };
  for_each_bit(steps, jump);
  for_each_bit(subsequences, [&](std::size_t k) { jump(kMrgSubsequence + k); });
  for_each_bit(sequences, [&](std::size_t k) { jump(kMrgSequence + k); });
  return words;
}

}  // extern "C"
