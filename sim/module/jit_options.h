// The options of cuModuleLoadDataEx, cuLinkCreate and their kin: what they ask of a compiler for a GPU is not needed
// here.
#pragma once

#include <cstddef>
#include <string_view>

#include "sim/include/cuda.h"

namespace fencepost::sim {

class JitOptions {
 public:
  /// The arrays have `count` elements, and must live until the last call.
  JitOptions(unsigned int count, CUjit_option* options, void** values)
      : count_(count), options_(options), values_(values) {}

  /// There are as many as was said, and all are CUDA's.
  [[nodiscard]] bool are_valid() const;
  /// Writes to the buffers that are given, as far as they reach, and behind them how much was written, in the place of
  /// their sizes.
  void fill_logs(std::string_view info, std::string_view errors);

 private:
  void fill(CUjit_option buffer, CUjit_option size, std::string_view text);
  void** value(CUjit_option option);

  unsigned int count_;
  CUjit_option* options_;
  void** values_;
};

}  // namespace fencepost::sim
