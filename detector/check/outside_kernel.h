// Host code that runs in the middle of a CUDA thread.
#pragma once

#include <cstdint>
#include <utility>

#include "detector/shadow/access_state.h"
#include "sim/interface/current.h"

namespace fencepost::detector {

/// While it lives, the calling OS thread runs host code on a worker: unchecked, outside of the kernel.
class OutsideKernel {
 public:
  OutsideKernel()
      : epoch_bits_(std::exchange(access_state.epoch_bits, 0)),
        block_bits_(std::exchange(access_state.block_bits, 0)),  // As in begin_unchecked_block().
        in_kernel_(std::exchange(sim::current.in_kernel, false)) {}
  ~OutsideKernel() {
    sim::current.in_kernel = in_kernel_;
    access_state.block_bits = block_bits_;
    access_state.epoch_bits = epoch_bits_;
  }
  OutsideKernel(const OutsideKernel&) = delete;
  OutsideKernel& operator=(const OutsideKernel&) = delete;

 private:
  std::uint64_t epoch_bits_;
  std::uint64_t block_bits_;
  bool in_kernel_;
};

}  // namespace fencepost::detector
