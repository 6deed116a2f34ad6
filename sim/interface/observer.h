// What the engine tells about a run, by concern. `sim` publishes, `detector` implements; `sim` knows nothing of races.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/interface/events.h"

namespace fencepost::sim {

// Empty hooks; a checker overrides what it needs. Unless a hook says otherwise it is called on the host thread that
// issued the operation. Hooks named on_block_* and on_barrier are called by the worker (an OS thread) that runs the
// block; a block never moves to another worker, several workers call concurrently.

/// Launches and their blocks.
class LaunchObserver {
 public:
  virtual ~LaunchObserver() = default;

  virtual void on_launch_begin(const LaunchInfo&) {}
  /// `stop` is null when every thread returned.
  virtual void on_launch_end(const LaunchInfo&, const Stop* /*stop*/) {}
  /// All its threads are at rest: they wait for what others write, the host or other launches, which go on meanwhile.
  /// On the OS thread of one of its blocks.
  virtual void on_launch_waits(const LaunchInfo&) {}
  /// It goes on, on the same thread.
  virtual void on_launch_goes_on(const LaunchInfo&) {}
  virtual void on_block_begin(const LaunchInfo&, BlockRank) {}
  virtual void on_block_end(const LaunchInfo&, BlockRank) {}
  /// The block ends with columns of tensor memory allocated, the last ones at `pc` by `thread`.
  virtual void on_tensor_memory_kept(BlockRank, ThreadRank /*thread*/, std::uint32_t /*columns*/, const void* /*pc*/) {}
  /// The running CUDA thread has failed: its last access may not have been performed, and may be to no memory at all.
  virtual void on_thread_failed() {}
};

/// Threads that meet at barriers, or fail to.
class BarrierObserver {
 public:
  virtual ~BarrierObserver() = default;

  /// All live threads of the block have arrived; a new interval begins. `pc`: the barrier of the lowest-ranked arrival.
  virtual void on_barrier(const void* /*pc*/) {}
  /// At one release of the block barrier threads stood at different barriers, or had returned before it.
  /// `waiters` holds every thread of the block in rank order.
  virtual void on_barrier_divergence(std::span<const Waiter> /*waiters*/) {}
  /// No thread of the block can go on, or those of a warp cannot while the others only spin. `waiters` as above, or of
  /// that warp. Also if threads spin, of all blocks that have begun, and for long nothing they look at has changed;
  /// then called for each of these blocks. The launch is stopped afterwards.
  virtual void on_deadlock(std::span<const Waiter> /*waiters*/) {}
  /// A barrier of the whole grid opens though some blocks have returned before it. `first` is the lowest-ranked thread
  /// that waits, in `block`; `left` the lowest block that has returned. On the thread that ran the last block to come
  /// or return.
  virtual void on_grid_barrier_divergence(BlockRank /*block*/, const Waiter& /*first*/, BlockRank /*left*/) {}
  /// The same of the barrier of a cluster, which threads have returned before: `thread_left` is the lowest of those in
  /// `left`, the lowest such block.
  virtual void on_cluster_barrier_divergence(BlockRank /*block*/, const Waiter& /*first*/, BlockRank /*left*/,
                                             ThreadRank /*thread_left*/) {}
  /// As on_deadlock(), of the running block: other blocks of its cluster wait at the barrier of the cluster.
  virtual void on_cluster_deadlock(std::span<const Waiter> /*waiters*/) {}
  /// Lanes of a warp of the running block have performed an operation that they must not.
  virtual void on_warp_misuse(const WarpMisuse&) {}
  /// Threads of the running block, in rank order, misuse a barrier. They go on.
  virtual void on_barrier_misuse(BarrierMisuse, std::span<const Waiter> /*threads*/) {}
};

/// Who works on tensor memory, and is waited for by itself: a warp's loads into registers, its stores, and the tensor
/// cores.
enum class TensorAgent : std::uint8_t { kLoads, kStores, kCores };

/// What threads of kernels do to memory, or to the order of accesses, by calls: other accesses the compiler tells.
class AccessObserver {
 public:
  virtual ~AccessObserver() = default;

  /// An atomic operation of the running CUDA thread, before it is performed.
  virtual void on_atomic(const AtomicAccess&) {}
  /// The running block lets others run before it goes on: what it has under way is to be done with.
  virtual void on_pass_turn() {}
  /// The running CUDA thread puts a grid or a copy into a stream of the device's. What it does is told later, with this
  /// number (Descent), which is no other's in the program.
  virtual void on_child_request(std::uint64_t /*request*/) {}
  /// It has waited for all that threads of its block have launched so far.
  virtual void on_children_awaited() {}
  /// The running CUDA thread executes a fence.
  virtual void on_fence(const Fence&) {}
  /// It executes `fence.proxy.async`, for shared memory.
  virtual void on_proxy_fence() {}
  /// It executes `fence.proxy.tensormap::generic`, of order acquire or release.
  virtual void on_map_fence(bool /*acquires*/) {}
  /// A bulk copy that it starts reads its tensor map.
  virtual void on_map_read(const void* /*map*/, std::size_t /*bytes*/, const void* /*pc*/) {}
  /// A barrier of some threads of the running block opens: __syncwarp, the sync() of a tile or coalesced group.
  virtual void on_group_barrier(std::span<const ThreadRank> /*threads*/) {}
  /// A barrier of the whole grid opens: all its threads stand there. Called once.
  virtual void on_grid_barrier() {}
  /// The running CUDA thread arrives at a barrier object; `completes`: the last arrival of the phase.
  virtual void on_arrive(const void* /*barrier*/, bool /*of_block*/, bool /*completes*/) {}
  /// The same of an arrival that orders no memory but what came before a releasing fence; told as not completing the
  /// phase. `of_block`: such a fence of block scope is enough.
  virtual void on_relaxed_arrive(const void* /*barrier*/, bool /*of_block*/) {}
  /// The phase of the barrier, of device scope or in shared memory, lacks nothing any more: the arrivals were told as
  /// not completing it.
  virtual void on_complete(const void* /*barrier*/) {}
  /// Its wait for the phase of the object that was completed last ends.
  virtual void on_pass(const void* /*barrier*/, bool /*of_block*/) {}
  /// The same of a wait, of a barrier in shared memory, behind which only an acquiring fence knows what came before.
  virtual void on_relaxed_pass(const void* /*barrier*/) {}
  /// Arrivals at a barrier, all told by on_arrive() as not completing it, let `threads` of the running block go on.
  /// They know what came before the arrivals since it opened last.
  virtual void on_open(const void* /*barrier*/, std::span<const ThreadRank> /*threads*/) {}
  /// The running CUDA thread begins the completion function of a barrier object, whose phase lacks no arrival, and ends
  /// it, which completes the phase.
  virtual void on_completion_begin(const void* /*barrier*/, bool /*of_block*/) {}
  virtual void on_completion_end(const void* /*barrier*/, bool /*of_block*/) {}
  /// A barrier object is made; what happened at its address before is forgotten.
  virtual void on_barrier_init(const void* /*barrier*/, bool /*of_block*/) {}
  /// It starts an asynchronous copy, which belongs to its current batch of copies.
  virtual void on_async_copy(const void* /*to*/, const void* /*from*/, std::size_t /*bytes*/, const void* /*pc*/) {}
  /// It ends its current batch.
  virtual void on_commit_copies() {}
  /// It has waited for all its batches but the last `remaining`.
  virtual void on_await_copies(std::uint32_t /*remaining*/) {}
  /// Its copies so far will arrive at a barrier object, in the current phase. Ends its current batch.
  virtual void on_copies_arrive(const void* /*barrier*/, bool /*of_block*/) {}
  /// It starts a bulk copy, which will complete transactions of a barrier object of its block; null: which belongs to
  /// its current batch of bulk copies.
  virtual void on_bulk_copy(std::span<const MemoryRange> /*reads*/, std::span<const MemoryRange> /*writes*/,
                            const void* /*barrier*/, const void* /*pc*/) {}
  /// It starts a bulk copy that updates elements of its target, each by an atomic operation; `barrier` likewise.
  virtual void on_bulk_reduction(const MemoryRange& /*read*/, const MemoryRange& /*target*/,
                                 std::size_t /*element_bytes*/, const void* /*barrier*/, const void* /*pc*/) {}
  /// The bulk copies for the barrier so far arrive there. `completes`: its phase lacks nothing then.
  virtual void on_transactions(const void* /*barrier*/, bool /*completes*/) {}
  virtual void on_commit_bulk_copies() {}
  /// It has waited for all its batches but the last `remaining`; `of_reads`: until their sources were read.
  virtual void on_await_bulk_copies(std::uint32_t /*remaining*/, bool /*of_reads*/) {}
  /// The tensor cores begin to read the factors of a product (wgmma), for the warp whose first thread runs.
  virtual void on_product(std::span<const MemoryRange> /*reads*/, const void* /*pc*/) {}
  /// It ends the warp's current batch of products.
  virtual void on_commit_products() {}
  /// The running CUDA thread has waited for all batches of its warp, whose first thread is `first`, but the last
  /// `remaining`.
  virtual void on_await_products(ThreadRank /*first*/, std::uint32_t /*remaining*/) {}
  /// An operation on tensor memory begins (tcgen05), by the agent `of` for the thread `by`: it reads and writes these
  /// ranges, of shared memory or of tensor cells (sim/interface/tensor/cells.h).
  virtual void on_tensor_operation(TensorAgent /*of*/, ThreadRank /*by*/, std::span<const MemoryRange> /*reads*/,
                                   std::span<const MemoryRange> /*writes*/, const void* /*pc*/) {}
  /// `threads` of the running block have waited for all loads, or stores, of the thread `by`.
  virtual void on_await_tensor(TensorAgent /*of*/, ThreadRank /*by*/, std::span<const ThreadRank> /*threads*/) {}
  /// What the running CUDA thread has started of TensorAgent::kCores so far arrives at the barrier object. `completes`:
  /// its phase lacks nothing then.
  virtual void on_tensor_commit(const void* /*barrier*/, bool /*completes*/) {}
  /// A bulk access (memcpy, memset in device code) of the running CUDA thread, before it is performed.
  virtual void on_range(const void* /*address*/, std::size_t /*bytes*/, bool /*writes*/, const void* /*pc*/) {}
};

struct LoadedCode;  // sim/code/loaded_code.h

/// Memory of the device.
class MemoryObserver {
 public:
  virtual ~MemoryObserver() = default;

  virtual void on_allocate(const Allocation&) {}
  virtual void on_free(const Allocation&) {}
  virtual void on_copy(const void* /*dst*/, const void* /*src*/, std::size_t) {}
  virtual void on_memset(const void* /*dst*/, std::size_t) {}
  /// The memory holds again what nobody has written.
  virtual void on_contents_lost(const void* /*address*/, std::size_t) {}
  /// Device code and its variables have come into being, with their first values. No kernel runs. After on_unload() the
  /// same code may be loaded again.
  virtual void on_load(const LoadedCode&) {}
  /// Its variables are gone.
  virtual void on_unload(const LoadedCode&) {}
};

/// One of several calls that have to do with each other.
struct CallSite {
  std::string by;  ///< Who made it: "rank 1, in ncclBroadcast".
  const void* pc = nullptr;
  bool is_over = false;  ///< It does not wait: it is why others do.
};

/// Calls of the runtime API that are wrong.
class CallObserver {
 public:
  virtual ~CallObserver() = default;

  /// cudaFree and its like were given what is not an allocation of theirs; they return an error.
  virtual void on_invalid_free(std::string_view /*call*/, const void* /*address*/, const void* /*pc*/) {}
  /// A copy or fill was given a range that is not, as a whole, memory of the device (or of the host); it returns an
  /// error. `role`: "source" or "destination"; of an operation of a library the operand, "A".
  virtual void on_invalid_range(std::string_view /*call*/, std::string_view /*role*/, const void* /*address*/,
                                std::size_t /*bytes*/, bool /*of_device*/, const void* /*pc*/) {}
  /// A call was given arguments that are wrong together, as `what` says; it returns an error.
  virtual void on_invalid_arguments(std::string_view /*call*/, std::string_view /*what*/, const void* /*pc*/) {}
  /// A library's operation is about to be performed: its operands are in order.
  virtual void on_library_operation() {}
  /// An operation of a library is about to read these bytes, elements of `role`, one of its operands, as a kernel
  /// would.
  virtual void on_operand_read(std::string_view /*call*/, std::string_view /*role*/,
                               std::span<const OperationRange> /*ranges*/, std::size_t /*element_bytes*/,
                               const void* /*pc*/) {}
  /// A call asked a module for what it does not have: `what`, "kernel" or "variable", called `name`. `known`: the names
  /// of those that it has, separated by commas. It returns an error.
  virtual void on_unknown_name(std::string_view /*call*/, std::string_view /*what*/, std::string_view /*name*/,
                               std::string_view /*known*/, const void* /*pc*/) {}
  /// A call was given a file that is not there, as `what` says: who keeps compiled kernels in files looks for them so.
  /// It returns an error.
  virtual void on_missing_file(std::string_view /*call*/, std::string_view /*what*/, const void* /*pc*/) {}
  /// A call was given a source that does not compile: `what`, its first mistake. It returns an error.
  virtual void on_refused_source(std::string_view /*call*/, std::string_view /*what*/, const void* /*pc*/) {}
  /// A call of a library's function, or with arguments, that is right but not provided, as `what` says; it returns
  /// `status`.
  virtual void on_unsupported_call(std::string_view /*what*/, std::string_view /*status*/, const void* /*pc*/) {}
  /// Calls that must go together do not, as `what` says; they return an error.
  virtual void on_calls_at_odds(std::string_view /*what*/, std::string_view /*hint*/, std::span<const CallSite>) {}
  /// Calls of host threads wait for others that can never come; they return an error.
  virtual void on_calls_stuck(std::string_view /*what*/, std::string_view /*hint*/, std::span<const CallSite>) {}
  /// The calling host thread waits for what others are to call, as `what` says; told again when that changes.
  virtual void on_call_waits(std::string_view /*what*/, const CallSite&) {}
  /// It waits no more.
  virtual void on_call_goes_on() {}
  /// The launch at `pc` passes an object of a class with virtual functions by value.
  virtual void on_polymorphic_parameter(std::string_view /*parameter*/, const void* /*pc*/) {}
  /// A runtime API call returned an error; `call` e.g. "cudaMalloc", `error` e.g. "cudaErrorMemoryAllocation".
  virtual void on_api_error(std::string_view /*call*/, std::string_view /*error*/, const void* /*pc*/) {}
};

/// The order of what the host issues, and what it does meanwhile.
class StreamObserver {
 public:
  virtual ~StreamObserver() = default;

  /// A stream comes into being; of the legacy default streams nothing is said. Streams are told here as they were
  /// issued, whatever they are for the engine, which does each operation at once. Several host threads may call
  /// concurrently.
  virtual void on_stream_begin(StreamNumber, StreamKind, DeviceNumber) {}
  /// A graph of several branches is launched. Graphs are numbered from 1 as they are launched first; the branches are
  /// streams of kind kGraph, always the same ones. Their work was issued now, whenever it is told. `device`: where the
  /// stream is that it was launched in.
  virtual void on_graph_launch_begin(std::uint32_t /*graph*/, std::span<const StreamNumber> /*branches*/,
                                     DeviceNumber /*device*/) {}
  /// All of it has been told.
  virtual void on_graph_launch_end() {}
  /// A thread of the launch that runs waits for the one that this may overlap with (LaunchInfo::overlaps).
  virtual void on_primary_awaited() {}
  /// It gets no more work.
  virtual void on_stream_end(StreamNumber) {}
  /// Of kind kDevice: what its parent's threads issue to it will be told.
  virtual void on_device_stream_begin(const DeviceStream&) {}
  /// All that the launch's threads launched, and what that launched in turn, is done.
  virtual void on_children_end(std::uint64_t /*launch*/) {}
  /// Before it is performed.
  virtual void on_operation(const StreamOperation&) {}
  /// The calling OS thread runs a host function for a stream (cudaLaunchHostFunc): what it accesses meanwhile is done
  /// in the stream.
  virtual void on_host_function_begin(const StreamOperation&) {}
  virtual void on_host_function_end() {}
  /// The host knows that the stream's work, or that of all streams of the device, is done. `pc` here and below: of the
  /// call, null if it is none of the user's.
  virtual void on_host_wait(StreamNumber, const void* /*pc*/) {}
  virtual void on_host_wait_device(DeviceNumber, const void* /*pc*/) {}
  /// Events are named by numbers that are not used again.
  virtual void on_event_record(std::uint64_t /*event*/, StreamNumber, const void* /*pc*/) {}
  virtual void on_event_end(std::uint64_t /*event*/) {}
  virtual void on_host_wait_event(std::uint64_t /*event*/, const void* /*pc*/) {}
  virtual void on_stream_wait_event(StreamNumber, std::uint64_t /*event*/, const void* /*pc*/) {}
  /// Memory is freed in the order of a stream (cudaFreeAsync), before it is.
  virtual void on_free_in_stream(const StreamOperation&) {}
  /// The host takes memory away by `call`, which waits for nobody; before it is gone.
  virtual void on_take_away(const char* /*call*/, const void* /*address*/, std::size_t /*bytes*/, const void* /*pc*/) {}
  /// Host code accesses addresses within sim::host_watch by a call of the C library, or (`strong`) atomically.
  virtual void on_host_access(const void* /*address*/, std::size_t /*bytes*/, bool /*writes*/, bool /*strong*/,
                              const void* /*pc*/) {}
};

/// The end of the process.
class ProcessObserver {
 public:
  virtual ~ProcessObserver() = default;

  /// The process must end now: time-out or interrupt. Never returns to a caller that could go on; called from the
  /// thread that issued the launch or, when that is stuck, from another one.
  virtual void on_abandon(StopReason) {}
  /// The host part of the program got a deadly signal, which will be raised again on return.
  virtual void on_host_crash(int /*signal*/) {}
};

/// What the engine asks, since only a checker knows: the answers change how a program runs, not what is found.
class Guide {
 public:
  virtual ~Guide() = default;

  /// True if in this launch one CUDA thread shall run at a time, whatever --jobs says. Asked after on_launch_begin().
  virtual bool wants_one_thread_at_a_time() { return false; }
  /// True if a block of the running launch is to be run by code that calls nobody for its accesses, but for those
  /// outside of every object. Only asked if the launch has such code; on the worker that runs the block, before
  /// on_block_begin().
  virtual bool skips_checks(BlockRank) { return false; }
  /// The code belongs to a library of templates that the program includes, not to the user.
  virtual bool is_library_code(const void* /*pc*/) { return false; }
  /// Where in a script the calling thread is, as an address that no code has; null if it runs none.
  virtual const void* script_call() { return nullptr; }
  /// The host asks whether the stream's work, or what the event stands for, is done. True if so; then it knows, unless
  /// it does not look at the answer.
  virtual bool host_queries(StreamNumber, bool /*looks*/, const void* /*pc*/) { return true; }
  virtual bool host_queries_event(std::uint64_t /*event*/, bool /*looks*/, const void* /*pc*/) { return true; }
  /// "app.cu:12: ", the line of a call in the user's code; empty if it is not known.
  virtual std::string place_of_call(const void* /*pc*/) { return {}; }
  /// Of these bytes, all of one allocation, those that nothing has written since it was made.
  virtual std::vector<MemoryRange> unwritten(const void* /*address*/, std::size_t /*bytes*/) { return {}; }
};

struct Observers {
  LaunchObserver* launches;
  BarrierObserver* barriers;
  AccessObserver* accesses;
  MemoryObserver* memory;
  CallObserver* calls;
  StreamObserver* streams;
  ProcessObserver* process;
  Guide* guide;
};

/// Those that hear nothing and answer the least.
Observers silent_observers();

/// The observers of this process: silent ones until set, at start-up.
Observers& observers();

}  // namespace fencepost::sim
