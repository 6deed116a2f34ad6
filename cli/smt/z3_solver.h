// Z3 (Debian's package z3) as a child process that reads SMT-LIB 2.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace fencepost::cli {

/// Where z3 is, by $PATH; "" if there is none.
std::string find_z3();

enum class Satisfiable : std::uint8_t { kNo, kYes, kUnknown };

/// What Z3 said to one (check-sat).
struct Z3Answer {
  Satisfiable satisfiable = Satisfiable::kUnknown;
  std::vector<std::string> core;               ///< Names of assertions, if (get-unsat-core) followed and it is kNo.
  std::map<std::string, std::int64_t> values;  ///< Integers of (get-value …), if it is kYes. Without their bars.
};

/// One answer for each (check-sat) of the script that Z3 came to within `seconds`; "unknown" is an answer. Throws
/// std::runtime_error if Z3 cannot be run or refuses the script.
std::vector<Z3Answer> ask_z3(const std::string& z3, const std::string& script, int seconds);

/// The answers in Z3's output, as above.
std::vector<Z3Answer> parse_z3_output(const std::string& output);

}  // namespace fencepost::cli
