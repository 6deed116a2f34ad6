// Gauss' elimination without exchanging rows, which LAPACK does not have.
#pragma once

#include <algorithm>
#include <cstdint>

namespace fencepost::sim {

/// What cuSOLVER and cuBLAS do if they are given no place for pivots. As LAPACK, the first that is 0 is counted from 1;
/// 0: none is.
template <class T>
int factor_without_pivots(T* a, std::int64_t m, std::int64_t n, std::int64_t lda) {
  int first_zero = 0;
  for (std::int64_t k = 0; k < std::min(m, n); ++k) {
    T* const column = a + k * lda;
    if (column[k] == T() && first_zero == 0) first_zero = static_cast<int>(k) + 1;
    for (std::int64_t i = k + 1; i < m; ++i) column[i] /= column[k];
    for (std::int64_t j = k + 1; j < n; ++j) {
      T* const other = a + j * lda;
      for (std::int64_t i = k + 1; i < m; ++i) other[i] -= column[i] * other[k];
    }
  }
  return first_zero;
}

}  // namespace fencepost::sim
