// An integer expression with what is known of its value.
#pragma once

#include <z3++.h>

#include <vector>

namespace fencepost::cli::symbolic {

using Wide = __int128;

inline Wide power_of_two(unsigned exponent) { return static_cast<Wide>(1) << exponent; }
inline Wide magnitude(Wide value) { return value < 0 ? -value : value; }

inline Wide common_divisor(Wide a, Wide b) {
  a = magnitude(a);
  b = magnitude(b);
  while (b != 0) {
    const Wide rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

struct Term {
  z3::expr e;  ///< An integer; of one bit a condition.
  unsigned bits = 0;
  Wide low = 0, high = 0;   ///< Of e.
  Wide divisor = 1;         ///< e is a multiple of it.
  int power = -1;           ///< If not negative, it is a function of this one of the powers,
  std::vector<Wide> table;  ///< with these values.
  bool exact = false;       ///< No sum or product: nothing is assumed of it as the other kind of integer.
  bool believed = false;    ///< The range holds only where the language's rules, or what is assumed, were kept.
};

inline bool is_number(const Term& term) { return term.low == term.high && term.bits != 1; }

/// The table of an operation on one number.
template <class Operation>
void map_table(Term& result, const Term& a, Operation operation) {
  if (a.power < 0) return;
  result.power = a.power;
  result.table.clear();
  for (const Wide value : a.table) result.table.push_back(operation(value));
}

}  // namespace fencepost::cli::symbolic
