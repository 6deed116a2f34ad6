// What the engine tells about a run. `sim` publishes, `detector` implements; `sim` knows nothing of races.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

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
  bool is_scalar = false;         ///< The pointee is a number, not a struct.
};

/// A stream: 0 is the legacy default stream, the others are numbered from 1 as they come into being.
using StreamNumber = std::uint32_t;

/// kGraph: nodes of a graph that follow each other; waits for nobody unless it is told to.
enum class StreamKind : std::uint8_t { kLegacyDefault, kPerThreadDefault, kBlocking, kNonBlocking, kGraph };

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
  const char* call = "";  ///< "cudaMemcpyAsync".
  StreamNumber stream = 0;
  std::span<const OperationRange> ranges;
  CallReturns returns = CallReturns::kAtOnce;
  const void* pc = nullptr;  ///< Of the call in the user's code.
};

/// One launch, numbered from 1 in host order.
struct LaunchInfo {
  std::uint64_t number = 0;
  Extent grid;
  Extent block;
  std::size_t dynamic_shared_bytes = 0;
  bool cooperative = false;        ///< The grid has a barrier.
  const void* entry_pc = nullptr;  ///< An address inside the kernel's code (names the kernel).
  StreamNumber stream = 0;
  const void* pc = nullptr;  ///< Of the launch in the user's code; null if unknown.
  std::span<const PointerArgument> arguments;
  std::span<const std::byte> closure{};  ///< The captured argument values, in host memory, which every thread reads.
};

/// Rank of a block in its grid: x + gridDim.x * (y + gridDim.y * z). Rank of a thread in its block: likewise.
using BlockRank = std::uint64_t;
using ThreadRank = std::uint32_t;

/// Where a CUDA thread stands that cannot go on.
struct Waiter {
  ThreadRank thread = 0;
  const void* pc = nullptr;  ///< Of the barrier it waits at; null: it has returned from the kernel.
  std::uint32_t mask = 0;    ///< Of the warp operation it waits at; 0: it waits at none.
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
    kWidth,            ///< The width of a shuffle, `source`, is no power of two up to 32.
  };
  Kind kind{};
  std::uint32_t mask = 0;
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
  kInvalidHandle,   ///< A texture or surface that does not exist; `text` says which.
  kSurfaceBounds,   ///< A surface access beyond the surface, which lies at `address`; `text` says what.
};

/// What the thread was doing at Stop::address.
enum class StopAccess : std::uint8_t { kUnknown, kRead, kWrite };

/// Why a launch was stopped, and where.
struct Stop {
  StopReason reason{};
  BlockRank block = 0;
  ThreadRank thread = 0;
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
  bool replaces = false;                    ///< An exchange: what is written does not depend on what was read.
  const void* pc = nullptr;
};

/// A fence, as cuda::memory_order says.
struct Fence {
  bool of_block = false;  ///< Of its block's scope; else of a wider one.
  bool acquires = false, releases = false;
  bool sequential = false;  ///< memory_order_seq_cst.
};

/// kArray: of the device, too; programs have no pointer to it.
enum class MemorySpace : std::uint8_t { kDevice, kManaged, kPinned, kHeap, kArray };

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
};

/// How a barrier other than the block's is misused.
enum class BarrierMisuse : std::uint8_t {
  kTooManyArrivals,  ///< More than a phase of a barrier object still lacks.
  kExpectedCount,    ///< A barrier object that expects no arrivals, or more than it can count.
  kNumber,           ///< A named barrier beyond the last.
  kThreads,          ///< The number of threads of a named barrier is not a multiple of the warp's.
  kThreadsDiffer,    ///< Threads come to one named barrier with different numbers of threads.
};

/// Empty hooks; a checker overrides what it needs. Unless a hook says otherwise it is called on the host thread that
/// issued the operation. Hooks named on_block_* and on_barrier are called by the worker (an OS thread) that runs the
/// block; a block never moves to another worker, several workers call concurrently.
class Observer {
 public:
  virtual ~Observer() = default;

  virtual void on_launch_begin(const LaunchInfo&) {}
  /// `stop` is null when every thread returned.
  virtual void on_launch_end(const LaunchInfo&, const Stop* /*stop*/) {}

  virtual void on_block_begin(const LaunchInfo&, BlockRank) {}
  virtual void on_block_end(const LaunchInfo&, BlockRank) {}

  /// All live threads of the block have arrived; a new interval begins. `pc`: the barrier of the lowest-ranked arrival.
  virtual void on_barrier(const void* /*pc*/) {}
  /// At one release of the block barrier threads stood at different barriers, or had returned before it.
  /// `waiters` holds every thread of the block in rank order.
  virtual void on_barrier_divergence(std::span<const Waiter> /*waiters*/) {}
  /// No thread of the block can go on, or those of a warp cannot while the others only spin. `waiters` as above, or of
  /// that warp. Also if threads spin, of all blocks that have begun, and for long nothing they look at has changed;
  /// then called for each of these blocks. The launch is stopped afterwards.
  virtual void on_deadlock(std::span<const Waiter> /*waiters*/) {}

  /// The running CUDA thread has failed: its last access may not have been performed, and may be to no memory at all.
  virtual void on_thread_failed() {}
  /// An atomic operation of the running CUDA thread, before it is performed.
  virtual void on_atomic(const AtomicAccess&) {}
  /// The running CUDA thread executes a fence.
  virtual void on_fence(const Fence&) {}
  /// A barrier of some threads of the running block opens: __syncwarp, the sync() of a tile or coalesced group.
  virtual void on_group_barrier(std::span<const ThreadRank> /*threads*/) {}
  /// A barrier of the whole grid opens: all its threads stand there. Called once.
  virtual void on_grid_barrier() {}
  /// It opens though some blocks have returned before it. `first` is the lowest-ranked thread that waits, in `block`;
  /// `left` the lowest block that has returned. On the thread that ran the last block to come or return.
  virtual void on_grid_barrier_divergence(BlockRank /*block*/, const Waiter& /*first*/, BlockRank /*left*/) {}
  /// Lanes of a warp of the running block have performed an operation that they must not.
  virtual void on_warp_misuse(const WarpMisuse&) {}
  /// True if in this launch one CUDA thread shall run at a time, whatever --jobs says. Asked after on_launch_begin().
  virtual bool wants_one_thread_at_a_time() { return false; }
  /// The running CUDA thread arrives at a barrier object; `completes`: the last arrival of the phase.
  virtual void on_arrive(const void* /*barrier*/, bool /*of_block*/, bool /*completes*/) {}
  /// Its wait for the phase of the object that was completed last ends.
  virtual void on_pass(const void* /*barrier*/, bool /*of_block*/) {}
  /// Arrivals at a barrier, all told by on_arrive() as not completing it, let `threads` of the running block go on.
  /// They know what came before the arrivals since it opened last.
  virtual void on_open(const void* /*barrier*/, std::span<const ThreadRank> /*threads*/) {}
  /// The running CUDA thread begins the completion function of a barrier object, whose phase lacks no arrival, and ends
  /// it, which completes the phase.
  virtual void on_completion_begin(const void* /*barrier*/, bool /*of_block*/) {}
  virtual void on_completion_end(const void* /*barrier*/, bool /*of_block*/) {}
  /// A barrier object is made; what happened at its address before is forgotten.
  virtual void on_barrier_init(const void* /*barrier*/, bool /*of_block*/) {}
  /// Threads of the running block, in rank order, misuse a barrier. They go on.
  virtual void on_barrier_misuse(BarrierMisuse, std::span<const Waiter> /*threads*/) {}
  /// It starts an asynchronous copy, which belongs to its current batch of copies.
  virtual void on_async_copy(const void* /*to*/, const void* /*from*/, std::size_t /*bytes*/, const void* /*pc*/) {}
  /// It ends its current batch.
  virtual void on_commit_copies() {}
  /// It has waited for all its batches but the last `remaining`.
  virtual void on_await_copies(std::uint32_t /*remaining*/) {}
  /// Its copies so far will arrive at a barrier object, in the current phase. Ends its current batch.
  virtual void on_copies_arrive(const void* /*barrier*/, bool /*of_block*/) {}
  /// A bulk access (memcpy, memset in device code) of the running CUDA thread, before it is performed.
  virtual void on_range(const void* /*address*/, std::size_t /*bytes*/, bool /*writes*/, const void* /*pc*/) {}

  /// The process must end now: time-out or interrupt. Never returns to a caller that could go on; called from the
  /// thread that issued the launch or, when that is stuck, from another one.
  virtual void on_abandon(StopReason) {}
  /// The host part of the program got a deadly signal, which will be raised again on return.
  virtual void on_host_crash(int /*signal*/) {}

  /// The code belongs to a library of templates that the program includes, not to the user.
  virtual bool is_library_code(const void* /*pc*/) { return false; }

  virtual void on_allocate(const Allocation&) {}
  virtual void on_free(const Allocation&) {}
  virtual void on_copy(const void* /*dst*/, const void* /*src*/, std::size_t) {}
  virtual void on_memset(const void* /*dst*/, std::size_t) {}

  /// A stream comes into being; of the legacy default stream nothing is said. Streams are told here as they were
  /// issued, whatever they are for the engine, which does each operation at once. Several host threads may call
  /// concurrently.
  virtual void on_stream_begin(StreamNumber, StreamKind) {}
  /// A graph of several branches is launched. Graphs are numbered from 1 as they are launched first; the branches are
  /// streams of kind kGraph, always the same ones. Their work was issued now, whenever it is told.
  virtual void on_graph_launch_begin(std::uint32_t /*graph*/, std::span<const StreamNumber> /*branches*/) {}
  /// All of it has been told.
  virtual void on_graph_launch_end() {}
  /// It gets no more work.
  virtual void on_stream_end(StreamNumber) {}
  /// Before it is performed.
  virtual void on_operation(const StreamOperation&) {}
  /// The calling OS thread runs a host function for a stream (cudaLaunchHostFunc): what it accesses meanwhile is done
  /// in the stream.
  virtual void on_host_function_begin(const StreamOperation&) {}
  virtual void on_host_function_end() {}
  /// The host knows that the stream's work, or that of all streams, is done. `pc` here and below: of the call, null if
  /// it is none of the user's.
  virtual void on_host_wait(StreamNumber, const void* /*pc*/) {}
  virtual void on_host_wait_all(const void* /*pc*/) {}
  /// The host asks whether the stream's work, or what the event stands for, is done. True if so; then it knows, unless
  /// it does not look at the answer.
  virtual bool on_host_query(StreamNumber, bool /*looks*/, const void* /*pc*/) { return true; }
  virtual bool on_host_query_event(std::uint64_t /*event*/, bool /*looks*/, const void* /*pc*/) { return true; }
  /// Events are named by numbers that are not used again.
  virtual void on_event_record(std::uint64_t /*event*/, StreamNumber, const void* /*pc*/) {}
  virtual void on_event_end(std::uint64_t /*event*/) {}
  virtual void on_host_wait_event(std::uint64_t /*event*/, const void* /*pc*/) {}
  virtual void on_stream_wait_event(StreamNumber, std::uint64_t /*event*/, const void* /*pc*/) {}
  /// Memory is freed in the order of a stream (cudaFreeAsync), before it is.
  virtual void on_free_in_stream(const StreamOperation&) {}
  /// Host code accesses addresses within sim::host_watch by a call of the C library, or (`strong`) atomically.
  virtual void on_host_access(const void* /*address*/, std::size_t /*bytes*/, bool /*writes*/, bool /*strong*/,
                              const void* /*pc*/) {}

  /// cudaFree and its like were given what is not an allocation of theirs; they return an error.
  virtual void on_invalid_free(std::string_view /*call*/, const void* /*address*/, const void* /*pc*/) {}
  /// A copy or fill was given a range that is not, as a whole, memory of the device (or of the host); it returns an
  /// error. `role`: "source" or "destination".
  virtual void on_invalid_range(std::string_view /*call*/, std::string_view /*role*/, const void* /*address*/,
                                std::size_t /*bytes*/, bool /*of_device*/, const void* /*pc*/) {}
  /// "app.cu:12: ", the line of a call in the user's code; empty if it is not known.
  virtual std::string place_of_call(const void* /*pc*/) { return {}; }
  /// A call was given arguments that are wrong together, as `what` says; it returns an error.
  virtual void on_invalid_arguments(std::string_view /*call*/, std::string_view /*what*/, const void* /*pc*/) {}
  /// The launch at `pc` passes an object of a class with virtual functions by value.
  virtual void on_polymorphic_parameter(std::string_view /*parameter*/, const void* /*pc*/) {}
  /// A runtime API call returned an error; `call` e.g. "cudaMalloc", `error` e.g. "cudaErrorMemoryAllocation".
  virtual void on_api_error(std::string_view /*call*/, std::string_view /*error*/, const void* /*pc*/) {}
};

/// The observer of this process; a no-op one until set. Set once at start-up.
Observer& observer();
void set_observer(Observer&);

}  // namespace fencepost::sim
