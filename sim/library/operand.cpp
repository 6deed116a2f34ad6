#include "sim/library/operand.h"

#include <cstdlib>

namespace fencepost::sim {
namespace {

Operand empty_operand(const char* role, Access access, std::size_t element_bytes) {
  return {.role = role,
          .reads = access != Access::kWrite,
          .writes = access != Access::kRead,
          .element_bytes = element_bytes};
}

void add_range(Operand& operand, const std::byte* address, std::size_t bytes) {
  if (!operand.ranges.empty()) {
    OperationRange& last = operand.ranges.back();
    if (static_cast<const std::byte*>(last.address) + last.bytes == address) {
      last.bytes += bytes;
      return;
    }
  }
  operand.ranges.push_back({address, bytes});
}

}  // namespace

Operand vector_operand(const char* role, Access access, const void* base, std::size_t element_bytes, std::int64_t count,
                       std::int64_t increment) {
  Operand operand = empty_operand(role, access, element_bytes);
  const auto* const begin = static_cast<const std::byte*>(base);
  const auto step = static_cast<std::size_t>(std::abs(increment)) * element_bytes;
  if (step == element_bytes && count > 0) {
    add_range(operand, begin, static_cast<std::size_t>(count) * element_bytes);
    return operand;
  }
  for (std::int64_t i = 0; i < count; ++i) {
    add_range(operand, begin + static_cast<std::size_t>(i) * step, element_bytes);
  }
  return operand;
}

Operand matrix_operand(const char* role, Access access, const void* base, std::size_t element_bytes, std::int64_t rows,
                       std::int64_t columns, std::int64_t ld, std::int64_t batch, std::int64_t stride) {
  Operand operand = empty_operand(role, access, element_bytes);
  const auto bytes = static_cast<std::int64_t>(element_bytes);
  if (rows == 0) return operand;
  for (std::int64_t matrix = 0; matrix < batch; ++matrix) {
    if (matrix != 0 && stride == 0) break;  // All are the same.
    const auto* const begin = static_cast<const std::byte*>(base) + matrix * stride * bytes;
    for (std::int64_t j = 0; j < columns; ++j) {
      add_range(operand, begin + j * ld * bytes, static_cast<std::size_t>(rows * bytes));
    }
  }
  return operand;
}

Operand triangle_operand(const char* role, Access access, const void* base, std::size_t element_bytes,
                         std::int64_t size, std::int64_t ld, cublasFillMode_t uplo, bool with_diagonal) {
  Operand operand = empty_operand(role, access, element_bytes);
  const auto bytes = static_cast<std::int64_t>(element_bytes);
  for (std::int64_t j = 0; j < size; ++j) {
    const std::int64_t diagonal = with_diagonal ? 0 : 1;
    const std::int64_t first = uplo == CUBLAS_FILL_MODE_UPPER ? 0 : j + diagonal;
    const std::int64_t end = uplo == CUBLAS_FILL_MODE_UPPER ? j + 1 - diagonal : size;
    if (first >= end) continue;
    add_range(operand, static_cast<const std::byte*>(base) + (j * ld + first) * bytes,
              static_cast<std::size_t>((end - first) * bytes));
  }
  return operand;
}

Operand picked_operand(const char* role, Access access, const void* base, std::size_t element_bytes,
                       const std::vector<std::int64_t>& indices) {
  Operand operand = empty_operand(role, access, element_bytes);
  const auto bytes = static_cast<std::int64_t>(element_bytes);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (i != 0 && indices[i] == indices[i - 1]) continue;
    add_range(operand, static_cast<const std::byte*>(base) + indices[i] * bytes, element_bytes);
  }
  return operand;
}

Operand array_operand(const char* role, Access access, const void* base, std::size_t element_bytes,
                      const std::vector<Dimension>& dimensions) {
  Operand operand = empty_operand(role, access, element_bytes);
  const auto bytes = static_cast<std::int64_t>(element_bytes);
  // What lies one behind the other is one range.
  std::size_t outer = dimensions.size();
  std::int64_t run = 1;
  while (outer != 0 && dimensions[outer - 1].stride == run) run *= dimensions[--outer].count;
  std::vector<std::int64_t> index(outer);
  for (bool more = true; more;) {
    std::int64_t offset = 0;
    for (std::size_t d = 0; d < outer; ++d) offset += index[d] * dimensions[d].stride;
    add_range(operand, static_cast<const std::byte*>(base) + offset * bytes, static_cast<std::size_t>(run * bytes));
    more = false;
    for (std::size_t d = outer; d-- != 0 && !more;) {
      more = ++index[d] != dimensions[d].count;
      if (!more) index[d] = 0;
    }
  }
  return operand;
}

std::optional<Operand> span_of_array(const char* role, const void* base, std::size_t element_bytes,
                                     const std::vector<Dimension>& dimensions) {
  std::int64_t last = 0;
  std::int64_t bytes = 0;
  for (const Dimension& dimension : dimensions) {
    std::int64_t length = 0;
    if (__builtin_mul_overflow(dimension.count - 1, dimension.stride, &length) ||
        __builtin_add_overflow(last, length, &last)) {
      return std::nullopt;
    }
  }
  if (__builtin_add_overflow(last, 1, &last) ||
      __builtin_mul_overflow(last, static_cast<std::int64_t>(element_bytes), &bytes)) {
    return std::nullopt;
  }
  Operand operand = empty_operand(role, Access::kRead, element_bytes);
  operand.ranges.push_back({base, static_cast<std::size_t>(bytes)});
  return operand;
}

}  // namespace fencepost::sim
