// B of a product of the fifth-generation tensor cores, and the sums of rows of A with it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "sim/matrix/tensor_sums.h"

namespace fencepost::sim {

/// Not safe to share between threads.
class RightFactor {
 public:
  /// `b`: k times n, by rows.
  RightFactor(std::vector<float> b, int k, int n, const SumRule& rule);

  /// Element k of column n counts times scales[k / (all k / parts) * (all n) + n], in place of those of a call before.
  void scale(const std::vector<double>& scales, int parts);

  /// c[j] and the products of a row of A with column j, for the n columns; not rounded. `places`: which row of B each
  /// element of `a` is multiplied with; empty: one after the other, all of them.
  void add(std::span<const double> a, std::span<const int> places, const float* c, TensorSums::Totals& totals);

 private:
  [[nodiscard]] std::size_t at(int k, int j) const {
    return static_cast<std::size_t>(k) * static_cast<std::size_t>(n_) + static_cast<std::size_t>(j);
  }
  void add_wide(std::span<const double> a, std::span<const int> places, const float* c, TensorSums::Totals& totals);

  std::vector<float> b_;
  int k_, n_;
  SumRule rule_;
  std::vector<double> scales_, scaled_;  ///< Empty: there are no scales. Elements times their scales.
  bool is_narrow_ = true;                ///< These are numbers that TensorSums adds.
  std::vector<float> narrow_;
  std::optional<TensorSums> sums_;
};

}  // namespace fencepost::sim
