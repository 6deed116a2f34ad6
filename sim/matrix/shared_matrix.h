// Matrices in shared memory that descriptors name (PTX ISA, "Matrix Descriptor Format", "Shared memory descriptor").
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/engine/swizzle.h"
#include "sim/interface/events.h"

namespace fencepost::sim {

inline constexpr int kChunk = static_cast<int>(kSwizzleUnit);

/// A matrix in shared memory, of lines of chunks of 16 bytes: a line holds elements with the same row of A, or column
/// of B; `transposed`: with the same k. The strides have other names than in the descriptor where it is not swizzled.
struct SharedMatrix {
  const std::byte* start;
  std::ptrdiff_t chunk_stride, group_stride;  ///< From `width` chunks to the next ones; from 8 lines to the next ones.
  int width;                                  ///< Chunks that lie behind each other.
  bool transposed;
  int depth;       ///< Chunks of all its k, were they not transposed: 2, or 4 of what a sparse A is multiplied with.
  int lines_of_k;  ///< If it is transposed: how many k there are.
  int each;        ///< Elements of a chunk.

  [[nodiscard]] const std::byte* chunk(int line, int number) const {
    const std::ptrdiff_t place =
        line % 8 * kChunk * width + line / 8 * group_stride + number % width * kChunk + number / width * chunk_stride;
    const auto address = reinterpret_cast<std::uintptr_t>(start + place);
    const std::uintptr_t there = swizzled(address, width == 1 ? 0 : width * kChunk);
    return reinterpret_cast<const std::byte*>(there);  // NOLINT(performance-no-int-to-ptr)
  }

  /// visit(address, line, number of the chunk) for all that these rows, or columns of B, are in.
  template <class Visit>
  void for_each_chunk(int first, int count, Visit visit) const {
    const int lines = transposed ? lines_of_k : count;
    for (int line = 0; line < lines; ++line) {
      const int begin = transposed ? first / each : 0;
      const int end = transposed ? (first + count) / each : depth;
      for (int i = begin; i < end; ++i) visit(chunk(transposed ? line : first + line, i), line, i - begin);
    }
  }
};

/// Descriptors hold the lower 18 bits of addresses in the shared window, which are those of generic addresses, too.
/// `of`: the instruction.
const std::byte* shared_address(std::uint32_t low, const char* of, const void* pc);

/// Those that touch become one.
void join_ranges(std::vector<MemoryRange>& ranges);

}  // namespace fencepost::sim
