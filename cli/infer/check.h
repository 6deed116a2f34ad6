// Running a program with inferred annotations checked.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/base/checked_program.h"
#include "cli/solve/solve.h"

namespace fencepost::cli::infer {

/// Something that a checked run says against, or beside, the annotations. In lines of the user's files.
struct Objection {
  std::vector<std::string> objects;  ///< FittedArray::object of what it is about; empty if unknown.
  std::string message;               ///< "thread 3 writes hist[5] (hist.cu:7) but holds nothing of it"
  bool contradicts = false;          ///< A clause is wrong, or all of these objects was thought to be explained.
};

struct CheckedRuns {
  std::optional<int> failed;          ///< Status of a run that failed for another reason, which has been told.
  std::string arguments;              ///< Of the run that `objections` are of.
  std::vector<Objection> objections;  ///< Of the first run that contradicts, or else of the last one.
  [[nodiscard]] bool contradict() const;
};

/// The program's arguments for one of --sizes; nullopt if its quotes are not closed.
std::optional<std::vector<std::string>> arguments_for(const ProgramRequest& program, const std::string& size);

/// Runs `program` with each of `sizes`, checked against the clauses of `inference`. Warnings of a run are printed, and
/// all of it if it fails for another reason than permissions.
CheckedRuns check_annotations(const ProgramRequest& program, const Inference& inference,
                              const std::vector<std::string>& sizes);

/// Takes out what is contradicted: all clauses of these objects and what depends on them. Returns their names.
std::vector<std::string> leave_out(Inference& inference, const CheckedRuns& runs);

}  // namespace fencepost::cli::infer
