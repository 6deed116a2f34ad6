// Runs inputs in processes of their own, several at a time.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/base/checked_program.h"
#include "cli/base/child_pool.h"
#include "cli/fuzz/inputs/space.h"
#include "compiler/driver/temporary.h"
#include "detector/model/finding.h"

namespace fencepost::cli {

/// What a run of an input did.
struct FuzzOutcome {
  std::optional<detector::Report> report;  ///< nullopt: it left none.
  int status = 0;                          ///< Of exit(); kTimedOut if it had to be killed.
  int signal = 0;                          ///< That ended it; 0: none.
  bool refused = false;                    ///< CUDA refuses the launch: the run says nothing.
};

/// The kernel itself says, `assert(blockDim.x == 64)`, that it is not made for such a launch.
bool is_not_meant(const FuzzOutcome& outcome);

/// Thread safety: none.
class FuzzRunner {
 public:
  /// Runs `program`, `jobs` processes at a time; a run is ended after `timeout` seconds.
  FuzzRunner(const PreparedProgram& program, const FuzzSpace& space, unsigned jobs, double timeout);

  /// All of them, in their order. Fewer if interrupted: then what has ended of the first ones without a gap.
  /// Each may take `patience` times as long as usual.
  std::vector<FuzzOutcome> run(const std::vector<FuzzInput>& inputs, double patience = 1);
  /// The index of the first, in their order, whose outcome `is_it`; nullopt if none of them or interrupted. Later ones
  /// may run beside it.
  std::optional<std::size_t> first(const std::vector<FuzzInput>& inputs,
                                   const std::function<bool(const FuzzInput&, const FuzzOutcome&)>& is_it);
  [[nodiscard]] bool interrupted() const { return pool_.interrupted(); }
  /// Runs that have ended.
  [[nodiscard]] std::size_t runs() const { return runs_; }

 private:
  void start(std::size_t tag, const FuzzInput& input, double timeout);
  FuzzOutcome outcome_of(const ChildPool::Ended& ended);
  [[nodiscard]] std::string prefix(std::size_t tag) const { return directory_.file(std::to_string(tag)); }

  const PreparedProgram& program_;
  const FuzzSpace& space_;
  const unsigned jobs_;
  const double timeout_;
  const std::string options_;
  const compiler::TemporaryDirectory directory_;
  ChildPool pool_;
  std::size_t runs_ = 0;
};

}  // namespace fencepost::cli
