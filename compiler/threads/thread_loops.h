// The loop over a block's threads in which a kernel runs from barrier to barrier.
#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>

namespace fencepost::compiler {

/// Marks in a kernel's body, as calls: thread stops here, at a barrier (1, 2, …) or because it has returned (0).
inline constexpr llvm::StringLiteral kStopMarker = "fencepost.stop";
/// Threads go on here from a barrier, or begin (0).
inline constexpr llvm::StringLiteral kRegionMarker = "fencepost.region";
/// Stands for the launch's arguments: ptr ().
inline constexpr llvm::StringLiteral kArgumentsMarker = "fencepost.arguments";
/// Metadata of an instruction: all threads of a block compute the same, and as often.
inline constexpr llvm::StringLiteral kUniform = "fencepost.uniform";

/// Where in a thread's frame it is told where it goes on; zero before it begins.
struct RegionNumber {
  std::uint64_t offset = 0, bytes = 0;
};

/// One thread's way from a barrier to the next, in `go_on`: `void go_on(ptr frame)` of a coroutine, or of a kernel
/// without barriers.
struct ThreadBody {
  llvm::Function* go_on;
  std::uint64_t frame_bytes = 0;  ///< Of a thread, with what keeps the next one's aligned. 0: there is no barrier.
  RegionNumber region{};
};

/// Marks where in a coroutine, as LLVM has split it, threads go on (kRegionMarker). Returns where the
/// frame tells it. To be simplified before it is made a loop: where it suspends, the coroutine asks again whether it
/// does or goes on.
RegionNumber mark_regions(llvm::Function& go_on);

/// `ptr loop(ptr arguments, ptr loop)`, as KernelThreads::run (kernel_table.h), has the body once for each barrier
/// from which threads go on, each in a loop of its own. It takes the place and the debug information of `go_on`, which
/// is erased.
llvm::Function& make_thread_loop(const ThreadBody& body, const llvm::Twine& name);

}  // namespace fencepost::compiler
