// Runs of the program at sizes that a proof asks about.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/base/checked_program.h"
#include "cli/infer/proof.h"

namespace fencepost::cli::infer {

/// What a run at other arguments did.
struct Trial {
  std::string arguments;         ///< As --sizes has them.
  std::string race;              ///< "race on a[0] (scan.cu:5, scan.cu:7)"; empty: none.
  std::string race_object;       ///< "kernel: array", if there is one.
  std::string failure;           ///< Why it says nothing else: "exit status 1"; empty: it ran to its end.
  detector::ScopeRecord record;  ///< Of a run without a failure and without a race.
};

class TrialRunner {
 public:
  /// Compiles; throws std::runtime_error if that fails. The program's output goes nowhere.
  explicit TrialRunner(const ProgramRequest& program);
  Trial run(const std::string& arguments);

 private:
  ProgramRequest request_;
  PreparedProgram prepared_;
};

/// The arguments of the runs at --sizes, as the program sees them: which of them are integers, and which differ.
class SizeArguments {
 public:
  explicit SizeArguments(const std::vector<std::string>& sizes);

  /// Arguments at which the program, as far as the runs tell, gives the variables of `conflict` these values: each
  /// integer argument that the runs varied was always equal to, twice, half, one more or one less than a variable, and
  /// those agree; an argument that is of no variable stays as in the last run. Or why there are none.
  struct Reached {
    std::string arguments, why;
  };
  [[nodiscard]] Reached reach(const Conflict& conflict, const HeldTables& held) const;

  /// Others to try: around the numbers of the source that are larger than all arguments, between and beyond the
  /// arguments, none that was run. At most `most`.
  [[nodiscard]] std::vector<std::string> others(const std::vector<std::int64_t>& numbers, std::size_t most) const;

  [[nodiscard]] bool was_run(const std::string& arguments) const;
  /// Whether some argument is no power of two where those of all runs were.
  [[nodiscard]] bool leaves_powers_of_two(const std::string& arguments) const;

 private:
  [[nodiscard]] std::string with(std::size_t position, std::int64_t value) const;

  std::vector<std::vector<std::string>> words_;    ///< Of each run.
  std::vector<std::size_t> varied_;                ///< Positions of integers that differ.
  std::vector<std::vector<std::int64_t>> values_;  ///< Of each of varied_, by run.
};

/// The integers from 2 to 1024 in these files, outside of comments and strings; ascending.
std::vector<std::int64_t> numbers_in(const std::vector<std::string>& files);

/// What of a proof a further run contradicts.
struct Contradictions {
  std::vector<std::size_t> places;       ///< Of the proof: their patterns do not give what the run's threads used.
  std::vector<std::string> new_places;   ///< Where no run came before: "scan: Output from the barrier at scan.cuh:21".
  std::vector<std::string> new_kernels;  ///< That no run launched.
};
Contradictions contradicted(const SizesProof& proof, const detector::ScopeRecord& record);

}  // namespace fencepost::cli::infer
