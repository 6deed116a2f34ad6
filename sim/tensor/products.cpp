// tcgen05.mma (PTX ISA, "TensorCore 5th Generation Matrix Multiply and accumulate Operations"): one thread starts a
// product of matrices in shared and tensor memory, of its block or of a pair of blocks. It is done at once; what may be
// relied on, and when, is the observers' business. What the ISA leaves open of sums is as for other products
// (sim/matrix/tensor_sums.h), of all elements of one instruction together; it was not compared with a GPU.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "sim/cluster/cluster.h"
#include "sim/device/told_order.h"
#include "sim/engine/block_runner.h"
#include "sim/engine/engine.h"
#include "sim/include/fencepost_tensor_memory.h"
#include "sim/interface/current.h"
#include "sim/interface/observer.h"
#include "sim/matrix/fragments.h"
#include "sim/matrix/tensor_sums.h"
#include "sim/tensor/memory.h"
#include "sim/tensor/operands.h"
#include "sim/tensor/pair.h"

#define FENCEPOST_CALLER __builtin_return_address(0)

namespace {

using namespace fencepost::sim;
using fencepost_rt::tensor::Product;
using fencepost_rt::tensor::ProductOperands;

/// Of addresses of scales and metadata the upper two bits may say which byte of a word is meant, as the instruction
/// descriptor does.
constexpr std::uint32_t kAddressBits = 0x3fffffff;
constexpr int kRowsOfColumn = 32;  ///< Of a factor, whose scales are in one column of tensor memory.

/// How many scales a row of A has.
int scales_of_row(const Product& how, const ProductShape& shape) { return how.scaled == 0 ? 0 : shape.k / how.scaled; }

class Multiplication {
 public:
  Multiplication(const Product& how, const ProductOperands& operands, const void* pc)
      : how_(how),
        operands_(operands),
        pc_(pc),
        shape_(shape_of_product(how, operands, pc)),
        pair_(blocks_of_pair(how.blocks, "a tcgen05.mma", pc)),
        rows_(static_cast<std::size_t>(shape_.rows())) {
    if (operands.zero_columns != 0) {
      stop_launch(
          {.reason = StopReason::kUnsupported, .pc = pc, .text = "a tcgen05.mma.ws with a mask of zero columns"});
    }
    if (how.is_sparse && (rows_ != kTensorLanes || how.is_stationary)) {
      stop_launch(
          {.reason = StopReason::kUnsupported, .pc = pc, .text = "a tcgen05.mma.sp of other than 128 rows of a block"});
    }
    if (how.is_sparse && shape_.selector != 0 && (shape_.a.bits <= 8 || shape_.selector > 1)) {
      stop_launch({.reason = StopReason::kUnsupported,
                   .pc = pc,
                   .text = "a tcgen05.mma.sp with selector " + std::to_string(shape_.selector) + " of metadata"});
    }
  }

  void run() {
    collect_b();
    for (std::size_t i = 0; i < pair_.size(); ++i) begin_block(i);
    observers().accesses->on_tensor_operation(TensorAgent::kCores, current.thread, joined(reads_), joined(writes_),
                                              pc_);
    TensorMemory::number_cells(writes_);
    for (std::size_t i = 0; i < pair_.size(); ++i) multiply(i);
  }

 private:
  static std::vector<MemoryRange> joined(std::vector<MemoryRange> ranges) {
    join_ranges(ranges);
    return ranges;
  }

  /// Each block has the columns of B that are its part of N.
  void collect_b() {
    const int columns = shape_.n / shape_.blocks;
    b_.resize(static_cast<std::size_t>(shape_.k) * static_cast<std::size_t>(shape_.n));
    const float sign = shape_.negates_b ? -1.0F : 1.0F;
    for (std::size_t i = 0; i < pair_.size(); ++i) {
      const SharedMatrix matrix =
          matrix_of_descriptor(operands_.b, pair_[i], shape_.b, shape_.transposes_b, shape_.k, pc_);
      add_chunks(reads_, matrix, columns, pair_[i], pc_);
      const std::size_t first = i * static_cast<std::size_t>(columns);
      each_element(matrix, columns, shape_.b, [&](int column, int k, float value) {
        b_[static_cast<std::size_t>(k) * static_cast<std::size_t>(shape_.n) + first +
           static_cast<std::size_t>(column)] = sign * value;
      });
    }
  }

  /// What is read and written of the block's.
  void begin_block(std::size_t i) {
    TensorMemory& memory = TensorMemory::of_rank(pair_[i], "a tcgen05.mma", pc_);
    memories_.push_back(&memory);
    const auto columns = static_cast<std::uint32_t>(shape_.n / shape_.parts);
    const TensorPlace d = place_at(operands_.d);
    memory.require(d.column, columns, "a tcgen05.mma with D", pc_);
    std::vector<MemoryRange> cells;
    for (std::uint32_t lane = 0; lane < kTensorLanes; lane += kTensorCellLanes) {
      if (!is_lane_of_d(lane) || all_disabled(i, d.lane + lane)) continue;
      memory.add_cells(cells, checked({d.lane + lane, d.column}), kTensorCellLanes, columns);
    }
    writes_.insert(writes_.end(), cells.begin(), cells.end());
    if (operands_.adds) reads_.insert(reads_.end(), cells.begin(), cells.end());
    if (how_.a_in_tensor_memory) {
      read_cells(memory, static_cast<std::uint32_t>(operands_.a),
                 static_cast<std::uint32_t>(shape_.stored * shape_.a.bits_in_tensor_memory / 32),
                 "a tcgen05.mma with A");
    } else {
      add_chunks(reads_, shared_a(i), shape_.rows(), pair_[i], pc_);
    }
    if (how_.is_sparse) {
      read_cells(memory, operands_.metadata + static_cast<std::uint32_t>(shape_.selector), shape_.a.bits <= 8 ? 2 : 1,
                 "a tcgen05.mma.sp with metadata");
    }
    if (how_.scaled == 0) return;
    read_cells(memory, operands_.scales[0], (static_cast<std::uint32_t>(rows_) + 31) / 32, "a tcgen05.mma with scales");
    read_cells(memory, operands_.scales[1], (static_cast<std::uint32_t>(shape_.n / parts_of_scales_b()) + 31) / 32,
               "a tcgen05.mma with scales");
  }

  void read_cells(TensorMemory& memory, std::uint32_t address, std::uint32_t columns, const char* what) {
    const TensorPlace from = place_at(address & kAddressBits);
    memory.require(from.column, columns, what, pc_);
    for (std::uint32_t lane = 0; lane < kTensorLanes; lane += kTensorCellLanes) {
      if (!is_lane_of_d(lane)) continue;
      memory.add_cells(reads_, checked({from.lane + lane, from.column}), kTensorCellLanes, columns);
    }
  }

  /// M = 64 of one block, not stationary, leaves every second 16 lanes out.
  [[nodiscard]] bool is_lane_of_d(std::uint32_t lane) const {
    return shape_.parts != 1 || rows_ != 64 || lane / 16 % 2 == 0;
  }

  [[nodiscard]] TensorPlace checked(TensorPlace place) const {
    if (place.lane + kTensorCellLanes <= kTensorLanes) return place;
    stop_in_tensor_memory("a tcgen05.mma of lanes beyond the 128 of tensor memory", pc_);
  }

  [[nodiscard]] bool is_disabled(std::size_t i, std::uint32_t lane) const {
    return operands_.disabled != nullptr && (operands_.disabled[i * 4 + lane / 32] >> lane % 32 & 1) != 0;
  }
  [[nodiscard]] bool all_disabled(std::size_t i, std::uint32_t lane) const {
    for (std::uint32_t j = lane; j < std::min(lane + kTensorCellLanes, kTensorLanes); ++j) {
      if (!is_disabled(i, j)) return false;
    }
    return operands_.disabled != nullptr;
  }

  [[nodiscard]] SharedMatrix shared_a(std::size_t i) const {
    return matrix_of_descriptor(operands_.a, pair_[i], shape_.a, shape_.transposes_a, shape_.stored, pc_);
  }

  /// A of a block, of rows of `stored` elements. In tensor memory each part of N has a copy of its own.
  std::vector<float> collect_a(std::size_t i, int part) {
    const auto stored = static_cast<std::size_t>(shape_.stored);
    std::vector<float> a(rows_ * stored);
    const float sign = shape_.negates_a ? -1.0F : 1.0F;
    if (!how_.a_in_tensor_memory) {
      each_element(shared_a(i), shape_.rows(), shape_.a, [&](int row, int k, float value) {
        a[static_cast<std::size_t>(row) * stored + static_cast<std::size_t>(k)] = sign * value;
      });
      return a;
    }
    const TensorPlace from = place_at(static_cast<std::uint32_t>(operands_.a));
    const int bits = shape_.a.bits_in_tensor_memory;
    for (int row = 0; row < shape_.rows(); ++row) {
      const std::uint32_t lane = from.lane + shape_.lane_of(row, part);
      for (int k = 0; k < shape_.stored; ++k) {
        const std::uint32_t word = memories_[i]->word(lane, from.column + static_cast<std::uint32_t>(k * bits / 32));
        a[static_cast<std::size_t>(row) * stored + static_cast<std::size_t>(k)] =
            sign * element_value(shape_.a.in_tensor_memory, cut(word >> k * bits % 32, bits));
      }
    }
    return a;
  }
  static std::uint32_t cut(std::uint32_t word, int bits) { return bits == 32 ? word : word & ((1U << bits) - 1); }

  [[nodiscard]] int parts_of_scales_b() const { return shape_.blocks == 2 && rows_ == 64 ? 2 : 1; }

  /// Of row `row` of A, or column `row` of B, which are in `parts` groups of lanes: byte `byte` of a word and the next
  /// ones.
  double scale(std::size_t i, const std::uint32_t address, int row, int of, int parts, int byte) const {
    const TensorPlace from = place_at(address & kAddressBits);
    const int in_part = row % (of / parts);
    const auto lane = static_cast<std::uint32_t>(in_part % kRowsOfColumn + row / (of / parts) * 64);
    const std::uint32_t word =
        memories_[i]->word(lane, from.column + static_cast<std::uint32_t>(in_part / kRowsOfColumn));
    return scale_value(word >> byte % 4 * 8, shape_.scales_are_e4m3);
  }

  /// Which of its k element j of the stored ones of a row is: PTX ISA, "Sparse matrices".
  [[nodiscard]] int column_of(std::size_t i, int row, int j) const {
    const TensorPlace from = place_at(operands_.metadata & kAddressBits);
    const auto bits_at = [&](std::uint32_t lane, std::uint32_t column, int shift) {
      return static_cast<int>(memories_[i]->word(from.lane + lane, from.column + column) >> shift & 15U);
    };
    if (shape_.a.bits > 8) {
      // A lane has two rows, 8 apart, and half of the k of each.
      const int in_group = shape_.a.bits == 32 ? 1 : 2;
      const int group = j / in_group;
      const int bits = bits_at(static_cast<std::uint32_t>(row % 8 + group / 4 * 8 + row / 16 * 16),
                               static_cast<std::uint32_t>(shape_.selector), row / 8 % 2 * 16 + group % 4 * 4);
      if (shape_.a.bits == 32) return group * 2 + (bits & 3) / 2;
      return group * 4 + (bits >> j % 2 * 2 & 3);
    }
    // Of 4 bits, alone, pairs are picked.
    const int together = shape_.a.slots == 32 ? 2 : 1;
    const int pick = j / together;
    const int group = pick / 2;
    const int bits = bits_at(static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(group / 8), group % 8 * 4);
    return (group * 4 + (bits >> pick % 2 * 2 & 3)) * together + j % together;
  }

  /// Rows of B for the elements of a row of a sparse A.
  void pick(std::size_t i, int row, std::vector<float>& picked) const {
    picked.clear();
    for (int j = 0; j < shape_.stored; ++j) {
      const auto from = b_.begin() + std::ptrdiff_t{column_of(i, row, j)} * shape_.n;
      picked.insert(picked.end(), from, from + shape_.n);
    }
  }

  void multiply(std::size_t i) {
    for (int part = 0; part < shape_.parts; ++part) {
      if (part == 0 || how_.a_in_tensor_memory) a_ = collect_a(i, part);
      if (how_.scaled != 0 && part == 0) fold_scales(i);
      multiply_part(i, part);
    }
  }

  /// Elements times their scales, where a float has room for that; else `is_wide_`.
  void fold_scales(std::size_t i) {
    const int scales = scales_of_row(how_, shape_);
    const int of_each = how_.scaled;
    is_wide_ = false;
    scaled_b_ = b_;
    wide_a_.assign(static_cast<std::size_t>(scales) * rows_, 0);
    wide_b_.assign(static_cast<std::size_t>(scales) * static_cast<std::size_t>(shape_.n), 0);
    const auto fold = [&](float& element, double by) {
      const double product = element * by;
      const auto folded = static_cast<float>(product);
      if (product != 0 &&
          (static_cast<double>(folded) != product || !std::isnormal(folded) || std::abs(std::ilogb(folded)) > 62)) {
        is_wide_ = true;
      }
      element = folded;
    };
    unscaled_a_ = a_;
    for (int part = 0; part < scales; ++part) {
      for (std::size_t row = 0; row < rows_; ++row) {
        const double by =
            scale(i, operands_.scales[0], static_cast<int>(row), shape_.rows(), 1, shape_.scale_byte_a + part);
        wide_a_[static_cast<std::size_t>(part) * rows_ + row] = by;
        if (how_.is_sparse) continue;
        for (int k = part * of_each; k < (part + 1) * of_each; ++k) {
          fold(a_[row * static_cast<std::size_t>(shape_.stored) + static_cast<std::size_t>(k)], by);
        }
      }
      for (int n = 0; n < shape_.n; ++n) {
        const double by = scale(i, operands_.scales[1], n, shape_.n, parts_of_scales_b(), shape_.scale_byte_b + part);
        wide_b_[static_cast<std::size_t>(part) * static_cast<std::size_t>(shape_.n) + static_cast<std::size_t>(n)] = by;
        for (int k = part * of_each; k < (part + 1) * of_each; ++k) {
          fold(
              scaled_b_[static_cast<std::size_t>(k) * static_cast<std::size_t>(shape_.n) + static_cast<std::size_t>(n)],
              by);
        }
      }
    }
    if (how_.is_sparse) is_wide_ = true;
  }

  void multiply_part(std::size_t i, int part) {
    TensorMemory& memory = *memories_[i];
    const TensorPlace d = place_at(operands_.d);
    const int columns = shape_.n / shape_.parts;
    const int first = part * columns;
    const bool is_integer = shape_.of_d == Element::kInt;
    const std::vector<float>& b = how_.scaled != 0 ? scaled_b_ : b_;
    const SumRule rule = how_.scaled != 0
                             ? sum_rule(Element::kBrain, Element::kBrain, shape_.of_d, /*of_warpgroup=*/false)
                             : sum_rule(shape_.a.element, shape_.b.element, shape_.of_d, /*of_warpgroup=*/false);
    std::optional<TensorSums> products;
    if (!is_integer && !how_.is_sparse && !is_wide_) products.emplace(b.data(), shape_.k, shape_.n, rule);
    std::vector<float> picked, sums(static_cast<std::size_t>(shape_.n));
    TensorSums::Totals totals{};
    for (int row = 0; row < shape_.rows(); ++row) {
      const std::uint32_t lane = d.lane + shape_.lane_of(row, part);
      if (is_disabled(i, lane)) continue;
      const float* const factors = &a_[static_cast<std::size_t>(row) * static_cast<std::size_t>(shape_.stored)];
      const auto word = [&](int n) -> std::uint32_t& {
        return memory.word(lane, d.column + static_cast<std::uint32_t>(n - first));
      };
      if (how_.is_sparse) pick(i, row, picked);
      if (is_integer) {
        add_integers(factors, how_.is_sparse ? picked : b, first, columns, word);
        continue;
      }
      std::ranges::fill(sums, 0.0F);
      for (int n = first; n < first + columns && operands_.adds; ++n)
        sums[static_cast<std::size_t>(n)] = float_of(word(n));
      if (is_wide_) {
        add_wide(i, row, sums, totals, rule.cut_at);
      } else {
        if (how_.is_sparse) products.emplace(picked.data(), shape_.stored, shape_.n, rule);
        products->add(factors, sums.data(), totals);
      }
      for (int n = first; n < first + columns; ++n) {
        const double total = totals.at(static_cast<std::size_t>(n));
        if (shape_.of_d == Element::kHalf) {
          const __half half = __double2half(total);
          std::uint16_t bits = 0;
          std::memcpy(&bits, &half, sizeof bits);
          word(n) = bits;
        } else {
          word(n) = std::bit_cast<std::uint32_t>(cut_to_float(total, rule.kept));
        }
      }
    }
  }

  /// What D holds.
  [[nodiscard]] float float_of(std::uint32_t word) const {
    float value = 0;
    if (shape_.of_d == Element::kHalf) {
      value = factor<Element::kHalf, float>(word & 0xffffU, 0);
    } else {
      value = std::bit_cast<float>(word);
    }
    return operands_.halvings == 0 ? value : std::ldexp(value, -operands_.halvings);
  }

  template <class Word>
  void add_integers(const float* factors, const std::vector<float>& b, int first, int columns, Word word) const {
    for (int n = first; n < first + columns; ++n) {
      std::int64_t sum = operands_.adds ? static_cast<std::int32_t>(word(n)) : 0;
      for (int k = 0; k < shape_.stored; ++k) {
        const float other =
            b[static_cast<std::size_t>(k) * static_cast<std::size_t>(shape_.n) + static_cast<std::size_t>(n)];
        sum += static_cast<std::int64_t>(factors[k]) * static_cast<std::int64_t>(other);
      }
      word(n) = static_cast<std::uint32_t>(sum_as<std::int32_t, std::int64_t>(sum, shape_.saturates));
    }
  }

  /// Of elements and scales whose products need more than a float's exponent, and of sparse ones.
  void add_wide(std::size_t i, int row, const std::vector<float>& sums, TensorSums::Totals& totals, int cut_at) const {
    std::vector<double> terms(static_cast<std::size_t>(shape_.stored) + 1);
    for (int n = 0; n < shape_.n; ++n) {
      for (int j = 0; j < shape_.stored; ++j) {
        const int k = how_.is_sparse ? column_of(i, row, j) : j;
        const auto part = static_cast<std::size_t>(k / how_.scaled);
        const auto at = static_cast<std::size_t>(n);
        terms[static_cast<std::size_t>(j)] =
            static_cast<double>(unscaled_a_[static_cast<std::size_t>(row * shape_.stored + j)]) *
            static_cast<double>(b_[static_cast<std::size_t>(k) * static_cast<std::size_t>(shape_.n) + at]) *
            (wide_a_[part * rows_ + static_cast<std::size_t>(row)] *
             wide_b_[part * static_cast<std::size_t>(shape_.n) + at]);
      }
      terms.back() = static_cast<double>(sums[static_cast<std::size_t>(n)]);
      totals.at(static_cast<std::size_t>(n)) = cut_total(terms, cut_at);
    }
  }

  const Product& how_;
  const ProductOperands& operands_;
  const void* pc_;
  ProductShape shape_;
  std::vector<std::uint32_t> pair_;  ///< Ranks of the blocks.
  std::size_t rows_;                 ///< Of each.
  std::vector<TensorMemory*> memories_;
  std::vector<MemoryRange> reads_, writes_;
  std::vector<float> a_, b_;  ///< The block's rows; k times N, by rows.
  std::vector<float> unscaled_a_, scaled_b_;
  std::vector<double> wide_a_, wide_b_;  ///< Scales, part by part.
  bool is_wide_ = false;
};

}  // namespace

extern "C" {

void fencepost_tensor_multiply(const ProductOperands* operands, const Product* how) {
  if (!current.in_kernel) return;
  assert_told_order();
  Multiplication(*how, *operands, FENCEPOST_CALLER).run();
}

}  // extern "C"
