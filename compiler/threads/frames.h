// What lies where in the frames that LLVM has made for the threads of a coroutine.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <set>
#include <vector>

namespace fencepost::compiler {

/// Metadata of an instruction: all threads of a block compute the same, and as often.
inline constexpr llvm::StringLiteral kUniform = "fencepost.uniform";

/// Threads go on here from a barrier, or begin (0).
inline constexpr llvm::StringLiteral kRegionMarker = "fencepost.region";

/// Where in a thread's frame it is told where it goes on; zero before it begins.
struct RegionNumber {
  std::uint64_t offset = 0, bytes = 0;
};

/// Marks where in a coroutine, as LLVM has split it, threads go on (kRegionMarker). Returns where the
/// frame tells it. To be simplified before it is made a loop: where it suspends, the coroutine asks again whether it
/// does or goes on.
RegionNumber mark_regions(llvm::Function& go_on);

/// A value that threads keep.
struct FramePart {
  std::uint64_t offset;  ///< In the frame that LLVM made.
  std::uint64_t bytes;
  std::uint64_t begin = 0;  ///< Of all parts before it, for one thread.
};

/// The parts of the frame of `go_on`, as LLVM has split it, the widest first, if each is read and written by itself,
/// and its address goes nowhere else. Else none.
std::vector<FramePart> frame_parts(llvm::Function& go_on);

/// What is read or written at `element`, of a part, and is a part of a byte (LLVM numbers regions in as few bits as
/// will do) becomes whole bytes: of others LLVM makes no vectors.
void keep_whole_bytes(llvm::Value& element);

/// `elements[i]`: addresses in `function` of the elements of part i. LLVM is told that nothing else is there: what is
/// read and written by itself, and whose address goes nowhere, no other access can meet.
void set_parts_apart(llvm::Function& function, llvm::ArrayRef<std::vector<llvm::Value*>> elements);

/// Parts of the frame that hold the same in all threads which have come to each barrier together.
class UniformSlots {
 public:
  /// Those in which `go_on`, as LLVM has split it, keeps nothing but kUniform values.
  explicit UniformSlots(llvm::Function& go_on);

  /// In `blocks`, a copy of `go_on` for the thread with `frame`, what it reads of them is read at `before` instead, of
  /// the first thread's frame `of_first`: where no store of the copy comes first.
  void read_before(llvm::Instruction& before, llvm::Value* of_first, const llvm::Value& frame,
                   llvm::ArrayRef<llvm::BasicBlock*> blocks) const;

 private:
  std::set<std::uint64_t> offsets_;
};

}  // namespace fencepost::compiler
