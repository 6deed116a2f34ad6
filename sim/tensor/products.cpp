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
#include <span>
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
#include "sim/tensor/right_factor.h"

#define FENCEPOST_CALLER __builtin_return_address(0)

namespace {

using namespace fencepost::sim;
using fencepost_rt::tensor::Product;
using fencepost_rt::tensor::ProductOperands;

/// The upper two bits of an address of scales may say which byte of a word is meant, as the instruction descriptor
/// does.
constexpr std::uint32_t kScaleAddress = 0x3fffffff;

class Multiplication {
 public:
  Multiplication(const Product& how, const ProductOperands& operands, const void* pc)
      : how_(how),
        operands_(operands),
        pc_(pc),
        shape_(shape_of_product(how, operands.description, pc)),
        pair_(blocks_of_pair(how.blocks, "a tcgen05.mma", pc)) {}

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
      read_cells(memory, metadata_at(), shape_.a.bits == 16 ? 1 : 2, "a tcgen05.mma.sp with metadata");
    }
    if (how_.scales == 0) return;
    read_cells(memory, operands_.scales_of_a & kScaleAddress, columns_of_scales(shape_.rows()),
               "a tcgen05.mma with scales of A");
    read_cells(memory, operands_.scales_of_b & kScaleAddress, columns_of_scales(shape_.n),
               "a tcgen05.mma with scales of B");
  }

  /// Of factors of 16 bits the selector is the column of a pair that begins at a multiple of 2.
  [[nodiscard]] std::uint32_t metadata_at() const {
    return shape_.a.bits == 16 ? (operands_.metadata & ~1U) + shape_.selector : operands_.metadata;
  }
  static std::uint32_t columns_of_scales(int lines) {
    return (static_cast<std::uint32_t>(lines) + kQuarter - 1) / kQuarter;
  }

  void read_cells(TensorMemory& memory, std::uint32_t address, std::uint32_t columns, const char* what) {
    const TensorPlace from = place_at(address);
    memory.require(from.column, columns, what, pc_);
    for (std::uint32_t lane = 0; lane < kTensorLanes; lane += kTensorCellLanes) {
      if (!is_lane_of_d(lane)) continue;
      memory.add_cells(reads_, checked({from.lane + lane, from.column}), kTensorCellLanes, columns);
    }
  }

  /// M = 64 of one block leaves every second 16 lanes out.
  [[nodiscard]] bool is_lane_of_d(std::uint32_t lane) const {
    return shape_.parts == 2 || shape_.rows() != 64 || lane / 16 % 2 == 0;
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

  /// A of a block, by rows.
  [[nodiscard]] std::vector<double> collect_a(std::size_t i) const {
    const auto depth = static_cast<std::size_t>(shape_.stored);
    std::vector<double> a(static_cast<std::size_t>(shape_.rows()) * depth);
    const float sign = shape_.negates_a ? -1.0F : 1.0F;
    if (!how_.a_in_tensor_memory) {
      each_element(shared_a(i), shape_.rows(), shape_.a, [&](int row, int k, float value) {
        a[static_cast<std::size_t>(row) * depth + static_cast<std::size_t>(k)] = sign * value;
      });
      return a;
    }
    const TensorPlace from = place_at(static_cast<std::uint32_t>(operands_.a));
    const int bits = shape_.a.bits_in_tensor_memory;
    for (int row = 0; row < shape_.rows(); ++row) {
      const std::uint32_t lane = from.lane + shape_.lane_of(row);
      for (int k = 0; k < shape_.stored; ++k) {
        const std::uint32_t word = memories_[i]->word(lane, from.column + static_cast<std::uint32_t>(k * bits / 32));
        a[static_cast<std::size_t>(row) * depth + static_cast<std::size_t>(k)] =
            sign * element_value(shape_.a.in_tensor_memory, cut(word >> k * bits % 32, bits));
      }
    }
    return a;
  }
  static std::uint32_t cut(std::uint32_t word, int bits) { return bits == 32 ? word : word & ((1U << bits) - 1); }

  /// A scale of row `line` of A, or column of B, as lanes of a quarter see it: each has all of them (PTX ISA, "Scale
  /// Factor Layout"), line l in lane l % 32 and column l / 32.
  [[nodiscard]] double scale(std::size_t i, std::uint32_t address, int line, int quarter, std::uint32_t byte) const {
    const TensorPlace from = place_at(address & kScaleAddress);
    const auto at = static_cast<std::uint32_t>(line);
    const std::uint32_t word =
        memories_[i]->word(static_cast<std::uint32_t>(quarter) * kQuarter + at % kQuarter, from.column + at / kQuarter);
    return scale_value(word >> byte * 8, shape_.scales_are_e4m3);
  }

  /// By parts of k, for each column of B.
  [[nodiscard]] std::vector<double> scales_of_b(std::size_t i, int quarter) const {
    std::vector<double> scales;
    for (std::uint32_t part = 0; part < static_cast<std::uint32_t>(how_.scales); ++part) {
      for (int j = 0; j < shape_.n; ++j) {
        scales.push_back(scale(i, operands_.scales_of_b, j, quarter, shape_.byte_of_b + part));
      }
    }
    return scales;
  }

  /// Which of its k each element of a row of a sparse A is (PTX ISA, "Sparse Matrices"). Two of four are there, of 4
  /// bits two pairs of four.
  [[nodiscard]] std::vector<int> places_of(std::size_t i, int row) const {
    const TensorPlace from = place_at(metadata_at());
    const int together = shape_.a.bits == 4 && shape_.a.slots == 32 ? 2 : 1;
    std::vector<int> places;
    for (int j = 0; j < shape_.stored; ++j) {
      const int pick = j / together, group = pick / 2;
      std::uint32_t bits = 0;
      if (shape_.a.bits == 16) {
        // A lane has two rows, 8 apart, and half of the k of each.
        const auto lane = static_cast<std::uint32_t>(row % 8 + group / 4 * 8 + row / 16 * 16);
        bits = memories_[i]->word(from.lane + lane, from.column) >> (row / 8 % 2 * 16 + group % 4 * 4);
      } else {
        bits = memories_[i]->word(from.lane + static_cast<std::uint32_t>(row),
                                  from.column + static_cast<std::uint32_t>(group / 8)) >>
               group % 8 * 4;
      }
      places.push_back((group * 4 + static_cast<int>(bits >> pick % 2 * 2 & 3U)) * together + j % together);
    }
    return places;
  }

  /// Of the elements of a row of A: `places` as RightFactor::add() has them.
  void scale_row(std::size_t i, int row, std::span<const int> places, std::span<double> elements) const {
    for (std::size_t j = 0; j < elements.size(); ++j) {
      const int k = places.empty() ? static_cast<int>(j) : places[j];
      const auto part = static_cast<std::uint32_t>(k / (shape_.k / how_.scales));
      elements[j] *= scale(i, operands_.scales_of_a, row, row / static_cast<int>(kQuarter), shape_.byte_of_a + part);
    }
  }

  void multiply(std::size_t i) const {
    std::vector<double> a = collect_a(i);
    const TensorPlace d = place_at(operands_.d);
    // Elements that are multiplied by their scales are not subnormal.
    const auto of_sum = [&](const ElementType& type) { return how_.scales != 0 ? Element::kBrain : type.element; };
    const SumRule rule = sum_rule(of_sum(shape_.a), of_sum(shape_.b), shape_.of_d, /*of_warpgroup=*/false);
    RightFactor b(b_, shape_.k, shape_.n, rule);
    std::vector<float> sums(static_cast<std::size_t>(shape_.n));
    TensorSums::Totals totals{};
    for (int row = 0; row < shape_.rows(); ++row) {
      const auto quarter = static_cast<int>(kQuarter);
      if (how_.scales != 0 && row % quarter == 0) b.scale(scales_of_b(i, row / quarter), how_.scales);
      const auto depth = static_cast<std::size_t>(shape_.stored);
      const std::span<double> elements(&a[static_cast<std::size_t>(row) * depth], depth);
      const int width = shape_.n / shape_.parts;
      const auto word = [&](int n) -> std::uint32_t& {
        return memories_[i]->word(d.lane + shape_.lane_of(row, n / width),
                                  d.column + static_cast<std::uint32_t>(n % width));
      };
      const auto write = [&](auto element) {
        for (int n = 0; n < shape_.n; ++n) {
          if (!is_disabled(i, d.lane + shape_.lane_of(row, n / width))) word(n) = element(n);
        }
      };
      if (shape_.of_d == Element::kInt) {
        write([&](int n) { return sum_of_integers(elements, n, word(n)); });
        continue;
      }
      const std::vector<int> places = how_.is_sparse ? places_of(i, row) : std::vector<int>();
      if (how_.scales != 0) scale_row(i, row, places, elements);
      for (int n = 0; n < shape_.n; ++n) {
        sums[static_cast<std::size_t>(n)] = operands_.adds ? float_of(word(n)) : 0;
      }
      b.add(elements, places, sums.data(), totals);
      write([&](int n) { return bits_of(totals.at(static_cast<std::size_t>(n)), rule); });
    }
  }

  /// An element of D.
  [[nodiscard]] std::uint32_t bits_of(double total, const SumRule& rule) const {
    if (shape_.of_d != Element::kHalf) return std::bit_cast<std::uint32_t>(cut_to_float(total, rule.kept));
    const __half half = __double2half(total);
    std::uint16_t bits = 0;
    std::memcpy(&bits, &half, sizeof bits);
    return bits;
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

  /// An element of D, which holds `before`, of a row of A and column n.
  [[nodiscard]] std::uint32_t sum_of_integers(std::span<const double> factors, int n, std::uint32_t before) const {
    std::int64_t sum = operands_.adds ? static_cast<std::int32_t>(before) : 0;
    for (std::size_t k = 0; k < factors.size(); ++k) {
      const float other = b_[k * static_cast<std::size_t>(shape_.n) + static_cast<std::size_t>(n)];
      sum += static_cast<std::int64_t>(factors[k]) * static_cast<std::int64_t>(other);
    }
    return static_cast<std::uint32_t>(sum_as<std::int32_t, std::int64_t>(sum, shape_.saturates));
  }

  const Product& how_;
  const ProductOperands& operands_;
  const void* pc_;
  ProductShape shape_;
  std::vector<std::uint32_t> pair_;  ///< Ranks of the blocks.
  std::vector<TensorMemory*> memories_;
  std::vector<MemoryRange> reads_, writes_;
  std::vector<float> b_;  ///< k times N, by rows.
};

}  // namespace

extern "C" {

void fencepost_tensor_multiply(const ProductOperands* operands, const Product* how) {
  if (!current.in_kernel) return;
  assert_told_order();
  Multiplication(*how, *operands, FENCEPOST_CALLER).run();
}

}  // extern "C"
