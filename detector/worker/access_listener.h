// For those who want to know of every single access of some blocks: the permission patterns and the profile.
//
// A listener costs nothing where there is none: while one listens to a block, the ranges that the callbacks look up
// first are empty, so that every access takes the slow path, which tells the listener.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "detector/include/fencepost/scope.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {

/// Listens to one block. All calls come from the OS thread that runs it, between its begin and its end. They must not
/// throw.
class BlockListener {
 public:
  virtual ~BlockListener() = default;
  /// One access by the running CUDA thread to shared or global memory, before it is performed. `kind`: AccessBits.
  /// `pc`: the return address of the access.
  virtual void on_access(std::uintptr_t address, std::size_t bytes, unsigned kind, const void* pc) = 0;
  /// The running thread enters a basic block (only in programs compiled for the profile). `frame`: address of the
  /// function's frame; lower ones are nested deeper.
  virtual void on_basic_block(const void* /*pc*/, const void* /*frame*/) {}
  /// The running thread tells the integers and pointers in scope (only in programs compiled to record them).
  virtual void on_scope(unsigned /*kind*/, const char* /*file*/, unsigned /*line*/,
                        std::span<const fencepost_rt::ScopeValue> /*values*/) {}
  /// The interval ends at `barrier_pc`; null: all threads have returned. The last call is with null.
  virtual void on_interval_end(const void* barrier_pc) = 0;
};

/// Who makes the listeners of a run. Thread safety: begin_block() may be called by several workers at once; the others
/// are called when no block runs.
class AccessListener {
 public:
  virtual ~AccessListener() = default;
  virtual void begin_launch(const sim::LaunchInfo&) = 0;
  /// A listener for this block, or null. It is destroyed right after the block's end.
  virtual std::unique_ptr<BlockListener> begin_block(const sim::LaunchInfo&, sim::BlockRank) = 0;
  virtual void end_launch(const sim::LaunchInfo&) = 0;
};

}  // namespace fencepost::detector
