// Products of `mma.sync` with a `.kind`: A and B have elements of 8 bits and less, each of a type of its own, and with
// `.block_scale` each part of a row of A, and of a column of B, is multiplied by a scale first (PTX ISA, "Block Scaling
// for mma.sync"). What the ISA leaves open is as for other products (tensor_sums.h), in one sum; it was not compared
// with a GPU.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "sim/matrix/fragments.h"
#include "sim/matrix/sparse_metadata.h"
#include "sim/matrix/tensor_sums.h"

namespace {

using namespace fencepost::sim;
using fencepost_rt::matrix::ScaledInstruction;
using fencepost_rt::matrix::Scales;

constexpr int kRowsOfScaled = 16;
constexpr int kColumnsOfScaled = 8;
constexpr int kMostScales = 4;

/// A row of A, or a column of B, and its scales.
template <int k>
struct Line {
  std::array<float, k> elements{};
  std::array<bool, k> is_missing{};  ///< Of a sparse A: what B has there does not matter.
  std::array<double, kMostScales> scales = {1, 1, 1, 1};
};

/// One lane of each quad, or two neighbours for rows of A, 8 apart, give a line's.
template <class Lines>
void collect_scales(const ScaledInstruction& how, const MatrixLanes& lanes, const Scales& selectors, Lines& lines,
                    bool of_a) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t in_quad = of_a ? selectors.pair_a * 2 + i / 8 : selectors.thread_b;
    const MatrixLane* const one = lanes.at(i % 8 * 4 + in_quad);
    if (one == nullptr) continue;
    const std::uint32_t word = of_a ? one->scales->a : one->scales->b;
    const std::uint32_t first = of_a ? selectors.byte_a : selectors.byte_b;
    for (std::uint32_t part = 0; part < static_cast<std::uint32_t>(how.scales); ++part) {
      lines.at(i).scales.at(part) = scale_value(word >> (first + part) * 8, how.scale_is_e4m3);
    }
  }
}

template <int rows, int k, class Put>
void collect_elements(Element type, const MatrixLanes& lanes, const void* MatrixLane::*part, Put put) {
  if (type == Element::kE2M1) {
    collect_factor<Element::kE2M1, rows, k, float>(lanes, part, put);
  } else if (type == Element::kE4M3) {
    collect_factor<Element::kE4M3, rows, k, float>(lanes, part, put);
  } else if (type == Element::kE5M2) {
    collect_factor<Element::kE5M2, rows, k, float>(lanes, part, put);
  } else if (type == Element::kE3M2) {
    collect_factor<Element::kE3M2, rows, k, float>(lanes, part, put);
  } else if (type == Element::kE2M3) {
    collect_factor<Element::kE2M3, rows, k, float>(lanes, part, put);
  } else {
    collect_factor<Element::kE2M1Padded, rows, k, float>(lanes, part, put);
  }
}

/// Each term is exact in a double.
template <int k>
double total(const Line<k>& a, const Line<k>& b, int scales, double c, int cut_at) {
  std::array<double, k + 1> terms{};
  const int part = scales == 0 ? k : k / scales;
  for (int i = 0; i < k; ++i) {
    const auto p = static_cast<std::size_t>(i);
    const auto of_part = static_cast<std::size_t>(i / part);
    if (a.is_missing.at(p)) continue;
    terms.at(p) = static_cast<double>(a.elements.at(p)) * static_cast<double>(b.elements.at(p)) *
                  (a.scales.at(of_part) * b.scales.at(of_part));
  }
  terms.back() = c;
  return cut_total(terms, cut_at);
}

/// The elements of A that are there, half of its k.
template <int k>
void collect_sparse(const ScaledInstruction& how, const MatrixLanes& lanes, std::array<Line<k>, kRowsOfScaled>& rows,
                    const void* pc) {
  const SparseMetadata metadata{.lanes = lanes,
                                .element_bits = bits_of_element(how.product.of_a),
                                .stored = k / 2,
                                .selector = 0,
                                .ordered = true};
  for (Line<k>& row : rows) row.is_missing.fill(true);
  std::optional<WarpMisuse> misuse;
  collect_elements<kRowsOfScaled, k / 2>(how.product.of_a, lanes, &MatrixLane::a, [&](int line, int i, float value) {
    Line<k>& row = rows.at(static_cast<std::size_t>(line));
    const auto column = static_cast<std::size_t>(metadata.column(line, i));
    row.elements.at(column) = value;
    row.is_missing.at(column) = false;
    if (!misuse && value != 0) misuse = metadata.misuse(line, i);
  });
  if (misuse) tell_misuse_of_metadata(*misuse, current.thread / kWarpSize * kWarpSize, pc);
}

template <int k>
void multiply(const ScaledInstruction& how, const MatrixLanes& lanes, const Scales& selectors, const void* pc) {
  std::array<Line<k>, kRowsOfScaled> rows{};
  std::array<Line<k>, kColumnsOfScaled> columns{};
  const auto put_in = [](auto& lines) {
    return [&](int line, int i, float value) {
      lines.at(static_cast<std::size_t>(line)).elements.at(static_cast<std::size_t>(i)) = value;
    };
  };
  if (how.is_sparse) {
    collect_sparse<k>(how, lanes, rows, pc);
  } else {
    collect_elements<kRowsOfScaled, k>(how.product.of_a, lanes, &MatrixLane::a, put_in(rows));
  }
  collect_elements<kColumnsOfScaled, k>(how.product.of_b, lanes, &MatrixLane::b, put_in(columns));
  collect_scales(how, lanes, selectors, rows, /*of_a=*/true);
  collect_scales(how, lanes, selectors, columns, /*of_a=*/false);
  const SumRule rule = sum_rule(Element::kHalf, Element::kHalf, how.product.of_c, /*of_warpgroup=*/false);
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    MatrixLane* const one = lanes.at(lane);
    if (one == nullptr) continue;
    for (std::size_t i = 0; i < 4; ++i) {
      const double c = how.product.of_c == Element::kHalf
                           ? static_cast<double>(__half2float(static_cast<const __half*>(one->c)[i]))
                           : static_cast<double>(static_cast<const float*>(one->c)[i]);
      const double sum =
          total<k>(rows.at(lane / 4 + i / 2 * 8), columns.at(lane % 4 * 2 + i % 2), how.scales, c, rule.cut_at);
      if (how.product.of_d == Element::kHalf) {
        static_cast<__half*>(one->to)[i] = __double2half(sum);
      } else {
        static_cast<float*>(one->to)[i] = cut_to_float(sum, rule.kept);
      }
    }
  }
}

}  // namespace

extern "C" void fencepost_matrix_scaled(void* d, const void* a, const void* b, const void* c,
                                        const unsigned int* metadata, const Scales* scales,
                                        const ScaledInstruction* instruction) {
  if (!current.in_kernel) return;
  const void* const pc = __builtin_return_address(0);
  MatrixLane own{.to = d, .a = a, .b = b, .c = c, .metadata = metadata, .scales = scales};
  MatrixLanes lanes{};
  if (!meet_for_matrices(kMmaOfScaled, own, lanes, pc)) return;
  if (instruction->product.k == 128) {
    multiply<128>(*instruction, lanes, *scales, pc);
  } else if (instruction->product.k == 64) {
    multiply<64>(*instruction, lanes, *scales, pc);
  } else {
    multiply<32>(*instruction, lanes, *scales, pc);
  }
  tell_done(lanes);
}
