// The matrix instructions of PTX: the lane that goes on first when all have met does the work of its warp.
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "sim/matrix/fragments.h"
#include "sim/matrix/tensor_sums.h"

namespace {

using namespace fencepost::sim;
using fencepost_rt::matrix::Instruction;
using fencepost_rt::matrix::Move;

/// Registers of C and D: two neighbours of row lane / 4, from column lane % 4 * 2 on, then those of row lane / 4 + 8.
template <class T, int rows, class Use>
void each_sum(const MatrixLanes& lanes, Use use) {
  for (int lane = 0; lane < static_cast<int>(kWarpSize); ++lane) {
    MatrixLane* one = lanes[static_cast<std::size_t>(lane)];
    if (one == nullptr) continue;
    for (int i = 0; i < rows / 4; ++i) use(*one, i, (lane / 4 + i / 2 * 8) * 8 + lane % 4 * 2 + i % 2);
  }
}

/// Of factors of 8 bits: the first two of each four, then the others, are multiplied as halves are, to a sum that
/// begins with 0 and is added to C in the end.
template <int M, int K>
void add_as_halves(const std::array<float, M * K>& a, const std::array<float, K * 8>& b,
                   std::array<float, M * 8>& sums) {
  std::array<float, M * 8> products{};
  for (const int part : {0, 2}) {
    std::array<float, M * K / 2> some_a{};
    std::array<float, K * 4> some_b{};
    for (int p = 0; p < K / 2; ++p) {
      const int from = p / 2 * 4 + part + p % 2;
      for (int i = 0; i < M; ++i)
        some_a.at(static_cast<std::size_t>(i * K / 2 + p)) = a.at(static_cast<std::size_t>(i * K + from));
      for (int j = 0; j < 8; ++j)
        some_b.at(static_cast<std::size_t>(p * 8 + j)) = b.at(static_cast<std::size_t>(from * 8 + j));
    }
    add_products<M, 8, K / 2, float>(some_a, some_b, products,
                                     sum_rule(Element::kHalf, Element::kHalf, Element::kFloat, /*of_warpgroup=*/false));
  }
  for (std::size_t i = 0; i < sums.size(); ++i) sums.at(i) += products.at(i);
}

template <int M, int K, Element of_a, Element of_b, class C, class D, class Sum>
void multiply_instruction(const MatrixLanes& lanes, bool saturates) {
  constexpr int kColumns = 8;
  std::array<Sum, M * K> a{};
  std::array<Sum, K * kColumns> b{};
  std::array<Sum, M * kColumns> sums{};
  collect_factor<of_a, M, K, Sum>(lanes, &MatrixLane::a, [&](int row, int column, Sum value) {
    a[static_cast<std::size_t>(row * K + column)] = value;
  });
  collect_factor<of_b, kColumns, K, Sum>(lanes, &MatrixLane::b, [&](int column, int row, Sum value) {
    b[static_cast<std::size_t>(row * kColumns + column)] = value;
  });
  each_sum<C, M>(lanes, [&](const MatrixLane& lane, int i, int at) {
    sums[static_cast<std::size_t>(at)] = static_cast<Sum>(static_cast<const C*>(lane.c)[i]);
  });
  if constexpr (bits_of_element(of_a) == 8 && std::is_same_v<Sum, float>) {
    add_as_halves<M, K>(a, b, sums);
  } else if constexpr (std::is_same_v<Sum, float>) {
    constexpr Element kOfC = std::is_same_v<C, __half> ? Element::kHalf : Element::kFloat;
    add_products<M, kColumns, K, D>(a, b, sums, sum_rule(of_a, of_b, kOfC, /*of_warpgroup=*/false));
  } else {
    for (int i = 0; i < M; ++i) {
      Sum* const row = &sums[static_cast<std::size_t>(i) * kColumns];
      for (int p = 0; p < K; ++p) {
        const Sum left = a[static_cast<std::size_t>(i) * K + static_cast<std::size_t>(p)];
        const Sum* const right = &b[static_cast<std::size_t>(p) * kColumns];
        if constexpr (std::is_same_v<Sum, double>) {
          for (int j = 0; j < kColumns; ++j) row[j] = std::fma(left, right[j], row[j]);
        } else {
          for (int j = 0; j < kColumns; ++j) row[j] += left * right[j];
        }
      }
    }
  }
  each_sum<D, M>(lanes, [&](const MatrixLane& lane, int i, int at) {
    static_cast<D*>(lane.to)[i] = sum_as<D, Sum>(sums[static_cast<std::size_t>(at)], saturates);
  });
}

template <int M, int K, Element of_a, Element of_b>
void multiply_elements(const Instruction& how, const MatrixLanes& lanes) {
  if constexpr (of_a == Element::kDouble) {
    multiply_instruction<M, K, of_a, of_b, double, double, double>(lanes, false);
  } else if constexpr (of_a == Element::kSigned8 || of_a == Element::kUnsigned8 || of_a == Element::kSigned4 ||
                       of_a == Element::kUnsigned4) {
    multiply_instruction<M, K, of_a, of_b, std::int32_t, std::int32_t, std::int64_t>(lanes, how.saturates);
  } else if (how.of_c == Element::kHalf) {
    if (how.of_d == Element::kHalf) {
      multiply_instruction<M, K, of_a, of_b, __half, __half, float>(lanes, false);
    } else {
      multiply_instruction<M, K, of_a, of_b, __half, float, float>(lanes, false);
    }
  } else if (how.of_d == Element::kHalf) {
    multiply_instruction<M, K, of_a, of_b, float, __half, float>(lanes, false);
  } else {
    multiply_instruction<M, K, of_a, of_b, float, float, float>(lanes, false);
  }
}

/// The shapes of elements that have `bits` bits: 16 rows and as many columns as 1 or 2 registers of B hold; 8 rows of
/// integers. The compiler refuses others (compiler/ptx/matrix_instructions.cpp).
template <Element of_a, Element of_b>
void multiply_shape(const Instruction& how, const MatrixLanes& lanes) {
  constexpr int kBits = bits_of_element(of_a);
  if constexpr (kBits == 64) {
    if (how.m == 8) return multiply_elements<8, 4, of_a, of_b>(how, lanes);
    if (how.k == 4) return multiply_elements<16, 4, of_a, of_b>(how, lanes);
    if (how.k == 8) return multiply_elements<16, 8, of_a, of_b>(how, lanes);
    return multiply_elements<16, 16, of_a, of_b>(how, lanes);
  } else {
    constexpr int kLess = 128 / kBits;
    if (how.m == 8) return multiply_elements<8, kLess, of_a, of_b>(how, lanes);
    if (how.k == kLess) return multiply_elements<16, kLess, of_a, of_b>(how, lanes);
    return multiply_elements<16, 2 * kLess, of_a, of_b>(how, lanes);
  }
}

template <Element of_a, Element of_other>
void multiply_mixed(const Instruction& how, const MatrixLanes& lanes) {
  if (how.of_b == of_a) return multiply_shape<of_a, of_a>(how, lanes);
  return multiply_shape<of_a, of_other>(how, lanes);
}

void multiply_for_warp(const Instruction& how, const MatrixLanes& lanes) {
  switch (how.of_a) {
    case Element::kHalf:
      return multiply_shape<Element::kHalf, Element::kHalf>(how, lanes);
    case Element::kBrain:
      return multiply_shape<Element::kBrain, Element::kBrain>(how, lanes);
    case Element::kTf32:
      return multiply_shape<Element::kTf32, Element::kTf32>(how, lanes);
    case Element::kDouble:
      return multiply_shape<Element::kDouble, Element::kDouble>(how, lanes);
    case Element::kSigned8:
      return multiply_mixed<Element::kSigned8, Element::kUnsigned8>(how, lanes);
    case Element::kUnsigned8:
      return multiply_mixed<Element::kUnsigned8, Element::kSigned8>(how, lanes);
    case Element::kSigned4:
      return multiply_mixed<Element::kSigned4, Element::kUnsigned4>(how, lanes);
    case Element::kUnsigned4:
      return multiply_mixed<Element::kUnsigned4, Element::kSigned4>(how, lanes);
    case Element::kE4M3:
      return multiply_mixed<Element::kE4M3, Element::kE5M2>(how, lanes);
    case Element::kE5M2:
      return multiply_mixed<Element::kE5M2, Element::kE4M3>(how, lanes);
    default:
      return;
  }
}

// --- Moves -----------------------------------------------------------------------------------------------------------

using Matrix = std::array<std::array<std::uint16_t, 8>, 8>;

void move_for_warp(const MatrixLanes& lanes, int count, bool transposed, Move move) {
  for (int i = 0; i < count; ++i) {
    Matrix matrix{};
    for (int lane = 0; lane < static_cast<int>(kWarpSize); ++lane) {
      const MatrixLane* one = lanes[static_cast<std::size_t>(lane)];
      if (one == nullptr) continue;
      const auto* from = static_cast<const std::uint32_t*>(one->a);
      if (move == Move::kRowsToRegisters) {
        if (lane / 8 == i) std::memcpy(&matrix[static_cast<std::size_t>(lane % 8)], from, sizeof(matrix[0]));
        continue;
      }
      for (int j = 0; j < 2; ++j) {
        matrix[static_cast<std::size_t>(lane / 4)][static_cast<std::size_t>(lane % 4 * 2 + j)] =
            static_cast<std::uint16_t>(from[i] >> 16 * j);
      }
    }
    if (transposed) {
      Matrix other{};
      for (std::size_t row = 0; row < 8; ++row) {
        for (std::size_t column = 0; column < 8; ++column) other[column][row] = matrix[row][column];
      }
      matrix = other;
    }
    for (int lane = 0; lane < static_cast<int>(kWarpSize); ++lane) {
      const MatrixLane* one = lanes[static_cast<std::size_t>(lane)];
      if (one == nullptr) continue;
      auto* to = static_cast<std::uint32_t*>(one->to);
      if (move == Move::kRegistersToRows) {
        if (lane / 8 == i) std::memcpy(to, &matrix[static_cast<std::size_t>(lane % 8)], sizeof(matrix[0]));
        continue;
      }
      const auto& row = matrix[static_cast<std::size_t>(lane / 4)];
      const auto column = static_cast<std::size_t>(lane % 4 * 2);
      to[i] = row[column] | static_cast<std::uint32_t>(row[column + 1]) << 16;
    }
  }
}

}  // namespace

extern "C" void fencepost_matrix_instruction(void* d, const void* a, const void* b, const void* c,
                                             const Instruction* instruction) {
  if (!current.in_kernel) return;
  MatrixLane own{.to = d, .a = a, .b = b, .c = c};
  MatrixLanes lanes{};
  if (!meet_for_matrices(kMma, own, lanes, __builtin_return_address(0))) return;
  multiply_for_warp(*instruction, lanes);
  tell_done(lanes);
}

extern "C" void fencepost_matrix_move(unsigned int* to, const unsigned int* from, int count, bool transposed,
                                      Move move) {
  if (!current.in_kernel) return;
  MatrixLane own{.to = to, .a = from, .b = nullptr, .c = nullptr};
  MatrixLanes lanes{};
  if (!meet_for_matrices(kMatrixMove, own, lanes, __builtin_return_address(0))) return;
  move_for_warp(lanes, count, transposed, move);
  tell_done(lanes);
}
