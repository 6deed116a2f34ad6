// Products of `mma.sync` whose registers are laid out in a way of their own: those of single bits, and the four of 8 x
// 8 that the quads of a warp make (PTX ISA, "Matrix Fragments for mma.m8n8k128, m16n8k128, m16n8k256", "… mma.m8n8k4
// with .f16 floating point type").
#include <bit>
#include <cstddef>
#include <cstdint>

#include "sim/matrix/fragments.h"

namespace {

using namespace fencepost::sim;
using fencepost_rt::matrix::Instruction;
using fencepost_rt::matrix::QuadInstruction;

std::uint32_t word_of(const MatrixLanes& lanes, const void* MatrixLane::*part, int lane, int number) {
  const MatrixLane* const one = lanes.at(static_cast<std::size_t>(lane));
  return one == nullptr ? 0 : static_cast<const std::uint32_t*>(one->*part)[number];
}

/// A register holds 32 neighbours of a row of A, or column of B.
void multiply_bits(const Instruction& how, const MatrixLanes& lanes) {
  const int down = how.m / 8;
  for (int lane = 0; lane < static_cast<int>(kWarpSize); ++lane) {
    const MatrixLane* const one = lanes.at(static_cast<std::size_t>(lane));
    if (one == nullptr) continue;
    for (int i = 0; i < how.m / 4; ++i) {
      const int row = lane / 4 + i / 2 * 8;
      const int column = lane % 4 * 2 + i % 2;
      std::uint32_t sum = static_cast<const std::uint32_t*>(one->c)[i];
      for (int word = 0; word < how.k / 32; ++word) {
        const std::uint32_t a = word_of(lanes, &MatrixLane::a, row % 8 * 4 + word % 4, row / 8 + word / 4 * down);
        const std::uint32_t b = word_of(lanes, &MatrixLane::b, column * 4 + word % 4, word / 4);
        sum += static_cast<std::uint32_t>(std::popcount(how.of_a == Element::kBitXor ? a ^ b : a & b));
      }
      static_cast<std::uint32_t*>(one->to)[i] = sum;
    }
  }
}

/// One of four: quads 0 and 4, 1 and 5, 2 and 6, 3 and 7 have the threads 0 to 7 of a product.
struct Quads {
  const MatrixLanes& lanes;
  int first;

  [[nodiscard]] const MatrixLane* thread(int number) const {
    return lanes.at(static_cast<std::size_t>(first * 4 + number % 4 + number / 4 * 16));
  }
};

float half_at(const void* registers, int i) { return __half2float(static_cast<const __half*>(registers)[i]); }

template <class T>
int row_of(int thread, int i) {
  if constexpr (sizeof(T) == 2) return thread;
  return (thread & 1) + (i & 2) + (thread & 4);
}
template <class T>
int column_of(int thread, int i) {
  if constexpr (sizeof(T) == 2) return i;
  return (i & 4) + (thread & 2) + (i & 1);
}

template <class C, class D>
void multiply_in_quads(const QuadInstruction& how, const Quads& quads) {
  std::array<std::array<float, 4>, 8> a{}, b{};  // By row, and by column.
  std::array<std::array<float, 8>, 8> sums{};
  for (int thread = 0; thread < 8; ++thread) {
    const MatrixLane* const one = quads.thread(thread);
    if (one == nullptr) continue;
    const auto at = [&](auto& matrix, bool transposed, int i) -> float& {
      const int line = transposed ? i + (thread & 4) : thread;
      return matrix.at(static_cast<std::size_t>(line)).at(static_cast<std::size_t>(transposed ? thread % 4 : i));
    };
    for (int i = 0; i < 4; ++i) {
      at(a, how.a_by_columns, i) = half_at(one->a, i);
      at(b, how.b_by_rows, i) = half_at(one->b, i);
    }
    for (int i = 0; i < 8; ++i) {
      sums.at(static_cast<std::size_t>(row_of<C>(thread, i))).at(static_cast<std::size_t>(column_of<C>(thread, i))) =
          static_cast<float>(static_cast<const C*>(one->c)[i]);
    }
  }
  for (std::size_t row = 0; row < 8; ++row) {
    for (std::size_t k = 0; k < 4; ++k) {
      for (std::size_t column = 0; column < 8; ++column) sums[row][column] += a[row][k] * b[column][k];
    }
  }
  for (int thread = 0; thread < 8; ++thread) {
    const MatrixLane* const one = quads.thread(thread);
    if (one == nullptr) continue;
    for (int i = 0; i < 8; ++i) {
      const auto row = static_cast<std::size_t>(row_of<D>(thread, i));
      static_cast<D*>(one->to)[i] =
          sum_as<D>(sums.at(row).at(static_cast<std::size_t>(column_of<D>(thread, i))), false);
    }
  }
}

}  // namespace

extern "C" {

void fencepost_matrix_bits(void* d, const void* a, const void* b, const void* c, const Instruction* instruction) {
  if (!current.in_kernel) return;
  MatrixLane own{.to = d, .a = a, .b = b, .c = c};
  MatrixLanes lanes{};
  if (!meet_for_matrices(kMmaOfBits, own, lanes, __builtin_return_address(0))) return;
  multiply_bits(*instruction, lanes);
  tell_done(lanes);
}

void fencepost_matrix_quads(void* d, const void* a, const void* b, const void* c, const QuadInstruction* instruction) {
  if (!current.in_kernel) return;
  MatrixLane own{.to = d, .a = a, .b = b, .c = c};
  MatrixLanes lanes{};
  if (!meet_for_matrices(kMmaOfQuads, own, lanes, __builtin_return_address(0))) return;
  for (int first = 0; first < 4; ++first) {
    const Quads quads{.lanes = lanes, .first = first};
    if (instruction->of_c == Element::kFloat) {
      multiply_in_quads<float, float>(*instruction, quads);
    } else if (instruction->of_d == Element::kFloat) {
      multiply_in_quads<__half, float>(*instruction, quads);
    } else {
      multiply_in_quads<__half, __half>(*instruction, quads);
    }
  }
  tell_done(lanes);
}

}  // extern "C"
