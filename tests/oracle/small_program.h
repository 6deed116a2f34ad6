// Small programs, on which the engines of the detector are compared with the memory model as docs/memory-model.md
// states it.
//
// A program here is a list of operations for each of a few threads. It is executed one operation at a time in some
// order. Which accesses race then is a question to the axioms (memory_axioms.h).
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "detector/shadow/race_log.h"

namespace fencepost::detector {

enum class Op : std::uint8_t {
  kRead,
  kWrite,
  kAtomic,  ///< Relaxed.
  kBlockAtomic,
  kVolatileRead,
  kVolatileWrite,
  kAcquire,
  kRelease,
  kBlockAcquire,
  kBlockRelease,
  kClusterAtomic,  ///< Blocks 2n and 2n + 1 are a cluster.
  kClusterAcquire,
  kClusterRelease,
  kUpdate,      ///< A read-modify-write that acquires and releases.
  kFence,       ///< Of sequential consistency.
  kBlockFence,  ///< Likewise.
  kWeakFence,   ///< Acquires and releases.
  kWeakBlockFence,
  kAcquireFence,
  kReleaseFence,
  kWeakClusterFence,
  kWarpBarrier,
  kMaskedBarrier,  ///< Of the warp's lanes but the one whose number is `location`.
  kBlockBarrier,
};

/// What an operation is, as its text says.
struct Meaning {
  bool reads = false, writes = false;
  bool strong = false;
  bool of_block = false, of_cluster = false;
  bool acquires = false, releases = false;
  bool fence = false;
  bool sequential = false;
};
Meaning meaning_of(Op op);

/// Where a location lies: 0 and 1 are words, 2 is both of them, 3 the first half of word 0.
struct Bytes {
  unsigned begin = 0, end = 0;
};
Bytes bytes_of(unsigned location);

struct Operation {
  Op op{};
  unsigned location = 0;
  friend auto operator<=>(const Operation&, const Operation&) = default;
};
using Program = std::vector<std::vector<Operation>>;  ///< By thread.

/// Where the threads of a program are.
struct Layout {
  std::vector<unsigned> block;  ///< Of each thread.
  std::vector<unsigned> rank;   ///< In its block; a warp has 32.
  [[nodiscard]] bool same_warp(unsigned a, unsigned b) const {
    return block[a] == block[b] && rank[a] / 32 == rank[b] / 32;
  }
};

bool accesses_memory(Op op);
bool writes(Op op);

/// An executed operation. A barrier is one event of all who take part.
struct Event {
  Operation what;
  unsigned thread = 0;
  std::vector<unsigned> members;  ///< Of a barrier.
};

/// Which thread goes on: the first in `priorities` that can, or, with a seed, any at each step.
struct Schedule {
  std::vector<unsigned> priorities;
  std::uint32_t seed = 0;
};

/// The order in which a schedule executes the program. A barrier opens when every thread of the group has come to it or
/// has ended.
std::vector<Event> execute(const Program& program, const Layout& layout, const Schedule& schedule);

/// The number of an operation among its thread's, by event.
std::vector<unsigned> indexes(const std::vector<Event>& events, std::size_t threads);

/// Two racing accesses, by thread and operation: (thread, index in the thread) of each, the lesser first.
using Pair = std::pair<std::pair<unsigned, unsigned>, std::pair<unsigned, unsigned>>;

/// A place in this program's code that stands for an operation in a kernel: each has a site of its own.
const void* place_of(unsigned thread, unsigned index);

/// The races of a log, all of accesses that are done at place_of() them.
std::set<Pair> races_in(const RaceLog& log, const std::vector<Event>& events, std::size_t threads);

/// Empty if the two are equal, else the program, how it was executed, and the differences.
std::string disagreement(const Program& program, const Layout& layout, const std::vector<Event>& events,
                         const std::set<Pair>& expected, const std::set<Pair>& found);

/// Read, write, atomic, volatile read and write of `locations` words, atomic and volatile read of both at once, and a
/// block barrier, `barriers` times: the longer programs are, the more of them race without one.
std::vector<Operation> barrier_operations(unsigned locations, unsigned barriers);
/// Of two words one by one, a fence and a warp barrier.
std::vector<Operation> simple_operations();
/// Those, and strong operations and fences of each scope and order.
std::vector<Operation> all_operations();
/// Those, and operations on both words at once and on half of one.
std::vector<Operation> operations_of_all_sizes();

/// Executes a program and compares; adds to the second argument if it races. False ends the enumeration.
using Check = std::function<bool(const Program&, const Layout&, const Schedule&, std::size_t& racy)>;

/// Checks every `step`th of the programs of `threads` threads with at most `length` operations each, in each layout
/// (lanes of one warp, of two, of two blocks, of three), under three schedules. Leaves out programs that another one
/// stands for, by exchange of locations or threads, and those in which nothing can race.
void all_programs(unsigned threads, unsigned length, const std::vector<Operation>& ops, std::size_t step,
                  const Check& check);

/// By default a prime step samples a space evenly; under sanitizers it is about four times as large (rounds.h).
/// FENCEPOST_EXHAUSTIVE=n divides it by n; it is at least 1, and then nothing is left out.
std::size_t step(std::size_t by_default);

}  // namespace fencepost::detector
