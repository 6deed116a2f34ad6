// Triangles, and matrices of which one triangle counts, as BLAS stores them: whole, packed without gaps, or as bands
// (cuBLAS, "Level-2 Function Reference").
#pragma once

#include <algorithm>

#include "sim/blas/call.h"
#include "sim/library/operand.h"

namespace fencepost::sim {

enum class Storage : std::uint8_t { kWhole, kPacked, kBand };

/// One triangle of a square matrix of `n` rows. T may be const.
template <class T>
struct StoredTriangle {
  T* base;
  Storage storage;
  cublasFillMode_t uplo;
  std::int64_t n;
  std::int64_t ld = 0;     ///< Not of packed ones.
  std::int64_t bands = 0;  ///< Beside the diagonal.

  [[nodiscard]] bool is_upper() const { return uplo == CUBLAS_FILL_MODE_UPPER; }
  /// The rows of a column that are there, from `first` to before `end`.
  [[nodiscard]] std::int64_t first(std::int64_t j) const {
    return !is_upper() ? j : storage == Storage::kBand ? std::max<std::int64_t>(j - bands, 0) : 0;
  }
  [[nodiscard]] std::int64_t end(std::int64_t j) const {
    return is_upper() ? j + 1 : storage == Storage::kBand ? std::min(j + bands + 1, n) : n;
  }
  /// Element (i, j), which is there.
  [[nodiscard]] T& at(std::int64_t i, std::int64_t j) const {
    switch (storage) {
      case Storage::kBand:
        return base[j * ld + (is_upper() ? bands + i - j : i - j)];
      case Storage::kPacked:
        return base[is_upper() ? j * (j + 1) / 2 + i : j * (2 * n - j - 1) / 2 + i];
      default:
        return base[j * ld + i];
    }
  }
  [[nodiscard]] bool has(std::int64_t i, std::int64_t j) const { return i >= first(j) && i < end(j); }

  /// Its elements, without the diagonal if that is known to be 1.
  [[nodiscard]] Operand operand(const char* role, Access access, bool with_diagonal = true) const {
    const std::int64_t elements = storage == Storage::kPacked ? n * (n + 1) / 2
                                  : storage == Storage::kBand ? (n - 1) * ld + bands + 1
                                                              : (n - 1) * ld + n;
    if (const auto beyond = operand_beyond_memory(role, base, sizeof(T), n, elements)) return *beyond;
    Operand operand = vector_operand(role, access, base, 0, 1);
    for (std::int64_t j = 0; j < n; ++j) {
      const std::int64_t from = first(j) + (!with_diagonal && !is_upper() ? 1 : 0);
      const std::int64_t to = end(j) - (!with_diagonal && is_upper() ? 1 : 0);
      if (from < to) operand.ranges.push_back({&at(from, j), static_cast<std::size_t>(to - from) * sizeof(T)});
    }
    return operand;
  }
  void check(ArgumentCheck& into) const {
    into.fill(uplo).size("n", n);
    if (storage == Storage::kWhole) into.leading("lda", ld, n, "n");
    if (storage == Storage::kBand) into.size("k", bands).leading("lda", ld, bands + 1, "k + 1");
  }
};

/// A vector of so many elements, read or written in its own order.
template <class T>
struct StoredVector {
  T* base;
  std::int64_t count, increment;
  T& operator[](std::int64_t i) const {
    return increment > 0 ? base[i * increment] : base[(i - count + 1) * increment];
  }
};

}  // namespace fencepost::sim
