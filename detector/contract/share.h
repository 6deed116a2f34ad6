// How much of the permission for a location somebody has: exact.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "detector/include/fencepost/contract_fraction.h"

namespace fencepost::detector {

/// numerator / denominator + reads · ε, where ε is smaller than every fraction. In lowest terms; the denominator is
/// positive. `reads` may be negative: of 1 that has lent a `read`, 1 - ε is left, which is not W.
/// What does not fit into 64 bits is told by the operations, never rounded.
///
/// Or `atomic`: the permission itself is nobody's; whoever has this may use the place by atomic operations. How many
/// there are of it matters to no sum but that of shares that are taken back.
struct Share {
  std::int64_t numerator = 0, denominator = 1;
  std::int64_t reads = 0;
  std::int64_t atomics = 0;

  static const Share kNothing, kAll;

  /// Nullopt if the fraction is negative or has denominator 0.
  static std::optional<Share> of(const contract::Fraction&);

  [[nodiscard]] bool is_nothing() const { return has_no_fraction() && atomics == 0; }
  /// Nothing of the permission itself.
  [[nodiscard]] bool has_no_fraction() const { return numerator == 0 && reads == 0; }
  /// Some share, however small.
  [[nodiscard]] bool is_some() const;
  /// "1\2", "write", "read", "atomic", "none", "1\2 and 3 times read".
  [[nodiscard]] std::string text() const;

  friend bool operator==(const Share&, const Share&) = default;
};
inline constexpr Share Share::kNothing{0, 1, 0, 0};
inline constexpr Share Share::kAll{1, 1, 0, 0};

/// Negative, 0, positive. `atomic` is less than every other share, and counts last.
int compare(const Share&, const Share&);
inline bool operator<(const Share& a, const Share& b) { return compare(a, b) < 0; }
inline bool operator<=(const Share& a, const Share& b) { return compare(a, b) <= 0; }

/// Nullopt if the result does not fit.
std::optional<Share> sum(const Share&, const Share&);
std::optional<Share> difference(const Share&, const Share&);

}  // namespace fencepost::detector
