// The program that runs the kernels of a file with what questions found.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "cli/base/checked_program.h"
#include "cli/kernel/program_place.h"
#include "cli/prove/runs/kernel_plan.h"
#include "compiler/driver/temporary.h"

namespace fencepost::cli::symbolic {

/// Nothing is compiled before the first run, and then, if it compiles so, all kernels at once. Thread safety: none.
class ConfirmProgram {
 public:
  /// Of `kernels`, which outlive it, of the file `source`. A run is ended after `seconds`.
  ConfirmProgram(std::string source, std::vector<std::string> compiler_arguments,
                 const std::vector<compiler::SymbolicKernel>& kernels, unsigned seconds);

  struct Run {
    std::string problem;  ///< Why nothing can be run of this kernel; empty if it can.
    std::string command;  ///< That does the same.
    std::string told;     ///< For people: with which numbers.
    nlohmann::json report;
    std::span<const KernelPlan::Array> arrays;
    bool large = false;      ///< Arrays are.
    bool timed_out = false;  ///< The run was ended.
  };
  /// Whether the same was run before is told by the command: `is_new` says whether it is to be run at all.
  Run run(const compiler::SymbolicKernel& kernel, const Witness& witness, const BeginOf& begin, bool large,
          const std::function<bool(const std::string& command)>& is_new);

 private:
  /// A program for some of the kernels.
  struct Built {
    std::unique_ptr<ProgramPlace> place;
    PreparedProgram program;
  };
  struct Planned {
    std::unique_ptr<KernelPlan> plan;
    std::string target;  ///< FILE.cu:NAME
    std::string problem;
    const Built* built = nullptr;
    int number = 0;  ///< In it.
  };

  void open();
  void plan_all(const compiler::KernelList& list);
  /// Null: it does not compile.
  const Built* build(const std::vector<Planned*>& kernels);
  Planned& ready(const compiler::SymbolicKernel& kernel);

  const std::string source_;
  const std::vector<std::string> compiler_arguments_;
  const std::vector<compiler::SymbolicKernel>& kernels_;
  const unsigned seconds_;
  const compiler::TemporaryDirectory directory_;
  bool is_open_ = false;
  bool renames_main_ = false;
  std::map<const compiler::SymbolicKernel*, Planned> planned_;
  std::vector<std::unique_ptr<Built>> built_;
};

}  // namespace fencepost::cli::symbolic
