// Products of `mma.sp`: of a row of A only half of the elements are given, one of each two (of 32 bits), two of each
// four (of 16 and 8), two pairs of each eight (of 4); metadata say which (PTX ISA, "Sparse matrix storage", "Matrix
// fragments for multiply-accumulate operation with sparse matrix A"). B's elements are picked by them, and what others
// hold, infinity, too, does not matter.
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "sim/interface/observer.h"
#include "sim/matrix/fragments.h"
#include "sim/matrix/tensor_sums.h"

namespace {

using namespace fencepost::sim;
using fencepost_rt::matrix::SparseInstruction;

constexpr int kRowsOfSparse = 16;
constexpr int kColumns = 8;
constexpr int kMostStored = 64;

/// Four bits of metadata, and who gives them.
struct Chunk {
  std::uint32_t lane, bits;
};

struct SparseProduct {
  const SparseInstruction& how;
  const MatrixLanes& lanes;
  int selector;

  [[nodiscard]] int element_bits() const { return bits_of_element(how.product.of_a); }
  /// Elements of A that a row gives, and that four bits of metadata are for.
  [[nodiscard]] int stored() const { return how.product.k / 2; }
  [[nodiscard]] int stored_in_chunk() const { return element_bits() == 32 ? 1 : element_bits() == 4 ? 4 : 2; }

  /// Of elements of 16 and 32 bits the lower half of a register is a row's, the upper half that of 8 rows further down;
  /// of smaller ones the next lane has those.
  [[nodiscard]] Chunk chunk(int row, int number) const {
    const bool is_lower = row >= 8;
    const bool takes_one = element_bits() >= 16 && stored() * element_bits() == 128;
    int lane = row % 8 * 4 + selector * (takes_one ? 1 : 2);
    int place = 0;
    if (element_bits() >= 16) {
      lane += number / 4;
      place = number % 4 + (is_lower ? 4 : 0);
    } else {
      lane += number / 8 * 2 + (is_lower ? 1 : 0);
      place = number % 8;
    }
    const MatrixLane* const one = lanes.at(static_cast<std::size_t>(lane));
    // Of a lane that is not there: what has a meaning, for elements of 32 bits, too.
    return {static_cast<std::uint32_t>(lane), one == nullptr ? 0b0100U : *one->metadata >> (place * 4) & 15U};
  }

  /// The column of element `i` of a row's.
  [[nodiscard]] int column(int row, int i) const {
    const int number = i / stored_in_chunk();
    const int within = i % stored_in_chunk();
    const auto bits = static_cast<int>(chunk(row, number).bits);
    if (element_bits() == 32) return number * 2 + (bits & 3) / 2;
    if (element_bits() == 4) return number * 8 + (bits >> within / 2 * 2 & 3) * 2 + within % 2;
    return number * 4 + (bits >> within * 2 & 3);
  }

  [[nodiscard]] std::optional<WarpMisuse::Kind> misuse_in(std::uint32_t bits) const {
    const std::uint32_t first = bits & 3;
    const std::uint32_t second = bits >> 2;
    if (element_bits() == 32) {
      if (bits == 0b0100 || bits == 0b1110) return std::nullopt;
      return WarpMisuse::Kind::kMetadataHalves;
    }
    if (first == second) return WarpMisuse::Kind::kMetadataTwice;
    if (how.ordered && first > second) return WarpMisuse::Kind::kMetadataOrder;
    return std::nullopt;
  }
};

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

void multiply(const SparseProduct& product, const void* pc) {
  const auto& how = product.how.product;
  const int stored = product.stored();
  std::array<SparseRow, kRowsOfSparse> rows{};
  std::array<std::array<float, kColumns>, std::size_t{2} * kMostStored> b{};
  collect(product.lanes, &MatrixLane::a, how.of_a, kRowsOfSparse, stored, [&](int row, int i, float value) {
    rows.at(static_cast<std::size_t>(row)).a.at(static_cast<std::size_t>(i)) = value;
  });
  collect(product.lanes, &MatrixLane::b, how.of_b, kColumns, how.k, [&](int column, int row, float value) {
    b.at(static_cast<std::size_t>(row)).at(static_cast<std::size_t>(column)) = value;
  });

  std::optional<WarpMisuse> misuse;
  for (int row = 0; row < kRowsOfSparse; ++row) {
    SparseRow& one = rows.at(static_cast<std::size_t>(row));
    for (int i = 0; i < stored; ++i) {
      const auto& picked = b.at(static_cast<std::size_t>(product.column(row, i)));
      for (std::size_t j = 0; j < kColumns; ++j) one.b.at(static_cast<std::size_t>(i) * kColumns + j) = picked.at(j);
      // Beyond a matrix's end both its elements and the metadata are 0, and it does not matter what these name.
      if (misuse || one.a.at(static_cast<std::size_t>(i)) == 0) continue;
      const Chunk chunk = product.chunk(row, i / product.stored_in_chunk());
      if (const auto kind = product.misuse_in(chunk.bits)) {
        misuse = WarpMisuse{.kind = *kind, .mask = ~0U, .lane = chunk.lane, .source = chunk.bits, .waiters = {}};
      }
    }
  }

  if (how.of_d == Element::kInt) {
    each_sum(product.lanes, [&](const MatrixLane& lane, int i, std::size_t at) {
      const SparseRow& row = rows.at(at / kColumns);
      std::int64_t sum = static_cast<const std::int32_t*>(lane.c)[i];
      for (std::size_t p = 0; p < static_cast<std::size_t>(stored); ++p) {
        sum += static_cast<std::int64_t>(row.a.at(p) * row.b.at(p * kColumns + at % kColumns));
      }
      static_cast<std::int32_t*>(lane.to)[i] = sum_as<std::int32_t>(sum, how.saturates);
    });
  } else {
    each_sum(product.lanes, [&](const MatrixLane& lane, int i, std::size_t at) {
      rows.at(at / kColumns).sums.at(at % kColumns) = how.of_c == Element::kHalf
                                                          ? __half2float(static_cast<const __half*>(lane.c)[i])
                                                          : static_cast<const float*>(lane.c)[i];
    });
    for (SparseRow& row : rows) {
      if (product.element_bits() == 8) {
        add_row_as_halves(row, stored);
      } else if (how.of_d == Element::kHalf) {
        add_row<__half>(row, stored, sum_rule(how.of_a, how.of_b, how.of_c, /*of_warpgroup=*/false));
      } else {
        add_row<float>(row, stored, sum_rule(how.of_a, how.of_b, how.of_c, /*of_warpgroup=*/false));
      }
    }
    each_sum(product.lanes, [&](const MatrixLane& lane, int i, std::size_t at) {
      const float sum = rows.at(at / kColumns).sums.at(at % kColumns);
      if (how.of_d == Element::kHalf) {
        static_cast<__half*>(lane.to)[i] = __float2half(sum);
      } else {
        static_cast<float*>(lane.to)[i] = sum;
      }
    });
  }

  if (!misuse) return;
  const BusySection busy;
  const Waiter giver{
      .thread = current.thread / kWarpSize * kWarpSize + misuse->lane, .pc = pc, .mask = ~0U, .spins = false};
  misuse->waiters = {&giver, 1};
  observers().barriers->on_warp_misuse(*misuse);
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
  multiply({.how = *instruction, .lanes = lanes, .selector = static_cast<int>(selector)}, pc);
  tell_done(lanes);
}
