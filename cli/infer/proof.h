// What Z3 says of each array in each interval: can two threads of a block conflict, for any size?
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/solve/conflict.h"
#include "cli/solve/observations.h"
#include "cli/solve/solve.h"

namespace fencepost::cli::infer {

/// An array in the intervals that begin, or end, at a place.
struct PlaceProof {
  HeldTables held;
  bool explained = false;
  std::string why;      ///< If it is not.
  bool of_use = false;  ///< Reads count as writes: which of the two it is data decide, but one thread alone uses each.
  Pattern pattern;      ///< Of `held`: its table is this struct's.
  ConflictVerdict verdict;

  [[nodiscard]] bool is_proved() const { return explained && verdict.conflict == Satisfiable::kNo; }
  [[nodiscard]] bool has_conflict() const { return explained && verdict.conflict == Satisfiable::kYes; }
};

/// An array in all intervals of a kernel.
struct ArrayProof {
  std::string object;  ///< "kernel: array"
  bool is_written = false;
  std::string race;            ///< "race on a[0] (scan.cu:5, scan.cu:7) in the run with 65"; empty: none was found.
  bool is_for_powers = false;  ///< At other sizes than powers of two its threads do something else.
  bool is_proved = false;      ///< In each interval that was observed, at its begin or its end.
  std::vector<std::size_t> places;  ///< By which: indices into SizesProof::places.
  std::vector<std::size_t> open;    ///< If it is not: the places that were tried in vain.
  std::vector<std::string> notes;   ///< What runs at other sizes said of it.
  bool has_untold = false;          ///< Some interval begins and ends where no place tells all of its threads.
};

struct SizesProof {
  std::vector<PlaceProof> places;
  std::vector<ArrayProof> arrays;
  /// Parameters and dimensions that no run varied: nothing is known of others.
  std::vector<std::string> not_varied;
  std::vector<std::string> notes;  ///< Of all of it: runs at other sizes.
};

/// Of what these runs did, which must outlive the result. `hints` as of infer_clauses(). Throws as ask_z3().
SizesProof prove_sizes(const std::vector<detector::ScopeRecord>& runs, const HintsFor& hints, const std::string& z3);

/// The table that such a place's `writes` are of.
const Table& written_table(const HeldTables& held, bool of_use);

/// Whether in the row the thread uses nothing together with others.
bool is_alone(const HeldTables& held, std::size_t row);

/// Whether threads of a block have pointers to different elements at a time: then equal indices are not equal elements.
bool pointers_differ(const HeldTables& held);

/// "scan" of "void scan<int>(int*)".
std::string kernel_name(const detector::ScopeBlock& block);
/// "scan: Output" of one object of a block.
std::string object_name(const detector::ScopeBlock& block, std::size_t object);

/// For people; each line is indented by two spaces.
std::string text_of(const SizesProof& proof);
/// "in the interval from kernel entry", "in the interval up to the barrier at scan.cuh:21".
std::string words_for_interval(const Point& point);
/// "blockDim.x = 65, …; threads 0 and 64".
std::string text_of(const Conflict& conflict, const Table& table);

}  // namespace fencepost::cli::infer
