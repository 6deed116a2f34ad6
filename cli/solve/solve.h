// The clauses of all places, fitted.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cli/solve/observations.h"

namespace fencepost::cli::infer {

/// What is said of one array at one place.
struct FittedArray {
  Point point;
  std::string array, object;
  bool explained = false;
  std::string why;                         ///< If it is not.
  int cost = 0;                            ///< Of all clauses, how much there is to read.
  std::vector<std::string> expressions{};  ///< Without keyword and `;`: "tid < n ==> \pointer_index(a, tid, write)".
  std::vector<IndexClause> clauses{};      ///< Of `expressions`, in the same order.
  std::vector<std::string> fractions{};    ///< Likewise: "write", "1\2".
  std::vector<std::string> facts{};        ///< Of a kernel's entry: what must hold of contents, as conditions.
  std::shared_ptr<const Table> table{};    ///< Of a kernel's entry or exit: what the clauses' variables are.
};

/// A kernel's ghost parameter: what an array held at its entry.
struct GivenSequence {
  Point point;                       ///< Of the kernel's entry.
  std::string name;                  ///< "prefixsum_at_entry"
  std::string length;                ///< "N + 1"
  std::vector<std::string> facts{};  ///< What the threads' clauses say: "prefixsum_at_entry[tid] == prefixsum[tid]".
};

struct Inference {
  std::vector<FittedArray> arrays;  ///< By point, then in the order of their names in scope.
  std::vector<GivenSequence> givens;
  std::vector<std::string> notes;  ///< Of each object: who keeps what nobody uses.
};

/// Clauses that may be what an array's tables are to be told by: they are tried before expressions are searched for.
using HintsFor = std::function<std::vector<IndexClause>(const HeldTables&)>;

/// `park`: the thread that keeps what nobody uses; -1: thread i element i if that is possible and tells all, else
/// thread 0.
Inference infer_clauses(const std::vector<detector::ScopeRecord>& runs, std::int64_t park, const HintsFor& hints);

}  // namespace fencepost::cli::infer
