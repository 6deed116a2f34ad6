// How tensor cores add products of numbers in floating point. The PTX ISA leaves it open; here it is what an NVIDIA
// H200 does, as far as tests/hardware/functions.py has seen it, bit for bit: the products of one instruction and what
// they are added to are cut to the place of the greatest one's exponent less some bits, towards zero, and then added
// exactly.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "sim/include/cuda_fp16.h"
#include "sim/include/fencepost_matrix.h"

namespace fencepost::sim {

/// `cut_at`: how many places behind a number's first bit are looked at. `kept`: bits of a float that results have.
struct SumRule {
  int least_exponent_of_a, least_exponent_of_b, least_exponent_of_c;  ///< Subnormal numbers have it, too.
  int cut_at, kept;
};

/// A total as a float of `kept` bits, rounded towards zero.
float cut_to_float(double total, int kept);

/// The sum of terms that are exact: they are cut towards zero some places behind the greatest one's first bit, and
/// added exactly.
double cut_total(std::span<const double> terms, int cut_at);

/// A scale of elements: UE4M3, or UE8M0.
double scale_value(std::uint32_t bits, bool is_e4m3);

inline constexpr int kMostColumns = 256;

/// By types of elements; of wgmma with factors of 8 bits 14 bits are kept.
SumRule sum_rule(fencepost_rt::matrix::Element of_a, fencepost_rt::matrix::Element of_b,
                 fencepost_rt::matrix::Element of_c, bool of_warpgroup);

/// Products of rows with one matrix B of k rows and n columns, a multiple of 8, row by row in `b`, which must live as
/// long. Not safe to share between threads.
class TensorSums {
 public:
  TensorSums(const float* b, int k, int n, const SumRule& rule);

  using Totals = std::array<double, kMostColumns>;
  /// c[j] and the products of the k elements of `a` with column j, for the n columns; not rounded.
  void add(const float* a, const float* c, Totals& totals) const;

  /// A total as a D: a float is rounded towards zero, a half to nearest.
  template <class D>
  [[nodiscard]] float rounded_as(double total) const {
    if constexpr (std::is_same_v<D, __half>) return __half2float(__double2half(total));
    return cut_to_float(total, rule_.kept);
  }

 private:
  template <int kTogether>
  void add_some(const float* a, const float* c, int first, double* totals) const;

  const float* b_;
  int k_, n_;
  SumRule rule_;
  std::vector<int> exponents_;     ///< As `b`.
  std::vector<char> is_ordinary_;  ///< By column: neither infinity nor NaN is there.
};

/// sums += A * B, each as what D's type has room for: a half is rounded to nearest, a float as TensorSums does.
template <int M, int N, int K, class D>
void add_products(const std::array<float, M * K>& a, const std::array<float, K * N>& b, std::array<float, M * N>& sums,
                  const SumRule& rule) {
  const TensorSums products(b.data(), K, N, rule);
  TensorSums::Totals totals;
  for (int i = 0; i < M; ++i) {
    float* const row = sums.data() + i * N;
    products.add(a.data() + i * K, row, totals);
    for (int j = 0; j < N; ++j) row[j] = products.rounded_as<D>(totals.at(static_cast<std::size_t>(j)));
  }
}

}  // namespace fencepost::sim
