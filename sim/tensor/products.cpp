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
    const auto columns = static_cast<std::uint32_t>(shape_.n);
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
                 static_cast<std::uint32_t>(shape_.k * shape_.a.bits_in_tensor_memory / 32), "a tcgen05.mma with A");
    } else {
      add_chunks(reads_, shared_a(i), shape_.rows(), pair_[i], pc_);
    }
  }

  void read_cells(TensorMemory& memory, std::uint32_t address, std::uint32_t columns, const char* what) {
    const TensorPlace from = place_at(address);
    memory.require(from.column, columns, what, pc_);
    for (std::uint32_t lane = 0; lane < kTensorLanes; lane += kTensorCellLanes) {
      if (!is_lane_of_d(lane)) continue;
      memory.add_cells(reads_, checked({from.lane + lane, from.column}), kTensorCellLanes, columns);
    }
  }

  /// M = 64 leaves every second 16 lanes out.
  [[nodiscard]] bool is_lane_of_d(std::uint32_t lane) const { return shape_.rows() != 64 || lane / 16 % 2 == 0; }

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
    return matrix_of_descriptor(operands_.a, pair_[i], shape_.a, shape_.transposes_a, shape_.k, pc_);
  }

  /// A of a block, by rows.
  [[nodiscard]] std::vector<float> collect_a(std::size_t i) const {
    const auto depth = static_cast<std::size_t>(shape_.k);
    std::vector<float> a(static_cast<std::size_t>(shape_.rows()) * depth);
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
      for (int k = 0; k < shape_.k; ++k) {
        const std::uint32_t word = memories_[i]->word(lane, from.column + static_cast<std::uint32_t>(k * bits / 32));
        a[static_cast<std::size_t>(row) * depth + static_cast<std::size_t>(k)] =
            sign * element_value(shape_.a.in_tensor_memory, cut(word >> k * bits % 32, bits));
      }
    }
    return a;
  }
  static std::uint32_t cut(std::uint32_t word, int bits) { return bits == 32 ? word : word & ((1U << bits) - 1); }

  void multiply(std::size_t i) const {
    const std::vector<float> a = collect_a(i);
    const TensorPlace d = place_at(operands_.d);
    const SumRule rule = sum_rule(shape_.a.element, shape_.b.element, shape_.of_d, /*of_warpgroup=*/false);
    std::optional<TensorSums> products;
    if (shape_.of_d != Element::kInt) products.emplace(b_.data(), shape_.k, shape_.n, rule);
    std::vector<float> sums(static_cast<std::size_t>(shape_.n));
    TensorSums::Totals totals{};
    for (int row = 0; row < shape_.rows(); ++row) {
      const std::uint32_t lane = d.lane + shape_.lane_of(row);
      if (is_disabled(i, lane)) continue;
      const float* const factors = &a[static_cast<std::size_t>(row) * static_cast<std::size_t>(shape_.k)];
      const auto word = [&](int n) -> std::uint32_t& {
        return memories_[i]->word(lane, d.column + static_cast<std::uint32_t>(n));
      };
      if (!products) {
        add_integers(factors, word);
        continue;
      }
      for (int n = 0; n < shape_.n; ++n) {
        sums[static_cast<std::size_t>(n)] = operands_.adds ? float_of(word(n)) : 0;
      }
      products->add(factors, sums.data(), totals);
      for (int n = 0; n < shape_.n; ++n) word(n) = bits_of(totals.at(static_cast<std::size_t>(n)), rule);
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

  template <class Word>
  void add_integers(const float* factors, Word word) const {
    for (int n = 0; n < shape_.n; ++n) {
      std::int64_t sum = operands_.adds ? static_cast<std::int32_t>(word(n)) : 0;
      for (int k = 0; k < shape_.k; ++k) {
        const float other =
            b_[static_cast<std::size_t>(k) * static_cast<std::size_t>(shape_.n) + static_cast<std::size_t>(n)];
        sum += static_cast<std::int64_t>(factors[k]) * static_cast<std::int64_t>(other);
      }
      word(n) = static_cast<std::uint32_t>(sum_as<std::int32_t, std::int64_t>(sum, shape_.saturates));
    }
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
