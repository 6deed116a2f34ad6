// What the engine tells its observers about a run: launches, threads, operations of streams, memory.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/interface/inlined_checks.h"

namespace fencepost::sim {

struct Extent {
  std::uint32_t x = 1, y = 1, z = 1;
  [[nodiscard]] std::uint64_t count() const { return std::uint64_t{x} * y * z; }
  friend bool operator==(const Extent&, const Extent&) = default;
};

/// A kernel argument that is a pointer: the parameter's name in the source and its value.
struct PointerArgument {
  std::string name;
  const void* value = nullptr;
  std::size_t element_bytes = 0;  ///< sizeof the pointee, 0 for void*.
  const char* pointee = "";       ///< What it points to, as KernelParameter::pointee (kernel_table.h) has it.
};

using DeviceNumber = std::uint32_t;

/// A stream: the legacy default stream of a device has its number, the others are numbered from device_count() on as
/// they come into being.
using StreamNumber = std::uint32_t;

/// kGraph: nodes of a graph that follow each other; waits for nobody unless it is told to.
/// kDevice: of a kernel, for what its threads launch; likewise.
enum class StreamKind : std::uint8_t { kLegacyDefault, kPerThreadDefault, kBlocking, kNonBlocking, kGraph, kDevice };

/// A stream of kind kDevice.
struct DeviceStream {
  enum class Of : std::uint8_t { kBlock, kCreated, kTail, kOneLaunch, kOneGraph };
  StreamNumber number = 0;
  std::uint64_t parent = 0;  ///< The launch whose threads use it.
  Of of{};
  std::uint64_t block = 0;  ///< Of kBlock: its rank.
  DeviceNumber device = 0;
};

/// Where an operation of such a stream comes from.
struct Descent {
  std::uint64_t parent = 0;   ///< The launch whose thread issued it; 0: the host did.
  std::uint64_t request = 0;  ///< By which AccessObserver::on_child_request() told of it; of no other launch.
  bool is_tail = false;       ///< Put into cudaStreamTailLaunch: comes after its parent and all that this launched.
  bool is_awaited = false;    ///< A thread of its parent waits for it: that has not ended.
  bool of_graph = false;      ///< Of a graph that the thread launched: it is waited for where events say so alone.
};

/// Bytes that an operation of a stream accesses.
struct OperationRange {
  const void* address = nullptr;
  std::size_t bytes = 0;
  bool writes = false;
};

/// When the call that issues an operation returns.
enum class CallReturns : std::uint8_t {
  kAtOnce,      ///< The operation may still run.
  kWhenStaged,  ///< The stream's earlier work is done and the source has been put aside; the copy may still run.
  kWhenDone,
};

/// An operation of a stream that is not a launch: a copy, a fill, an allocation in stream order.
struct StreamOperation {
  /// Of a word that others look at, or that it looks at: the access is strong.
  enum class Signal : std::uint8_t {
    kNone,
    kWrites,
    kReleases,  ///< What came before it in its stream comes before what has seen what it writes.
    kAwaits,    ///< It comes after those whose writes it has seen.
  };
  const char* call = "";  ///< "cudaMemcpyAsync".
  StreamNumber stream = 0;
  std::span<const OperationRange> ranges;
  CallReturns returns = CallReturns::kAtOnce;
  const void* pc = nullptr;      ///< Of the call in the user's code.
  DeviceNumber device = 0;       ///< Of the program's variables it accesses those of this device.
  std::uint32_t serialises = 0;  ///< A bit for each device all of whose work, past and future, it does not overlap.
  Descent descent{};
  Signal signal = Signal::kNone;
};

/// One launch, numbered from 1 in host order.
struct LaunchInfo {
  std::uint64_t number = 0;
  Extent grid;
  Extent block;
  std::size_t dynamic_shared_bytes = 0;
  Extent cluster{};                 ///< Blocks of a cluster; the grid is a multiple of it in each direction.
  bool has_clusters = false;        ///< The launch, or the kernel, says which.
  bool cooperative = false;         ///< The grid has a barrier.
  bool overlaps = false;            ///< It may begin before the launch before it in its stream has ended.
  bool orders_threads = false;      ///< Its kernel may order single threads, by more than block barriers.
  bool learns_of_others = false;    ///< It may learn from what it sees what threads of other blocks did before.
  bool is_checked = true;           ///< Its kernel was compiled with checks.
  bool has_unchecked_code = false;  ///< Blocks may be run without checks: Guide::skips_checks().
  const void* entry_pc = nullptr;   ///< An address inside the kernel's code (names the kernel).
  StreamNumber stream = 0;
  DeviceNumber device = 0;
  const void* pc = nullptr;  ///< Of the launch in the user's code; null if unknown.
  /// As host_stack() had it for `pc` when it was launched, where the calling OS thread does not know; else empty.
  std::span<const void* const> stack{};
  std::span<const PointerArgument> arguments;
  std::span<const std::byte> closure{};  ///< The captured argument values, in host memory, which every thread reads.
  /// Where in `closure` the pointers lie into whose allocations alone it writes (KernelWrites). nullopt: it may write
  /// elsewhere, or others may meanwhile: the host, or grids that it launches or is launched by.
  std::optional<std::span<const std::uint64_t>> writes{};
  Descent descent{};
  bool is_nested = false;                  ///< When it began another one was in its middle.
  class GridChildren* children = nullptr;  ///< Takes what its threads launch (sim/child); null: no program code does.
  /// When the launch has ended: where a thread had to wait on a stack of its own. Null: threads ran in loops
  /// throughout.
  const void* fiber_pc = nullptr;
};

/// Rank of a block in its grid: x + gridDim.x * (y + gridDim.y * z). Rank of a thread in its block: likewise.
using BlockRank = std::uint64_t;
using ThreadRank = std::uint32_t;

/// Where a CUDA thread stands that cannot go on.
struct Waiter {
  ThreadRank thread = 0;
  const void* pc = nullptr;  ///< Of the barrier it waits at; null: it has returned from the kernel.
  std::uint64_t mask = 0;    ///< Of the warp operation it waits at; 0: it waits at none.
  bool spins = false;        ///< It waits in a loop for memory to change.
};

/// A warp operation that is performed, but whose result the PTX ISA leaves undefined ("Warp-level synchronization",
/// shfl.sync, vote.sync, bar.warp.sync), or that names lanes that will never come.
struct WarpMisuse {
  enum class Kind : std::uint8_t {
    kCallerNotNamed,   ///< The mask of `lane` does not name it.
    kNamedReturned,    ///< The mask names lanes that have returned from the kernel.
    kValueOfReturned,  ///< Likewise, and `lane` receives the value of one, `source`.
    kValueOfUnnamed,   ///< `lane` receives the value of `source`, which the mask does not name or which does not exist.
    kOnlyBeyondBlock,  ///< All lanes of a shift, `lane` first, are to receive values of threads that the block has not.
    kWidth,            ///< The width of a shuffle, `source`, is no power of two up to the warp's.
    kMetadataTwice,    ///< Four bits of `lane`'s metadata, `source`, name the same place of a sparse factor twice.
    kMetadataOrder,    ///< They name the right one first, and metadata were said to be ordered.
    kMetadataHalves,   ///< They name halves of different elements of 32 bits, or the upper half first.
  };
  Kind kind{};
  std::uint64_t mask = 0;
  std::uint32_t lane = 0, source = 0;
  std::span<const Waiter> waiters;  ///< Those that stand at the operation, then those that it names and that returned.
};

enum class StopReason : std::uint8_t {
  kInvalidAddress,  ///< SIGSEGV/SIGBUS at `address`.
  kStackOverflow,
  kArithmetic,  ///< SIGFPE: integer division by zero.
  kIllegalInstruction,
  kTrap,            ///< __trap() or abort() in a kernel.
  kNotCooperative,  ///< The barrier of the grid, in a launch that has none.
  kTooManyBlocks,   ///< Blocks wait for others of the launch, and more than can be resident.
  kDeadlock,        ///< No thread of the block could go on; on_deadlock has told the details.
  kAssertion,       ///< assert() failed; `text` is the expression.
  kTimeout,         ///< --timeout ran out.
  kInterrupt,       ///< SIGINT or SIGTERM.
  kMemory,          ///< The process has taken all the memory there is, or that --memory-limit leaves it.
  kTensorMemory,    ///< An access to tensor memory that is not the thread's; `text` says which.
  kInvalidHandle,   ///< A texture or surface that does not exist; `text` says which.
  kUnsupported,     ///< What Fencepost cannot do; `text` says what.
  kSurfaceBounds,   ///< A surface access beyond the surface, which lies at `address`; `text` says what.
};

/// The whole program ends with it, not the launch alone.
constexpr bool ends_program(StopReason reason) {
  return reason == StopReason::kTimeout || reason == StopReason::kInterrupt || reason == StopReason::kMemory;
}

/// What the thread was doing at Stop::address.
enum class StopAccess : std::uint8_t { kUnknown, kRead, kWrite };

/// Why a launch was stopped, and where.
struct Stop {
  StopReason reason{};
  BlockRank block = 0;
  ThreadRank thread = 0;
  bool or_later = false;  ///< Or a later thread of its row: they ran side by side, without checks.
  const void* pc = nullptr;
  const void* address = nullptr;
  StopAccess access = StopAccess::kUnknown;
  std::string text{};  ///< Words for the message, as the reason says.
};

/// An atomic operation: a read-modify-write, a load or a store.
struct AtomicAccess {
  const void* address = nullptr;
  std::size_t bytes = 0;
  bool reads = false, writes = false;
  bool acquires = false, releases = false;  ///< Orders by itself, as cuda::memory_order says.
  bool of_block = false;                    ///< Atomic among the threads of its block only.
  bool of_cluster = false;                  ///< Among those of its cluster, which has several blocks.
  bool replaces = false;                    ///< An exchange: what is written does not depend on what was read.
  inlined_checks::Place* place = nullptr;   ///< Where the kernel keeps the number of the place in the code, if it does.
  const void* pc = nullptr;
};

/// A fence, as cuda::memory_order says.
struct Fence {
  bool of_block = false;    ///< Of its block's scope,
  bool of_cluster = false;  ///< or of its cluster's, which has several blocks; else of a wider one.
  bool acquires = false, releases = false;
  bool sequential = false;  ///< memory_order_seq_cst.
};

/// kArray: of the device, too; programs have no pointer to it. kMapped: of the device, put at addresses that were
/// reserved before, or opened from another process.
enum class MemorySpace : std::uint8_t { kDevice, kManaged, kPinned, kHeap, kArray, kMapped };

/// Of a CUDA array, in elements: `depth` slices of `height` rows, one behind the other. All 0: no array.
struct ArrayExtent {
  std::size_t width = 0, height = 0, depth = 0;
};

struct Allocation {
  std::byte* base = nullptr;
  std::size_t bytes = 0;
  MemorySpace space = MemorySpace::kDevice;
  std::uint64_t number = 0;              ///< Counts allocations from 1 in host order.
  std::size_t element_bytes = 0;         ///< From the typed cudaMalloc<T>; 0 if unknown.
  const void* pc = nullptr;              ///< Of the allocating call in the user's code.
  const void* freed_pc = nullptr;        ///< Of the call that frees it, for on_free(); null if unknown.
  ArrayExtent array{};                   ///< Of kArray.
  std::span<const void* const> stack{};  ///< As host_stack() has it; empty if it was made in a kernel.
  DeviceNumber device = 0;               ///< Of memory that the host sees, too, the one that was current.
  /// Of a pool: a bit for each device that may access it, besides its own. Of kMapped: for its own, too, and from
  /// kFirstWriter (sim/engine/memory/peers.h) on a bit for each that may write. Null: as cudaDeviceEnablePeerAccess
  /// says.
  const std::atomic<std::uint32_t>* peers = nullptr;
  bool has_contents = false;  ///< Of kMapped: it may have been written before it was mapped.

  /// Of kMapped: no device has been given access yet.
  [[nodiscard]] bool is_out_of_reach_of_all() const {
    return space == MemorySpace::kMapped && peers != nullptr && peers->load() == 0;
  }
};

/// How a barrier other than the block's is misused.
struct MemoryRange {
  const void* address = nullptr;
  std::size_t bytes = 0;
};

enum class BarrierMisuse : std::uint8_t {
  kTooManyArrivals,  ///< More than a phase of a barrier object still lacks.
  kExpectedCount,    ///< A barrier object that expects no arrivals, or more than it can count.
  kNumber,           ///< A named barrier beyond the last.
  kThreads,          ///< The number of threads of a named barrier is not a multiple of the warp's.
  kTransactions,     ///< More bytes than a barrier object can count.
  kThreadsDiffer,    ///< Threads come to one named barrier with different numbers of threads.
  kClusterArrival,   ///< A thread arrives at the barrier of its cluster again before it has waited.
  kClusterWait,      ///< It waits there without having arrived. It does not wait.
};

}  // namespace fencepost::sim
