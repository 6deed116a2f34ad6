#include "cli/prove/digits.h"

#include <map>
#include <optional>
#include <set>

namespace fencepost::cli::symbolic {
namespace {

constexpr std::size_t kMostParts = 24, kMostFactors = 6;
constexpr Wide kMostFactor = static_cast<Wide>(1) << 48;

/// A sum of multiples of what is no sum.
class Sum {
 public:
  explicit Sum(Arithmetic& arithmetic) : arithmetic_(arithmetic) {}

  /// Whether it could be: it has not too many parts, nor too large factors.
  bool add(const z3::expr& e, Wide factor) {
    if (magnitude(factor) > kMostFactor || parts_.size() > kMostParts) return false;
    if (const std::optional<Wide> number = number_of(e)) {
      number_ += *number * factor;
      return magnitude(number_) <= kMostFactor;
    }
    if (e.is_app()) {
      const Z3_decl_kind kind = e.decl().decl_kind();
      if (kind == Z3_OP_ADD) return add_all(e, factor, factor);
      if (kind == Z3_OP_SUB) return add_all(e, factor, -factor);
      if (kind == Z3_OP_UMINUS) return add(e.arg(0), -factor);
      if (kind == Z3_OP_MUL && e.num_args() == 2) {
        for (const unsigned i : {0U, 1U}) {
          const std::optional<Wide> by = number_of(e.arg(i));
          if (by && magnitude(*by) <= kMostFactor / magnitude(factor))
            return *by == 0 || add(e.arg(1 - i), factor * *by);
        }
      }
    }
    const auto place = parts_.try_emplace(Z3_get_ast_id(arithmetic_.context(), e), e, 0).first;
    place->second.second += factor;
    if (place->second.second == 0) parts_.erase(place);
    return true;
  }

  [[nodiscard]] std::set<Wide> factors() const {
    std::set<Wide> all;
    for (const auto& [id, part] : parts_) all.insert(magnitude(part.second));
    return all;
  }

  /// It is low + c * high: `high` of all factors that are not less than c, if c divides them.
  bool split(Wide c, z3::expr& low, z3::expr& high) const {
    // Of `x - 1` it is the -1 that x is behind.
    Wide rest = ((number_ % c) + c) % c;
    if (rest > c / 2) rest -= c;
    low = arithmetic_.literal(rest);
    high = arithmetic_.literal((number_ - rest) / c);
    for (const auto& [id, part] : parts_) {
      const auto& [e, factor] = part;
      if (magnitude(factor) < c) {
        low = low + arithmetic_.literal(factor) * e;
      } else if (factor % c == 0) {
        high = high + arithmetic_.literal(factor / c) * e;
      } else {
        return false;
      }
    }
    return true;
  }

 private:
  static std::optional<Wide> number_of(const z3::expr& e) {
    std::int64_t number = 0;
    if (e.is_numeral_i64(number)) return number;
    // A negative one may be written as the negation of one.
    if (e.is_app() && e.decl().decl_kind() == Z3_OP_UMINUS && e.arg(0).is_numeral_i64(number)) return -Wide{number};
    return std::nullopt;
  }

  bool add_all(const z3::expr& e, Wide first, Wide others) {
    for (unsigned i = 0; i < e.num_args(); ++i) {
      if (!add(e.arg(i), i == 0 ? first : others)) return false;
    }
    return true;
  }

  Arithmetic& arithmetic_;
  std::map<unsigned, std::pair<z3::expr, Wide>> parts_;  ///< By the expression's number.
  Wide number_ = 0;
};

}  // namespace

z3::expr equal_digits(Arithmetic& arithmetic, const z3::expr& offset_a, Wide size_a, const z3::expr& offset_b,
                      Wide size_b) {
  z3::expr all = arithmetic.context().bool_val(true);
  Sum difference(arithmetic);
  if (!difference.add(offset_a, 1) || !difference.add(offset_b, -1)) return all;
  const std::set<Wide> factors = difference.factors();
  if (factors.size() > kMostFactors) return all;
  const bool equal = size_a == 0 && size_b == 0;
  // The difference is more than -size_a and less than size_b.
  const Wide below = equal ? 1 : size_a, above = equal ? 1 : size_b;
  for (const Wide c : factors) {
    z3::expr low = all, high = all;
    if ((equal && c == *factors.begin()) || c < below || c < above || !difference.split(c, low, high)) continue;
    const z3::expr is_small = low >= arithmetic.literal(above - c) && low <= arithmetic.literal(c - below);
    all = all && z3::implies(is_small, high == 0);
  }
  return all;
}

}  // namespace fencepost::cli::symbolic
