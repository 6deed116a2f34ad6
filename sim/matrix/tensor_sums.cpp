#include "sim/matrix/tensor_sums.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>

#include "sim/include/fencepost_narrow.h"

namespace fencepost::sim {
namespace {

using fencepost_rt::matrix::Element;

constexpr int kNoExponent = -100000;  // Of zero: less than that of any product.
constexpr int kLeastPlace = -500;     // Less than the exponent of any product, and 2 to its power a normal double.

/// As it is stored: subnormal numbers have the least one.
int exponent_of(float value, int least) {
  if (value == 0) return kNoExponent;
  const auto field = static_cast<int>(std::bit_cast<std::uint32_t>(value) >> 23 & 0xffU);
  return std::max(field - 127, least);
}

int least_exponent(Element element) {
  switch (element) {
    case Element::kHalf:
    case Element::kE5M2:
      return -14;
    case Element::kE4M3:
      return -6;
    default:
      return -126;
  }
}

/// 2^exponent, of a normal double.
double power_of_two(int exponent) { return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << 52); }

}  // namespace

SumRule sum_rule(Element of_a, Element of_b, Element of_c, bool of_warpgroup) {
  const bool is_short = of_warpgroup && (of_a == Element::kE4M3 || of_a == Element::kE5M2);
  return {.least_exponent_of_a = least_exponent(of_a),
          .least_exponent_of_b = least_exponent(of_b),
          .least_exponent_of_c = least_exponent(of_c),
          .cut_at = is_short ? 13 : 25,
          .kept = is_short ? 14 : 24};
}

TensorSums::TensorSums(const float* b, int k, int n, const SumRule& rule)
    : b_(b),
      k_(k),
      n_(n),
      rule_(rule),
      exponents_(static_cast<std::size_t>(k) * static_cast<std::size_t>(n)),
      is_ordinary_(static_cast<std::size_t>(n), 1) {
  for (std::size_t i = 0; i < exponents_.size(); ++i) {
    exponents_[i] = exponent_of(b[i], rule.least_exponent_of_b);
    if (!std::isfinite(b[i])) is_ordinary_[i % static_cast<std::size_t>(n)] = 0;
  }
}

template <int kTogether>
void TensorSums::add_some(const float* a, const float* c, int first, double* totals) const {
  std::array<int, kTogether> greatest{};
  for (int j = 0; j < kTogether; ++j) greatest[j] = exponent_of(c[first + j], rule_.least_exponent_of_c);
  for (int p = 0; p < k_; ++p) {
    const int exponent = exponent_of(a[p], rule_.least_exponent_of_a);
    const int* const others = &exponents_[static_cast<std::size_t>(p * n_ + first)];
    for (int j = 0; j < kTogether; ++j) greatest[j] = std::max(greatest[j], exponent + others[j]);
  }
  std::array<double, kTogether> scale{}, sum{};
  for (int j = 0; j < kTogether; ++j) {
    greatest[j] = std::max(greatest[j], kLeastPlace);
    scale[j] = power_of_two(rule_.cut_at - greatest[j]);
    sum[j] = std::trunc(static_cast<double>(c[first + j]) * scale[j]);
  }
  for (int p = 0; p < k_; ++p) {
    const double factor = a[p];
    const float* const others = &b_[p * n_ + first];
    // A product is less than 2^(greatest + 2), and so what is left of it fits.
    for (int j = 0; j < kTogether; ++j) {
      sum[j] += static_cast<double>(static_cast<std::int32_t>(factor * static_cast<double>(others[j]) * scale[j]));
    }
  }
  for (int j = 0; j < kTogether; ++j) totals[first + j] = sum[j] * power_of_two(greatest[j] - rule_.cut_at);
}

void TensorSums::add(const float* a, const float* c, Totals& totals) const {
  constexpr int kEight = 8;
  const bool is_ordinary_row = std::all_of(a, a + k_, [](float value) { return std::isfinite(value); });
  const auto is_ordinary = [&](int j) {
    return is_ordinary_row && std::isfinite(c[j]) && is_ordinary_[static_cast<std::size_t>(j)] != 0;
  };
  for (int first = 0; first < n_; first += kEight) {
    int ordinary = 0;
    for (int j = first; j < first + kEight; ++j) ordinary += is_ordinary(j) ? 1 : 0;
    if (ordinary == kEight) {
      add_some<kEight>(a, c, first, totals.data());
      continue;
    }
    for (int j = first; j < first + kEight; ++j) {
      if (is_ordinary(j)) {
        add_some<1>(a, c, j, totals.data());
        continue;
      }
      double sum = c[j];  // Infinite, or NaN, in whatever order.
      for (int p = 0; p < k_; ++p) sum += static_cast<double>(a[p]) * static_cast<double>(b_[p * n_ + j]);
      totals.at(static_cast<std::size_t>(j)) = sum;
    }
  }
}

float cut_to_float(double total, int kept) {
  if (!std::isfinite(total)) return static_cast<float>(total);
  constexpr double kLeast = std::numeric_limits<float>::min();
  if (std::fabs(total) < kLeast) {
    const double last = std::numeric_limits<float>::denorm_min();
    return static_cast<float>(std::trunc(total / last) * last);
  }
  const auto bits = std::bit_cast<std::uint64_t>(total);
  return static_cast<float>(std::bit_cast<double>(bits & ~((std::uint64_t{1} << (53 - kept)) - 1)));
}

double cut_total(std::span<const double> terms, int cut_at) {
  double sum = 0;
  if (!std::all_of(terms.begin(), terms.end(), [](double term) { return std::isfinite(term); })) {
    for (const double term : terms) sum += term;  // Infinite, or NaN, in whatever order.
    return sum;
  }
  double greatest = 0;
  for (const double term : terms) greatest = std::max(greatest, std::fabs(term));
  if (greatest == 0) return terms.empty() ? 0 : terms.back();
  const int shift = cut_at - std::ilogb(greatest);
  for (const double term : terms) sum += std::trunc(std::ldexp(term, shift));
  return std::ldexp(sum, -shift);
}

double scale_value(std::uint32_t bits, bool is_e4m3) {
  bits &= 0xffU;
  if (!is_e4m3) return bits == 0xffU ? std::nan("") : std::ldexp(1.0, static_cast<int>(bits) - 127);
  bits &= 0x7fU;  // It has no sign.
  if (bits == 0x7fU) return std::nan("");
  return fencepost_rt::narrow::small_to_float<fencepost_rt::narrow::E4M3Format>(bits);
}

}  // namespace fencepost::sim
