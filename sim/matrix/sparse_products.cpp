// Products of `mma.sp`: of a row of A only half of the elements are given (PTX ISA, "Matrix fragments for
// multiply-accumulate operation with sparse matrix A"). B's elements are picked by the metadata, and what others hold,
// infinity, too, does not matter.
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "sim/matrix/fragments.h"
#include "sim/matrix/sparse_metadata.h"
#include "sim/matrix/tensor_sums.h"

namespace {

using namespace fencepost::sim;
using fencepost_rt::matrix::SparseInstruction;

constexpr int kRowsOfSparse = 16;
constexpr int kColumns = 8;
constexpr int kMostStored = 64;

/// As collect_factor(), of an element and sizes that are known when it runs.
template <class Put>
void collect(const MatrixLanes& lanes, const void* MatrixLane::*part, Element of_factor, int rows, int columns,
             Put put) {
  const auto all = [&]<Element kElement>() {
    constexpr int kEach = 32 / bits_of_element(kElement);
    const int down = rows / 8;
    for (int lane = 0; lane < static_cast<int>(kWarpSize); ++lane) {
      const MatrixLane* const one = lanes.at(static_cast<std::size_t>(lane));
      if (one == nullptr) continue;
      for (int r = 0; r < down * columns / (4 * kEach); ++r) {
        const std::uint32_t bits = static_cast<const std::uint32_t*>(one->*part)[r];
        const int column = (r / down * 4 + lane % 4) * kEach;
        for (int i = 0; i < kEach; ++i) put(lane / 4 + 8 * (r % down), column + i, factor<kElement, float>(bits, i));
      }
    }
  };
  switch (of_factor) {
    case Element::kHalf:
      return all.template operator()<Element::kHalf>();
    case Element::kBrain:
      return all.template operator()<Element::kBrain>();
    case Element::kTf32:
      return all.template operator()<Element::kTf32>();
    case Element::kSigned8:
      return all.template operator()<Element::kSigned8>();
    case Element::kUnsigned8:
      return all.template operator()<Element::kUnsigned8>();
    case Element::kSigned4:
      return all.template operator()<Element::kSigned4>();
    case Element::kUnsigned4:
      return all.template operator()<Element::kUnsigned4>();
    case Element::kE4M3:
      return all.template operator()<Element::kE4M3>();
    case Element::kE5M2:
      return all.template operator()<Element::kE5M2>();
    default:
      return;
  }
}

/// One row of A, what of B stands beside its elements, and where it is added to.
struct SparseRow {
  std::array<float, kMostStored> a;
  std::array<float, kMostStored * kColumns> b;
  std::array<float, kColumns> sums;
};

template <class D>
void add_row(SparseRow& row, int stored, const SumRule& rule) {
  const TensorSums products(row.b.data(), stored, kColumns, rule);
  TensorSums::Totals totals;
  products.add(row.a.data(), row.sums.data(), totals);
  for (std::size_t j = 0; j < kColumns; ++j) row.sums.at(j) = products.rounded_as<D>(totals.at(j));
}

/// As mma's: the first two of each four elements and the others are products of halves each.
void add_row_as_halves(SparseRow& row, int stored) {
  const SumRule rule = sum_rule(Element::kHalf, Element::kHalf, Element::kFloat, /*of_warpgroup=*/false);
  SparseRow half{};
  for (const int part : {0, 2}) {
    for (int i = 0; i < stored / 2; ++i) {
      const int from = i / 2 * 4 + part + i % 2;
      half.a.at(static_cast<std::size_t>(i)) = row.a.at(static_cast<std::size_t>(from));
      for (int j = 0; j < kColumns; ++j) {
        half.b.at(static_cast<std::size_t>(i * kColumns + j)) = row.b.at(static_cast<std::size_t>(from * kColumns + j));
      }
    }
    add_row<float>(half, stored / 2, rule);
  }
  for (std::size_t j = 0; j < kColumns; ++j) row.sums.at(j) += half.sums.at(j);
}

/// Its registers of C, or D, are two neighbours of row lane / 4, then those of row lane / 4 + 8.
template <class Use>
void each_sum(const MatrixLanes& lanes, Use use) {
  for (int lane = 0; lane < static_cast<int>(kWarpSize); ++lane) {
    MatrixLane* const one = lanes.at(static_cast<std::size_t>(lane));
    if (one == nullptr) continue;
    for (int i = 0; i < 4; ++i) {
      use(*one, i, static_cast<std::size_t>((lane / 4 + i / 2 * 8) * kColumns + lane % 4 * 2 + i % 2));
    }
  }
}

void multiply(const fencepost_rt::matrix::Instruction& how, const SparseMetadata& metadata, const void* pc) {
  const int stored = metadata.stored;
  std::array<SparseRow, kRowsOfSparse> rows{};
  std::array<std::array<float, kColumns>, std::size_t{2} * kMostStored> b{};
  collect(metadata.lanes, &MatrixLane::a, how.of_a, kRowsOfSparse, stored, [&](int row, int i, float value) {
    rows.at(static_cast<std::size_t>(row)).a.at(static_cast<std::size_t>(i)) = value;
  });
  collect(metadata.lanes, &MatrixLane::b, how.of_b, kColumns, how.k, [&](int column, int row, float value) {
    b.at(static_cast<std::size_t>(row)).at(static_cast<std::size_t>(column)) = value;
  });

  std::optional<WarpMisuse> misuse;
  for (int row = 0; row < kRowsOfSparse; ++row) {
    SparseRow& one = rows.at(static_cast<std::size_t>(row));
    for (int i = 0; i < stored; ++i) {
      const auto& picked = b.at(static_cast<std::size_t>(metadata.column(row, i)));
      for (std::size_t j = 0; j < kColumns; ++j) one.b.at(static_cast<std::size_t>(i) * kColumns + j) = picked.at(j);
      // Beyond a matrix's end both its elements and the metadata are 0, and it does not matter what these name.
      if (misuse || one.a.at(static_cast<std::size_t>(i)) == 0) continue;
      misuse = metadata.misuse(row, i);
    }
  }

  if (how.of_d == Element::kInt) {
    each_sum(metadata.lanes, [&](const MatrixLane& lane, int i, std::size_t at) {
      const SparseRow& row = rows.at(at / kColumns);
      std::int64_t sum = static_cast<const std::int32_t*>(lane.c)[i];
      for (std::size_t p = 0; p < static_cast<std::size_t>(stored); ++p) {
        sum += static_cast<std::int64_t>(row.a.at(p) * row.b.at(p * kColumns + at % kColumns));
      }
      static_cast<std::int32_t*>(lane.to)[i] = sum_as<std::int32_t>(sum, how.saturates);
    });
  } else {
    each_sum(metadata.lanes, [&](const MatrixLane& lane, int i, std::size_t at) {
      rows.at(at / kColumns).sums.at(at % kColumns) = how.of_c == Element::kHalf
                                                          ? __half2float(static_cast<const __half*>(lane.c)[i])
                                                          : static_cast<const float*>(lane.c)[i];
    });
    for (SparseRow& row : rows) {
      if (metadata.element_bits == 8) {
        add_row_as_halves(row, stored);
      } else if (how.of_d == Element::kHalf) {
        add_row<__half>(row, stored, sum_rule(how.of_a, how.of_b, how.of_c, /*of_warpgroup=*/false));
      } else {
        add_row<float>(row, stored, sum_rule(how.of_a, how.of_b, how.of_c, /*of_warpgroup=*/false));
      }
    }
    each_sum(metadata.lanes, [&](const MatrixLane& lane, int i, std::size_t at) {
      const float sum = rows.at(at / kColumns).sums.at(at % kColumns);
      if (how.of_d == Element::kHalf) {
        static_cast<__half*>(lane.to)[i] = __float2half(sum);
      } else {
        static_cast<float*>(lane.to)[i] = sum;
      }
    });
  }

  if (misuse) tell_misuse_of_metadata(*misuse, current.thread / kWarpSize * kWarpSize, pc);
}

}  // namespace

extern "C" void fencepost_matrix_sparse(void* d, const void* a, const void* b, const void* c,
                                        const unsigned int* metadata, unsigned int selector,
                                        const SparseInstruction* instruction) {
  if (!current.in_kernel) return;
  const void* const pc = __builtin_return_address(0);
  MatrixLane own{.to = d, .a = a, .b = b, .c = c, .metadata = metadata};
  MatrixLanes lanes{};
  if (!meet_for_matrices(kMmaOfSparse, own, lanes, pc)) return;
  const auto& how = instruction->product;
  const SparseMetadata given{.lanes = lanes,
                             .element_bits = bits_of_element(how.of_a),
                             .stored = how.k / 2,
                             .selector = static_cast<int>(selector),
                             .ordered = instruction->ordered};
  multiply(how, given, pc);
  tell_done(lanes);
}
