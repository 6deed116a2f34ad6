// Machine integers as Z3's integers without bounds, exactly.
//
// A Term of N bits is an expression that is congruent to the value modulo 2^N, and a range that it is known to be in. A
// value is cut to N bits only where that matters (comparisons, divisions, conversions), and not where the range tells
// that there is nothing to cut. Products of two unknowns are variables, with their definitions and with what
// follows from them kept apart: most questions are linear with these alone. So are exclusive ors.
//
// Code that a thread does not come to has terms, too, and there a believed range may be wrong. So no fact follows from
// such a range but on the condition that it holds: what is asked is not made to look impossible by code that never ran.
#pragma once

#include <z3++.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "cli/symbolic/term.h"

namespace fencepost::cli::symbolic {

/// What is assumed of additions and multiplications that the language lets wrap around.
enum class Wrapping : std::uint8_t {
  kExact,
  kAssumedNot,  ///< The result does not exceed the type. (Differences are exact.)
};

/// Terms, with what is known of the variables in them. Thread safety: one user.
class Arithmetic {
 public:
  Arithmetic(z3::context& context, Wrapping wrapping) : wrapping_(wrapping), context_(context) {}

  z3::context& context() { return context_; }

  Term number(Wide value, unsigned bits);
  /// A variable with that range.
  Term variable(const std::string& name, unsigned bits, Wide low, Wide high);
  /// Any integer of `bits` bits, signed; 0 bits: of no meaning; 1: a condition.
  Term anything(const std::string& name, unsigned bits);
  /// A variable that is one of `values`, which questions are asked for one by one.
  Term one_of(const std::string& name, unsigned bits, std::vector<Wide> values);
  /// An unknown function's value.
  Term function(const std::string& name, unsigned bits, const std::vector<Term>& arguments);

  /// Its value as the type's, without a doubt.
  Term as_signed(const Term& term);
  Term as_unsigned(const Term& term);

  Term add(const Term& a, const Term& b);
  Term subtract(const Term& a, const Term& b);
  Term multiply(const Term& a, const Term& b);
  Term divide(const Term& a, const Term& b, bool is_signed);
  Term remainder(const Term& a, const Term& b, bool is_signed);
  Term shift_left(const Term& a, const Term& b);
  Term shift_right(const Term& a, const Term& b, bool arithmetic);
  enum class Bitwise : std::uint8_t { kAnd, kOr, kXor };
  Term bitwise(Bitwise op, const Term& a, const Term& b);
  Term choose(const z3::expr& condition, const Term& a, const Term& b);
  /// Of fewer bits: the low ones. Of few they are, without a doubt; else, too, is assumed that the value is in the
  /// type.
  Term cut(Term term, unsigned bits);
  static Term resized(Term term, unsigned bits);
  /// Takes it as signed (unsigned) without overflow, as the language wants.
  static Term believed(Term term, bool is_signed);

  z3::expr equal(const Term& a, const Term& b);
  z3::expr less(const Term& a, const Term& b, bool is_signed, bool or_equal);
  z3::expr condition(const Term& term);
  Term of_condition(const z3::expr& condition);
  /// The same, as an integer of one or more bits.
  Term as_integer(const Term& term);

  z3::expr literal(Wide value);
  void fact(const z3::expr& fact) { facts_.push_back(fact); }
  /// What the language demands of code that ran. Most questions need none of it, and are harder with it.
  void rule(const z3::expr& rule) { rules_.push_back(rule); }
  /// When what is computed from now on is computed: what is assumed of it is a rule then. Empty: it is none.
  void computed_when(std::function<z3::expr()> when) { when_ = std::move(when); }
  /// What is assumed of a division that runs.
  void divisor(const z3::expr& not_zero) { divisors_.push_back(not_zero); }

  struct Product {
    z3::expr a, b, value;
    Wide a_low, a_high, b_low, b_high;
    z3::expr valid;  ///< The ranges of a and b hold.
  };
  /// value == a ^ b, none of which is a number. With `exact` that is said in full, once a power of two in it is chosen.
  struct Flip {
    z3::expr a, b, value;  ///< As unsigned integers.
    z3::expr valid;        ///< The ranges of a and b hold.
    std::optional<z3::expr> exact{};
    std::function<z3::expr(Wide mask)> if_b_is{};  ///< What the value is then, in full.
  };
  /// value == a & b, none of which is a number.
  struct Bits {
    z3::expr a, b, value;  ///< As unsigned integers.
    z3::expr valid;        ///< The ranges of a and b hold.
    std::function<z3::expr(Wide mask)> if_b_is;
  };
  struct Power {
    z3::expr variable;
    std::vector<Wide> values;
  };
  [[nodiscard]] const std::vector<z3::expr>& facts() const { return facts_; }
  [[nodiscard]] const std::vector<z3::expr>& rules() const { return rules_; }
  [[nodiscard]] const std::vector<z3::expr>& divisors() const { return divisors_; }
  [[nodiscard]] const std::vector<Product>& products() const { return products_; }
  [[nodiscard]] const std::vector<Flip>& flips() const { return flips_; }
  [[nodiscard]] const std::vector<Bits>& bits() const { return bits_; }
  [[nodiscard]] const std::vector<Power>& powers() const { return powers_; }
  [[nodiscard]] Wrapping wrapping() const { return wrapping_; }
  /// Something was assumed not to wrap around.
  [[nodiscard]] bool assumed_no_wrap() const { return assumed_no_wrap_; }

 private:
  /// It is assumed to be in its range, which is another than it was known to be in.
  void assume_range(const Term& term);
  /// Its range holds: true, unless it is only believed.
  z3::expr valid(const Term& term);
  Term make(z3::expr e, unsigned bits, Wide low, Wide high, Wide divisor);
  Term product(const Term& a, const Term& b);
  Term product_as_is(const Term& a, const Term& b);
  Term shared_product(const Term& a, const Term& b);
  Term product_of_three(const Term& a, const Term& b, std::vector<Term> factors);
  struct Origin {
    z3::expr of;  ///< Held, as it is known by its number.
    bool of_thread = false;
    bool has_power = false;
  };
  /// Whether it is made of what the threads of a question do not have in common, and of powers. It is only a matter of
  /// how products are put together.
  const Origin& origin(const z3::expr& e);
  /// Of a variable that stands for what is made of the two.
  void set_origin(const z3::expr& variable, const z3::expr& a, const z3::expr& b);
  template <class Operation>
  Term by_table(const Term& b, Operation operation);
  Term flip(const Term& a, const Term& b);
  Term and_with(const Term& a, Wide mask, unsigned bits);
  std::pair<Term, Term> quotient(const Term& a, const Term& b);
  std::pair<Term, Term> signed_quotient(const Term& a, const Term& b);

  Wrapping wrapping_;
  bool assumed_no_wrap_ = false;
  z3::context& context_;
  std::vector<z3::expr> facts_;
  std::vector<z3::expr> rules_;
  std::vector<z3::expr> divisors_;
  std::function<z3::expr()> when_;
  std::vector<Product> products_;
  std::vector<Flip> flips_;
  std::vector<Bits> bits_;
  std::vector<Power> powers_;
  using ProductKey = std::tuple<unsigned, unsigned, Wide, Wide, Wide, Wide>;  ///< Expressions, with their ranges.
  std::map<ProductKey, std::size_t> product_of_;
  std::map<unsigned, std::pair<Term, Term>> split_;       ///< Products of a thread's factor and a shared one.
  std::map<unsigned, std::vector<Term>> shared_factors_;  ///< Of products of what is shared.
  using Factor = std::tuple<unsigned, Wide, Wide>;        ///< An expression, with its range.
  std::map<std::vector<Factor>, Term> product_of_three_;  ///< By its factors, in order.
  std::map<unsigned, Origin> origins_;
  std::map<ProductKey, std::pair<z3::expr, z3::expr>> quotients_;
  std::set<ProductKey> signed_quotients_;
  int fresh_ = 0;
};

}  // namespace fencepost::cli::symbolic
