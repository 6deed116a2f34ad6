// wgmma (PTX ISA, "Asynchronous Warpgroup Level Matrix Multiply-Accumulate Instructions"), as fencepost_matrix.h
// declares it. Of the 64 rows each warp multiplies its own 16, which need nothing of the other three. The first lane
// tells what shared memory is read; the one that goes on first when all have met does the work of its warp.
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "sim/engine/block/shared_memory.h"
#include "sim/engine/engine.h"
#include "sim/interface/observer.h"
#include "sim/matrix/fragments.h"
#include "sim/matrix/shared_matrix.h"
#include "sim/matrix/sparse_metadata.h"
#include "sim/matrix/tensor_sums.h"

namespace {

using namespace fencepost::sim;
using fencepost_rt::matrix::WarpgroupInstruction;
using fencepost_rt::matrix::WarpgroupOperands;

constexpr int kRows = 64;
constexpr int kWarps = 4;
constexpr int kRowsOfWarp = kRows / kWarps;
constexpr std::uint32_t kWarpgroup = kWarps * kWarpSize;

[[noreturn]] void stop_at(StopReason reason, const char* text, const void* pc) {
  stop_launch({.reason = reason, .pc = pc, .text = text});
}

/// The compiler has told (compiler/passes/thread_order.cpp).
void assert_told_order() { assert(current.runner->launch()->orders_threads); }

/// PTX ISA, "Matrix Descriptor Format" and "Strides".
SharedMatrix matrix_of(std::uint64_t descriptor, bool transposed, int depth, const void* pc) {
  const auto field = [&](int shift, std::uint64_t mask) { return descriptor >> shift & mask; };
  if (field(49, 7) != 0) stop_at(StopReason::kUnsupported, "a matrix descriptor of wgmma with a base offset", pc);
  constexpr std::array<int, 4> kWidths = {1, 8, 4, 2};
  const auto bytes = [&](int shift) { return static_cast<std::ptrdiff_t>(field(shift, 0x3fff) * kChunk); };
  SharedMatrix matrix{.start = shared_address(static_cast<std::uint32_t>(bytes(0)), "wgmma", pc),
                      .chunk_stride = bytes(16),
                      .group_stride = bytes(32),
                      .width = kWidths.at(field(62, 3)),
                      .transposed = transposed,
                      .depth = depth,
                      .lines_of_k = depth * 8,  // Only elements of 16 bits can be transposed.
                      .each = 8};
  if (!transposed && matrix.width != 1 && matrix.width < depth) {
    stop_at(StopReason::kUnsupported, "a sparse product of wgmma with a swizzle of 32 bytes of B, by columns,", pc);
  }
  if (transposed && matrix.width == 1) std::swap(matrix.chunk_stride, matrix.group_stride);
  // The chunks of a line of which more would fit lie behind each other.
  if (!transposed && matrix.width != 1) matrix.chunk_stride = std::ptrdiff_t{matrix.width} * kChunk;
  return matrix;
}

constexpr int kDepthOfA = 2;
SharedMatrix shared_a(const WarpgroupOperands& operands, const void* pc) {
  return matrix_of(operands.a_matrix, operands.transposes_a, kDepthOfA, pc);
}
SharedMatrix shared_b(const WarpgroupOperands& operands, const void* pc) {
  const int depth = operands.metadata == nullptr ? kDepthOfA : 2 * kDepthOfA;
  return matrix_of(operands.b_matrix, operands.transposes_b, depth, pc);
}

int warp_of_group() { return static_cast<int>(current.thread % kWarpgroup / kWarpSize); }

void add_chunks(std::vector<MemoryRange>& reads, const SharedMatrix& matrix, int first, int count, const void* pc) {
  matrix.for_each_chunk(first, count, [&](const std::byte* address, int, int) {
    if (!is_in_shared_memory(address, kChunk, *current.runner->launch())) {
      stop_at(StopReason::kTrap, "a wgmma whose factor is not all in __shared__ variables of the block", pc);
    }
    reads.push_back({address, kChunk});
  });
}

void tell_reads(const WarpgroupOperands& operands, const WarpgroupInstruction& how, const void* pc) {
  std::vector<MemoryRange> reads;
  if (operands.a == nullptr) {
    add_chunks(reads, shared_a(operands, pc), warp_of_group() * kRowsOfWarp, kRowsOfWarp, pc);
  }
  add_chunks(reads, shared_b(operands, pc), 0, how.n, pc);
  join_ranges(reads);
  observers().accesses->on_product(reads, pc);
}

/// put(row of A or column of B, k, value)
template <Element of_factor, class Sum, class Put>
void collect_shared(const SharedMatrix& matrix, int first, int count, Put put) {
  constexpr int kBits = bits_of_element(of_factor);
  constexpr int kEach = kChunk * 8 / kBits;
  matrix.for_each_chunk(first, count, [&](const std::byte* address, int line, int number) {
    std::array<std::uint64_t, 2> words{};
    std::memcpy(words.data(), address, sizeof(words));
    for (int i = 0; i < kEach; ++i) {
      const auto word = words.at(static_cast<std::size_t>(i * kBits / 64));
      const Sum value = factor<of_factor, Sum>(word, i % (64 / kBits));
      if (matrix.transposed) {
        put(number * kEach + i, line, value);
      } else {
        put(line, number * kEach + i, value);
      }
    }
  });
}

/// What all four warps bring.
using WarpgroupLanes = std::array<MatrixLanes, kWarps>;

/// Registers of D: two neighbours of row lane / 4, from column lane % 4 * 2 on, those of row lane / 4 + 8, and so on
/// for each 8 columns ("Register Fragments for wgmma.mma_async"). use(registers, number, place in 64 rows of n)
template <class Use>
void each_result(const WarpgroupLanes& warps, int n, Use use) {
  for (int warp = 0; warp < kWarps; ++warp) {
    for (int lane = 0; lane < static_cast<int>(kWarpSize); ++lane) {
      const MatrixLane* const one = warps.at(static_cast<std::size_t>(warp)).at(static_cast<std::size_t>(lane));
      if (one == nullptr) continue;
      for (int i = 0; i < n / 2; ++i) {
        const int row = warp * kRowsOfWarp + lane / 4 + i / 2 % 2 * 8;
        const int place = row * n + i / 4 * 8 + lane % 4 * 2 + i % 2;
        use(one->to, i, static_cast<std::size_t>(place));
      }
    }
  }
}

/// Of a sparse A: what of B its elements are multiplied with.
template <class Sum>
class SparseRows {
 public:
  /// Both must live as long.
  SparseRows(const std::vector<Sum>& a, const std::vector<Sum>& b, int stored, int n)
      : a_(a), b_(b), stored_(stored), n_(n) {}

  /// Rows of B for the elements of a row of A, until the next call.
  const Sum* pick(std::size_t row, int element_bits, const WarpgroupOperands& operands, const WarpgroupLanes& warps) {
    const std::size_t warp = row / kRowsOfWarp;
    const SparseMetadata metadata{.lanes = warps.at(warp),
                                  .element_bits = element_bits,
                                  .stored = stored_,
                                  .selector = static_cast<int>(operands.selector),
                                  .ordered = false};
    picked_.clear();
    for (int i = 0; i < stored_; ++i) {
      const int row_of_warp = static_cast<int>(row % kRowsOfWarp);
      const auto from = b_.begin() + std::ptrdiff_t{metadata.column(row_of_warp, i)} * n_;
      picked_.insert(picked_.end(), from, from + n_);
      // Beyond a matrix's end both its elements and the metadata are 0, and it does not matter what these name.
      if (misuse_ || a_[row * static_cast<std::size_t>(stored_) + static_cast<std::size_t>(i)] == 0) continue;
      misuse_ = metadata.misuse(row_of_warp, i);
      warp_of_misuse_ = static_cast<ThreadRank>(warp);
    }
    return picked_.data();
  }

  void tell_misuse(const void* pc) const {
    if (!misuse_) return;
    tell_misuse_of_metadata(*misuse_, current.thread / kWarpgroup * kWarpgroup + warp_of_misuse_ * kWarpSize, pc);
  }

 private:
  const std::vector<Sum>& a_;
  const std::vector<Sum>& b_;
  int stored_, n_;
  std::vector<Sum> picked_;
  std::optional<WarpMisuse> misuse_;
  ThreadRank warp_of_misuse_ = 0;
};

template <Element of_a, Element of_b, class D, class Sum>
void multiply_rows(const WarpgroupInstruction& how, const WarpgroupOperands& operands, const WarpgroupLanes& warps,
                   const void* pc) {
  constexpr int kDepth = 256 / bits_of_element(of_a);
  const int n = how.n;
  const bool is_sparse = operands.metadata != nullptr;
  std::vector<Sum> a(std::size_t{kRows} * kDepth), b((is_sparse ? 2 : 1) * kDepth * static_cast<std::size_t>(n)),
      sums(kRows * static_cast<std::size_t>(n));
  const Sum sign = operands.negates_a == operands.negates_b ? Sum{1} : Sum{-1};
  const auto put_a = [&](int row, int k, Sum value) {
    a[static_cast<std::size_t>(row) * kDepth + static_cast<std::size_t>(k)] = sign * value;
  };
  if (operands.a != nullptr) {
    for (int warp = 0; warp < kWarps; ++warp) {
      collect_factor<of_a, kRowsOfWarp, kDepth, Sum>(
          warps.at(static_cast<std::size_t>(warp)), &MatrixLane::a,
          [&](int row, int k, Sum value) { put_a(warp * kRowsOfWarp + row, k, value); });
    }
  } else {
    collect_shared<of_a, Sum>(shared_a(operands, pc), 0, kRows, put_a);
  }
  collect_shared<of_b, Sum>(shared_b(operands, pc), 0, n, [&](int j, int k, Sum value) {
    b[static_cast<std::size_t>(k) * static_cast<std::size_t>(n) + static_cast<std::size_t>(j)] = value;
  });
  SparseRows<Sum> sparse_rows(a, b, kDepth, n);
  const auto b_for = [&](std::size_t row) {
    return is_sparse ? sparse_rows.pick(row, bits_of_element(of_a), operands, warps) : b.data();
  };
  if (operands.adds) {
    each_result(warps, n, [&](void* d, int i, std::size_t place) {
      sums[place] = static_cast<Sum>(static_cast<const D*>(d)[i]);
    });
  }
  if constexpr (std::is_same_v<Sum, float>) {
    constexpr Element kOfC = std::is_same_v<D, __half> ? Element::kHalf : Element::kFloat;
    const SumRule rule = sum_rule(of_a, of_b, kOfC, /*of_warpgroup=*/true);
    std::optional<TensorSums> products;
    TensorSums::Totals totals;
    for (std::size_t i = 0; i < kRows; ++i) {
      if (is_sparse || !products) products.emplace(b_for(i), kDepth, n, rule);
      float* const row = &sums[i * static_cast<std::size_t>(n)];
      products->add(&a[i * kDepth], row, totals);
      for (int j = 0; j < n; ++j) row[j] = products->template rounded_as<D>(totals.at(static_cast<std::size_t>(j)));
    }
  } else {
    for (std::size_t i = 0; i < kRows; ++i) {
      Sum* const row = &sums[i * static_cast<std::size_t>(n)];
      const Sum* const factors = b_for(i);
      for (std::size_t k = 0; k < kDepth; ++k) {
        const Sum left = a[i * kDepth + k];
        const Sum* const right = &factors[k * static_cast<std::size_t>(n)];
        for (int j = 0; j < n; ++j) row[j] += left * right[j];
      }
    }
  }
  each_result(warps, n, [&](void* d, int i, std::size_t place) {
    static_cast<D*>(d)[i] = sum_as<D, Sum>(sums[place], how.saturates);
  });
  sparse_rows.tell_misuse(pc);
}

template <Element of_a, Element of_b = of_a>
void multiply_floats(const WarpgroupInstruction& how, const WarpgroupOperands& operands, const WarpgroupLanes& warps,
                     const void* pc) {
  if (how.of_d == Element::kHalf) return multiply_rows<of_a, of_b, __half, float>(how, operands, warps, pc);
  multiply_rows<of_a, of_b, float, float>(how, operands, warps, pc);
}
template <Element of_a, Element of_b = of_a>
void multiply_integers(const WarpgroupInstruction& how, const WarpgroupOperands& operands, const WarpgroupLanes& warps,
                       const void* pc) {
  multiply_rows<of_a, of_b, std::int32_t, std::int64_t>(how, operands, warps, pc);
}

void multiply_for_warpgroup(const WarpgroupInstruction& how, const WarpgroupOperands& operands,
                            const WarpgroupLanes& warps, const void* pc) {
  const bool alike = how.of_a == how.of_b;
  switch (how.of_a) {
    case Element::kHalf:
      return multiply_floats<Element::kHalf>(how, operands, warps, pc);
    case Element::kBrain:
      return multiply_floats<Element::kBrain>(how, operands, warps, pc);
    case Element::kTf32:
      return multiply_floats<Element::kTf32>(how, operands, warps, pc);
    case Element::kE4M3:
      return alike ? multiply_floats<Element::kE4M3>(how, operands, warps, pc)
                   : multiply_floats<Element::kE4M3, Element::kE5M2>(how, operands, warps, pc);
    case Element::kE5M2:
      return alike ? multiply_floats<Element::kE5M2>(how, operands, warps, pc)
                   : multiply_floats<Element::kE5M2, Element::kE4M3>(how, operands, warps, pc);
    case Element::kSigned8:
      return alike ? multiply_integers<Element::kSigned8>(how, operands, warps, pc)
                   : multiply_integers<Element::kSigned8, Element::kUnsigned8>(how, operands, warps, pc);
    case Element::kUnsigned8:
      return alike ? multiply_integers<Element::kUnsigned8>(how, operands, warps, pc)
                   : multiply_integers<Element::kUnsigned8, Element::kSigned8>(how, operands, warps, pc);
    case Element::kBitAnd:
      return multiply_integers<Element::kBitAnd>(how, operands, warps, pc);
    default:
      return;
  }
}

/// All threads of a warpgroup must name the same factors.
void stop_if_they_differ(const MatrixLanes& lanes, const WarpgroupOperands& own, const void* pc) {
  for (const MatrixLane* const lane : lanes) {
    if (lane == nullptr) continue;
    const auto& other = *static_cast<const WarpgroupOperands*>(lane->b);
    if (other.a_matrix != own.a_matrix || other.b_matrix != own.b_matrix || other.adds != own.adds ||
        other.selector != own.selector) {
      stop_at(StopReason::kTrap, "a wgmma whose threads name different factors", pc);
    }
  }
}

/// The warpgroups of the block that runs on this OS thread, as far as some of their warps have come to a product.
class Warpgroups {
 public:
  /// One thread of a warp comes with what its lanes bring. Returns when the product is done.
  void come(const WarpgroupInstruction& how, const WarpgroupOperands& operands, const MatrixLanes& lanes,
            const void* pc) {
    begin_block_if_new();
    Group& group = groups_.at(current.thread / kWarpgroup);
    if (group.come != 0 && group.how != &how) {
      stop_at(StopReason::kTrap, "a wgmma to which warps of a warpgroup come with different shapes or types", pc);
    }
    group.how = &how;
    const auto warp = static_cast<std::size_t>(warp_of_group());
    group.warps.at(warp) = lanes;
    group.threads.at(warp) = current.thread;
    if (++group.come < kWarps) return current.runner->park(pc);
    for (const MatrixLanes& others : group.warps) stop_if_they_differ(others, operands, pc);
    multiply_for_warpgroup(how, operands, group.warps, pc);
    for (const ThreadRank thread : group.threads) {
      if (thread != current.thread) current.runner->wake(thread);
    }
    group = {};
  }

 private:
  struct Group {
    const WarpgroupInstruction* how = nullptr;
    int come = 0;
    WarpgroupLanes warps{};
    std::array<ThreadRank, kWarps> threads{};
  };

  void begin_block_if_new() {
    const std::pair of{current.runner->launch()->number, current.runner->block()};
    if (of == of_) return;
    of_ = of;
    groups_.fill({});
  }

  std::pair<std::uint64_t, BlockRank> of_{};
  std::array<Group, 1024 / kWarpgroup> groups_;
};

thread_local Warpgroups warpgroups;

void meet(MatrixMeeting meeting, const void* pc) {
  assert_told_order();
  MatrixLane own{};
  MatrixLanes lanes{};
  meet_for_matrices(meeting, own, lanes, pc);
}

bool is_first_of_warp() { return current.thread % kWarpSize == 0; }

}  // namespace

extern "C" {

void fencepost_warpgroup_multiply(const WarpgroupOperands* operands, const WarpgroupInstruction* instruction) {
  if (!current.in_kernel) return;
  assert_told_order();
  const void* const pc = __builtin_return_address(0);
  if ((current.thread / kWarpgroup + 1) * kWarpgroup > current.runner->launch()->block.count()) {
    stop_at(StopReason::kTrap, "a wgmma by fewer than the 128 threads of a warpgroup", pc);
  }
  if (is_first_of_warp()) tell_reads(*operands, *instruction, pc);
  MatrixLane own{.to = operands->d, .a = operands->a, .b = operands, .c = nullptr, .metadata = operands->metadata};
  MatrixLanes lanes{};
  if (meet_for_matrices(kWarpgroupMma, own, lanes, pc)) {
    tell_done(lanes);
    warpgroups.come(*instruction, *operands, lanes, pc);
  }
  meet(kWarpgroupResult, pc);  // The others wait for that one.
}

void fencepost_warpgroup_fence() {
  if (current.in_kernel) meet(kWarpgroupFence, __builtin_return_address(0));
}

void fencepost_warpgroup_commit() {
  if (!current.in_kernel) return;
  meet(kWarpgroupCommit, __builtin_return_address(0));
  if (is_first_of_warp()) observers().accesses->on_commit_products();
}

void fencepost_warpgroup_await(unsigned int remaining) {
  if (!current.in_kernel) return;
  meet(kWarpgroupWait, __builtin_return_address(0));
  observers().accesses->on_await_products(current.thread / kWarpSize * kWarpSize, remaining);
}

}  // extern "C"
