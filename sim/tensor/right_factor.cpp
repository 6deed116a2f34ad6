#include "sim/tensor/right_factor.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace fencepost::sim {
namespace {

/// Whether a float has room for a number times its scale, as one that is not subnormal.
bool is_narrow(double value) {
  const double size = std::fabs(value);
  return value == 0 || (size >= std::numeric_limits<float>::min() && size <= std::numeric_limits<float>::max());
}

}  // namespace

RightFactor::RightFactor(std::vector<float> b, int k, int n, const SumRule& rule)
    : b_(std::move(b)), k_(k), n_(n), rule_(rule), narrow_(b_) {}

void RightFactor::scale(const std::vector<double>& scales, int parts) {
  if (scales == scales_) return;
  scales_ = scales;
  scaled_.resize(b_.size());
  for (int k = 0; k < k_; ++k) {
    for (int j = 0; j < n_; ++j) {
      scaled_[at(k, j)] = static_cast<double>(b_[at(k, j)]) * scales[at(k / (k_ / parts), j)];
    }
  }
  is_narrow_ = std::ranges::all_of(scaled_, is_narrow);
  sums_.reset();
  if (is_narrow_)
    std::ranges::transform(scaled_, narrow_.begin(), [](double value) { return static_cast<float>(value); });
}

void RightFactor::add(std::span<const double> a, std::span<const int> places, const float* c,
                      TensorSums::Totals& totals) {
  if (!scaled_.empty() && !(is_narrow_ && std::ranges::all_of(a, is_narrow))) return add_wide(a, places, c, totals);
  const std::vector<float> row(a.begin(), a.end());
  if (places.empty()) {
    if (!sums_) sums_.emplace(narrow_.data(), k_, n_, rule_);
    return sums_->add(row.data(), c, totals);
  }
  std::vector<float> picked;
  picked.reserve(places.size() * static_cast<std::size_t>(n_));
  for (const int place : places) {
    const auto from = narrow_.begin() + static_cast<std::ptrdiff_t>(at(place, 0));
    picked.insert(picked.end(), from, from + n_);
  }
  TensorSums(picked.data(), static_cast<int>(places.size()), n_, rule_).add(row.data(), c, totals);
}

/// Each term is exact in a double.
void RightFactor::add_wide(std::span<const double> a, std::span<const int> places, const float* c,
                           TensorSums::Totals& totals) {
  std::vector<double> terms(a.size() + 1);
  for (int j = 0; j < n_; ++j) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      terms[i] = a[i] * scaled_[at(places.empty() ? static_cast<int>(i) : places[i], j)];
    }
    terms.back() = static_cast<double>(c[j]);
    totals.at(static_cast<std::size_t>(j)) = cut_total(terms, rule_.cut_at);
  }
}

}  // namespace fencepost::sim
