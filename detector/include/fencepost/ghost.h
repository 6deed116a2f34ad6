// Ghost state: looks at a running kernel's arrays between two barriers, from the host side.
//
//   #ifdef __FENCEPOST__
//   #include <fencepost/ghost.h>
//   #endif
//   …
//   #ifdef __FENCEPOST__
//   fencepost::GhostCheck sums([&](const fencepost::AfterInterval& after) {
//     const int* out = after.array(Output);
//     after.require(out[7] == total, "Output[7] is the sum of all");
//   });
//   #endif
//   scan<<<1, 8>>>(Input, Output, 8);   // the check runs at each barrier of block (0,0,0), and at its end
//
// The name is that of the proofs: a ghost variable is read and written by the proof, never by the program. The kernel
// is not changed, its accesses, findings and results neither; nvcc does not see the check at all.
#pragma once

#include <stddef.h>

#include <functional>
#include <utility>

#ifndef __FENCEPOST__
#error \
    "<fencepost/ghost.h> needs fencepost-nvcc; put the include and the checks between #ifdef __FENCEPOST__ and #endif"
#endif

namespace fencepost {

/// What a check sees: all threads of one block stand at a barrier, or have returned.
/// Valid during the call only. What it reads is not an access of the kernel.
class AfterInterval {
 public:
  unsigned launch;    ///< Number of the launch, from 1.
  unsigned interval;  ///< The one that has just ended, from 0.
  bool at_exit;       ///< It ended because all threads returned.
  const char* file;   ///< Of the barrier that ended it; "" at exit or if unknown.
  unsigned line;      ///< Likewise; 0 at exit or if unknown.
  unsigned block_x, block_y, block_z;

  /// A global array as the kernel's threads see it now: the pointer itself, for reading.
  template <class T>
  const T* array(const T* device_pointer) const {
    return device_pointer;
  }
  /// The block's `__shared__` array (static, or `extern`) called `name`; null if the kernel has none of that name.
  /// Multi-dimensional arrays are flat, row by row.
  template <class T>
  const T* shared(const char* name) const {
    return static_cast<const T*>(shared_bytes(name));
  }
  /// Says what must hold here. If it does not, that is a finding of kind `permission` with this text, at the barrier's
  /// line. At most one finding is made of each text and line.
  void require(bool holds, const char* text) const;

 private:
  const void* shared_bytes(const char* name) const;
};

/// While it lives, the launches of the whole process call `check` after each interval of one block.
/// Thread safety: create and destroy when no launch runs. `check` is called by the OS thread that runs the block, on
/// the small stack of a CUDA thread (256 KiB unless --stack-size says otherwise). It must not launch kernels, and what
/// it throws ends the program.
class GhostCheck {
 public:
  using Check = std::function<void(const AfterInterval&)>;
  explicit GhostCheck(Check check, unsigned block_x = 0, unsigned block_y = 0, unsigned block_z = 0);
  ~GhostCheck();
  GhostCheck(const GhostCheck&) = delete;
  GhostCheck& operator=(const GhostCheck&) = delete;

 private:
  Check check_;
  unsigned block_[3];
};

}  // namespace fencepost
