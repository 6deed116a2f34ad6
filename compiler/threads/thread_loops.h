// The loop over a block's threads in which a kernel runs from barrier to barrier.
#pragma once

#include <llvm/IR/Function.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "compiler/threads/frames.h"

namespace fencepost::compiler {

/// Marks in a kernel's body, as calls: thread stops here, at a barrier (1, 2, …) or because it has returned (0).
inline constexpr llvm::StringLiteral kStopMarker = "fencepost.stop";
/// Stands for the launch's arguments: ptr ().
inline constexpr llvm::StringLiteral kArgumentsMarker = "fencepost.arguments";

/// One thread's way from a barrier to the next, in `go_on`: `void go_on(ptr frame)` of a coroutine, or of a kernel
/// without barriers.
struct ThreadBody {
  llvm::Function* go_on;
  std::uint64_t frame_bytes = 0;  ///< Of a thread, with what keeps the next one's aligned. 0: there is no barrier.
  RegionNumber region{};
  std::size_t most_in_loops = 0;  ///< As split_kernels() has it; of more, one loop has all.
};

/// The loop, and what the runtime is to know of it (KernelThreads).
struct ThreadLoopCode {
  llvm::Function* loop;
  std::uint64_t frame_bytes;
  RegionNumber region;
  std::vector<FramePart> parts;  ///< None: a frame is as LLVM made it.
};

/// `ptr loop(ptr arguments, ptr loop)`, as KernelThreads::run (kernel_table.h), has the body once for each barrier
/// from which threads go on, each in a loop of its own. It takes the place and the debug information of `go_on`, which
/// is erased.
ThreadLoopCode make_thread_loop(const ThreadBody& body, const llvm::Twine& name);

}  // namespace fencepost::compiler
