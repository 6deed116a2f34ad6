// What a product of the fifth-generation tensor cores is of: the instruction descriptor, and the elements of its
// factors in shared and tensor memory (PTX ISA, "Instruction descriptor", "Shared memory descriptor").
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/include/fencepost_matrix.h"
#include "sim/include/fencepost_tensor_memory.h"
#include "sim/interface/observer.h"
#include "sim/matrix/shared_matrix.h"
#include "sim/tensor/memory.h"

namespace fencepost::sim {

/// Elements of a factor: how they are meant, and how many bits each has in shared memory; in tensor memory it has a
/// byte at least, if others of its kind have.
struct ElementType {
  fencepost_rt::matrix::Element element{};
  int bits = 0;
  fencepost_rt::matrix::Element in_tensor_memory{};
  int bits_in_tensor_memory = 0;
  int slots = 0;  ///< Elements in 16 bytes of shared memory.
};

/// A product as its instruction and its descriptor say together.
struct ProductShape {
  int m = 0, n = 0, k = 0;  ///< Of both blocks of a pair together; `k` counts what a sparse A leaves out, too.
  int stored = 0;           ///< Elements that a row of A has.
  ElementType a, b;
  fencepost_rt::matrix::Element of_d{};  ///< kHalf, kFloat, kInt
  bool negates_a = false, negates_b = false, transposes_a = false, transposes_b = false;
  bool saturates = false;
  std::uint32_t selector = 0;                  ///< Of metadata: the first or second of two columns.
  std::uint32_t byte_of_a = 0, byte_of_b = 0;  ///< Where the first scale is in its word.
  bool scales_are_e4m3 = false;                ///< Else UE8M0.
  int blocks = 1;
  int parts = 1;  ///< Of the columns of D, below each other in tensor memory: two if each block of a pair has 64 rows.

  /// Rows of A and D of each block.
  [[nodiscard]] int rows() const { return m / blocks; }
  /// Where D has row, in a part of its columns, and tensor memory that of A, from its address on.
  [[nodiscard]] std::uint32_t lane_of(int row, int part = 0) const {
    if (parts == 2) return static_cast<std::uint32_t>(row + part * 64);
    return static_cast<std::uint32_t>(rows() == 64 ? row / 16 * 32 + row % 16 : row);
  }
};

/// Stops the launch where the descriptor has no meaning, or one that is not provided.
ProductShape shape_of_product(const fencepost_rt::tensor::Product&, std::uint32_t description, const void* pc);

/// The matrix of a descriptor, in the shared memory of the block of this rank. `k`: elements of a line that is not
/// transposed.
SharedMatrix matrix_of_descriptor(std::uint64_t descriptor, std::uint32_t rank, const ElementType&, bool transposed,
                                  int k, const void* pc);

/// Chunks of `lines` rows of A, or columns of B, added to `reads`. Stops the launch if they are not in shared memory.
void add_chunks(std::vector<MemoryRange>& reads, const SharedMatrix&, int lines, std::uint32_t rank, const void* pc);

/// The value of an element; of integers, too.
float element_value(fencepost_rt::matrix::Element, std::uint32_t bits);

/// put(line, k, value)
template <class Put>
void each_element(const SharedMatrix& matrix, int lines, const ElementType& type, Put put) {
  matrix.for_each_chunk(0, lines, [&](const std::byte* address, int line, int number) {
    std::array<std::uint64_t, 3> words{};
    __builtin_memcpy(words.data(), address, kChunk);
    for (int i = 0; i < type.slots; ++i) {
      const auto bit = static_cast<unsigned>(i * type.bits);
      std::uint64_t bits = words.at(bit / 64) >> bit % 64;
      if (bit % 64 + static_cast<unsigned>(type.bits) > 64) bits |= words.at(bit / 64 + 1) << (64 - bit % 64);
      const std::uint32_t mask = type.bits == 32 ? ~0U : (1U << type.bits) - 1;
      const float value = element_value(type.element, static_cast<std::uint32_t>(bits) & mask);
      if (matrix.transposed) {
        put(number * type.slots + i, line, value);
      } else {
        put(line, number * type.slots + i, value);
      }
    }
  });
}

}  // namespace fencepost::sim
