// How a kernel is launched with what a question found: by the program that runs them all, and by a command.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cli/kernel/kernel_driver.h"
#include "cli/prove/verdict.h"
#include "compiler/survey/kernel_list.h"
#include "compiler/symbolic/symbolic_kernel.h"

namespace fencepost::cli::symbolic {

/// What an array begins with.
struct ArrayBegin {
  int kind = 0;  ///< As kernel_driver_text() has it; 0: all are `first`.
  double first = 0, second = 0;
  std::uint32_t seed = 0;
  std::string text;  ///< The same for `fencepost kernel`, with a colon in front; empty: zeros.
};
/// Of the array that is the launch's number `number`, from 1, and of the parameter `name`.
using BeginOf = std::function<ArrayBegin(const std::string& name, int number)>;

class KernelPlan {
 public:
  KernelPlan(const compiler::SymbolicKernel& kernel, const compiler::ListedKernel& listed);

  /// Why no launch can be made; empty if one can.
  [[nodiscard]] const std::string& obstacle() const { return obstacle_; }
  [[nodiscard]] const KernelDriver& driver() const { return driver_; }

  struct Array {
    std::string path;    ///< `p.data`
    std::string object;  ///< As the symbolic kernel names it.
  };
  /// In the order in which they are allocated.
  [[nodiscard]] const std::vector<Array>& arrays() const { return arrays_; }

  struct Launch {
    std::vector<double> input;         ///< Of the driver.
    std::vector<std::string> options;  ///< Of `fencepost kernel`, behind the kernel's name.
    std::string told;                  ///< For people: the numbers that the witness says, `n = 3, p.x = 0`.
    bool large = false;                ///< Arrays are large.
  };
  /// With `large`, arrays are large even if all numbers are small.
  [[nodiscard]] Launch launch(const Witness& witness, const BeginOf& begin, bool large) const;

 private:
  /// A parameter or a member of one.
  struct Place {
    std::string path, flat;
    std::string parameter;     ///< As the symbolic kernel names it.
    std::uint64_t offset = 0;  ///< In the parameter.
    bool member = false;
  };
  struct Making;

  void add(const Place& place, const compiler::ListedType& type);
  void add_array(const Place& place, const compiler::ListedType& type);
  [[nodiscard]] std::string object_at(const Place& place) const;
  /// The value's word behind `NAME=`; numbers of the driver are added to the input.
  static std::string word(const Place& place, const compiler::ListedType& type, Making& making);

  const compiler::SymbolicKernel& kernel_;
  std::vector<Place> places_;  ///< Of the parameters.
  std::vector<compiler::ListedType> types_;
  KernelDriver driver_;
  std::vector<Array> arrays_;
  std::string obstacle_;
  std::uint32_t line_ = 0;  ///< Of the parameter that is added.
};

/// Options as `--grid` takes them, of `gridDim` or `blockDim`.
std::string launch_shape(const Witness& witness, const std::string& name);

/// As Launch names its variables.
std::int64_t value_in(const Witness& witness, const std::string& name, std::int64_t otherwise);

}  // namespace fencepost::cli::symbolic
