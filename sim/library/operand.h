// Vectors and matrices as operands: which bytes of memory they are. All numbers are in elements.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/include/cublas_api.h"
#include "sim/runtime/memory/library_call.h"

namespace fencepost::sim {

enum class Access : std::uint8_t { kRead, kWrite, kUpdate };

/// Every `increment`-th element; the sign only says which end comes first.
Operand vector_operand(const char* role, Access, const void* base, std::size_t element_bytes, std::int64_t count,
                       std::int64_t increment);

/// Column by column, `ld` from one to the next; `batch` such matrices, `stride` from one to the next.
Operand matrix_operand(const char* role, Access, const void* base, std::size_t element_bytes, std::int64_t rows,
                       std::int64_t columns, std::int64_t ld, std::int64_t batch = 1, std::int64_t stride = 0);

/// One triangle of a square matrix, with or without its diagonal.
Operand triangle_operand(const char* role, Access, const void* base, std::size_t element_bytes, std::int64_t size,
                         std::int64_t ld, cublasFillMode_t, bool with_diagonal = true);

/// Nothing, unless an operand of `count` ranges, which reach over `elements` from `base`, is so large that its ranges
/// must not be written down, and is not memory that is there: then all of it, which is refused.
std::optional<Operand> operand_beyond_memory(const char* role, const void* base, std::size_t element_bytes,
                                             std::int64_t count, std::int64_t elements);

/// The elements with these indices, which are sorted; each may be there more than once.
Operand picked_operand(const char* role, Access, const void* base, std::size_t element_bytes,
                       const std::vector<std::int64_t>& indices);

/// One dimension of an array: so many elements, each `stride` behind the one before.
struct Dimension {
  std::int64_t count, stride;
};

/// An array of any number of dimensions, the outermost first. Counts and strides are positive.
Operand array_operand(const char* role, Access, const void* base, std::size_t element_bytes,
                      const std::vector<Dimension>& dimensions);

/// All the bytes from the first element of such an array to its last, at once. Nothing if no pointer could hold it.
std::optional<Operand> span_of_array(const char* role, const void* base, std::size_t element_bytes,
                                     const std::vector<Dimension>& dimensions);

template <class T>
Operand vector_operand(const char* role, Access access, const T* base, std::int64_t count, std::int64_t increment) {
  return vector_operand(role, access, base, sizeof(T), count, increment);
}
template <class T>
Operand matrix_operand(const char* role, Access access, const T* base, std::int64_t rows, std::int64_t columns,
                       std::int64_t ld) {
  return matrix_operand(role, access, base, sizeof(T), rows, columns, ld);
}
template <class T>
Operand triangle_operand(const char* role, Access access, const T* base, std::int64_t size, std::int64_t ld,
                         cublasFillMode_t uplo, bool with_diagonal = true) {
  return triangle_operand(role, access, base, sizeof(T), size, ld, uplo, with_diagonal);
}

}  // namespace fencepost::sim
