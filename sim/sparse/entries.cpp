#include "sim/sparse/entries.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace fencepost::sim {
namespace {

template <class T>
void read_as(const void* base, cusparseIndexBase_t first, SparseIndices& to) {
  const auto* const from = static_cast<const T*>(base);
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = static_cast<std::int64_t>(from[i]) - first;
}

template <class T>
void write_as(const SparseIndices& from, cusparseIndexBase_t first, void* base) {
  auto* const to = static_cast<T*>(base);
  for (std::size_t i = 0; i < from.size(); ++i) to[i] = static_cast<T>(from[i] + first);
}

std::optional<SparseIndices> read_indices(OperandList& list, const char* role, const void* base,
                                          cusparseIndexType_t type, cusparseIndexBase_t first, std::int64_t count) {
  if (!list.add(vector_operand(role, Access::kRead, base, index_bytes(type), count, 1))) return std::nullopt;
  SparseIndices indices(static_cast<std::size_t>(count));
  if (type == CUSPARSE_INDEX_64I) read_as<std::int64_t>(base, first, indices);
  if (type == CUSPARSE_INDEX_32I) read_as<std::int32_t>(base, first, indices);
  if (type == CUSPARSE_INDEX_16U) read_as<std::uint16_t>(base, first, indices);
  return indices;
}

/// What was not written may be why.
std::nullopt_t tell_wrong(const SparseCall& call, const OperandList& list, const char* role, std::size_t element,
                          std::int64_t value, const std::string& allowed) {
  list.tell_reads();
  call.invalid(std::string("element ") + std::to_string(element) + " of its " + role + " is " + std::to_string(value) +
               ", not " + allowed);
  return std::nullopt;
}

std::string between(std::int64_t first, std::int64_t last) {
  return "within " + std::to_string(first) + " and " + std::to_string(last);
}

std::optional<Entries> compressed_entries(const SparseCall& call, OperandList& list, const cusparseSpMatDescr& matrix) {
  const bool by_rows = matrix.format == CUSPARSE_FORMAT_CSR;
  const auto offsets =
      offsets_of(call, list, by_rows ? "row offsets" : "column offsets", matrix.offsets, matrix.offset_type,
                 matrix.base, by_rows ? matrix.rows : matrix.columns, matrix.nonzeros);
  if (!offsets) return std::nullopt;
  const auto indices =
      indices_of(call, list, by_rows ? "column indices" : "row indices", matrix.indices, matrix.index_type, matrix.base,
                 offsets->back(), by_rows ? matrix.columns : matrix.rows);
  if (!indices) return std::nullopt;
  const SparseIndices lines = lines_of(*offsets);
  Entries entries;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    entries.push_back({lines[i], (*indices)[i], static_cast<std::int64_t>(i)});
    if (!by_rows) std::swap(entries.back().row, entries.back().column);
  }
  return entries;
}

std::optional<Entries> block_entries(const SparseCall& call, OperandList& list, const cusparseSpMatDescr& matrix) {
  const std::int64_t size = matrix.block_size;
  const std::int64_t block_rows = matrix.rows / size, blocks = matrix.ell_columns / size;
  // -1 is a block that is not there.
  const auto indices =
      read_indices(list, "block column indices", matrix.indices, matrix.index_type, matrix.base, block_rows * blocks);
  if (!indices) return std::nullopt;
  Entries entries;
  for (std::size_t i = 0; i < indices->size(); ++i) {
    const std::int64_t column = (*indices)[i];
    if (column + matrix.base == -1) continue;
    if (column < 0 || column >= matrix.columns / size) {
      return tell_wrong(call, list, "block column indices", i, column + matrix.base,
                        between(matrix.base, matrix.columns / size - 1 + matrix.base));
    }
    const std::int64_t row = static_cast<std::int64_t>(i) / blocks, block = static_cast<std::int64_t>(i) % blocks;
    for (std::int64_t y = row * size; y < (row + 1) * size; ++y) {
      for (std::int64_t x = 0; x < size; ++x) {
        entries.push_back({y, column * size + x, y * matrix.ell_columns + block * size + x});
      }
    }
  }
  return entries;
}

}  // namespace

SparseNumber element_at(cudaDataType type, const void* base, std::int64_t index) {
  return number_at(type, static_cast<const std::byte*>(base) + index * static_cast<std::int64_t>(element_bytes(type)));
}

void set_element(cudaDataType type, void* base, std::int64_t index, SparseNumber value) {
  auto* const at = static_cast<std::byte*>(base) + index * static_cast<std::int64_t>(element_bytes(type));
  if (type == CUDA_C_64F) {
    std::memcpy(at, &value, sizeof(value));
  } else if (type == CUDA_C_32F) {
    const std::complex<float> narrow(value);
    std::memcpy(at, &narrow, sizeof(narrow));
  } else {
    const double real = value.real();
    write_elements(type, &real, 1, at, 1);
  }
}

std::size_t index_bytes(cusparseIndexType_t type) {
  return type == CUSPARSE_INDEX_64I ? 8 : type == CUSPARSE_INDEX_32I ? 4 : 2;
}

std::optional<SparseIndices> indices_of(const SparseCall& call, OperandList& list, const char* role, const void* base,
                                        cusparseIndexType_t type, cusparseIndexBase_t first, std::int64_t count,
                                        std::int64_t limit) {
  std::optional<SparseIndices> indices = read_indices(list, role, base, type, first, count);
  if (!indices) return std::nullopt;
  for (std::size_t i = 0; i < indices->size(); ++i) {
    const std::int64_t index = (*indices)[i];
    if (index < 0 || index >= limit)
      return tell_wrong(call, list, role, i, index + first, between(first, limit - 1 + first));
  }
  return indices;
}

std::optional<SparseIndices> offsets_of(const SparseCall& call, OperandList& list, const char* role, const void* base,
                                        cusparseIndexType_t type, cusparseIndexBase_t first, std::int64_t lines,
                                        std::int64_t nonzeros) {
  std::optional<SparseIndices> offsets = read_indices(list, role, base, type, first, lines + 1);
  if (!offsets) return std::nullopt;
  if (offsets->front() != 0) {
    return tell_wrong(call, list, role, 0, offsets->front() + first, "the index base, " + std::to_string(first));
  }
  for (std::size_t i = 1; i < offsets->size(); ++i) {
    const std::int64_t least = (*offsets)[i - 1], offset = (*offsets)[i];
    if (offset < least || offset > nonzeros) {
      return tell_wrong(call, list, role, i, offset + first, between(least + first, nonzeros + first));
    }
  }
  return offsets;
}

SparseIndices lines_of(const SparseIndices& offsets) {
  SparseIndices lines;
  for (std::size_t line = 0; line + 1 < offsets.size(); ++line) {
    lines.resize(static_cast<std::size_t>(offsets[line + 1]), static_cast<std::int64_t>(line));
  }
  return lines;
}

std::optional<Entries> entries_of(const SparseCall& call, OperandList& list, const cusparseSpMatDescr& matrix) {
  if (matrix.format == CUSPARSE_FORMAT_BLOCKED_ELL) return block_entries(call, list, matrix);
  if (matrix.format != CUSPARSE_FORMAT_COO) return compressed_entries(call, list, matrix);
  const auto rows = indices_of(call, list, "row indices", matrix.offsets, matrix.index_type, matrix.base,
                               matrix.nonzeros, matrix.rows);
  if (!rows) return std::nullopt;
  const auto columns = indices_of(call, list, "column indices", matrix.indices, matrix.index_type, matrix.base,
                                  matrix.nonzeros, matrix.columns);
  if (!columns) return std::nullopt;
  Entries entries;
  for (std::size_t i = 0; i < rows->size(); ++i) {
    entries.push_back({(*rows)[i], (*columns)[i], static_cast<std::int64_t>(i)});
  }
  return entries;
}

void transpose(Entries& entries) {
  for (Entry& entry : entries) std::swap(entry.row, entry.column);
}

void write_indices(cusparseIndexType_t type, cusparseIndexBase_t first, const SparseIndices& from, void* to) {
  if (type == CUSPARSE_INDEX_64I) write_as<std::int64_t>(from, first, to);
  if (type == CUSPARSE_INDEX_32I) write_as<std::int32_t>(from, first, to);
  if (type == CUSPARSE_INDEX_16U) write_as<std::uint16_t>(from, first, to);
}

Operand values_operand(const char* role, Access access, const cusparseSpMatDescr& matrix, const Entries& entries) {
  SparseIndices positions;
  for (const Entry& entry : entries) positions.push_back(entry.position);
  std::sort(positions.begin(), positions.end());
  return picked_operand(role, access, matrix.values, element_bytes(matrix.type), positions);
}

Operand elements_operand(const char* role, Access access, const cusparseDnVecDescr& vector, SparseIndices indices) {
  std::sort(indices.begin(), indices.end());
  return picked_operand(role, access, vector.values, element_bytes(vector.type), indices);
}

Operand dense_operand(const char* role, Access access, const cusparseDnVecDescr& vector) {
  return vector_operand(role, access, vector.values, element_bytes(vector.type), vector.size, 1);
}

Operand dense_operand(const char* role, Access access, const cusparseDnMatDescr& matrix) {
  const bool by_columns = matrix.order == CUSPARSE_ORDER_COL;
  return matrix_operand(role, access, matrix.values, element_bytes(matrix.type),
                        by_columns ? matrix.rows : matrix.columns, by_columns ? matrix.columns : matrix.rows,
                        matrix.ld);
}

Operand lines_operand(const char* role, Access access, const cusparseDnMatDescr& matrix, bool rows,
                      SparseIndices lines) {
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  const std::int64_t across = rows ? matrix.columns : matrix.rows;
  SparseIndices indices;
  for (const std::int64_t line : lines) {
    for (std::int64_t i = 0; i < across; ++i) {
      indices.push_back(rows ? index_in(matrix, line, i) : index_in(matrix, i, line));
    }
  }
  std::sort(indices.begin(), indices.end());
  return picked_operand(role, access, matrix.values, element_bytes(matrix.type), indices);
}

cusparseDnMatDescr matrix_of_batch(const cusparseDnMatDescr& matrix, std::int64_t number) {
  cusparseDnMatDescr one = matrix;
  const std::int64_t bytes = number * matrix.stride * static_cast<std::int64_t>(element_bytes(matrix.type));
  one.values = static_cast<std::byte*>(matrix.values) + bytes;
  one.batch = 1;
  return one;
}

}  // namespace fencepost::sim
