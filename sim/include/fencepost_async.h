// Barrier objects and asynchronous copies: what cuda::barrier, memcpy_async and the pipeline functions call. Defined in
// sim/device/barrier_objects.cpp.
#pragma once

namespace fencepost_rt {
/// How a bulk copy combines what it brings with what is there: for `inc` and `dec` as atomicInc and atomicDec do.
enum class Reduction : int { kAdd, kMin, kMax, kInc, kDec, kAnd, kOr, kXor };
/// Of a tensor map, as `tensormap.replace` names them.
enum class MapField : int {
  kAddress,
  kRank,
  kBox,
  kSize,
  kStride,
  kElementStride,
  kElementType,
  kInterleave,
  kSwizzle,
  kSwizzleAtomicity,
  kFill
};
enum class ReductionType : int { kUnsigned32, kSigned32, kUnsigned64, kSigned64, kHalf, kBrain, kFloat, kDouble };
}  // namespace fencepost_rt

extern "C" {

/// Of the size of an mbarrier object (PTX ISA), and like it a counter of arrivals and of bytes in phases. From the
/// lowest bit on: 20 bits the arrivals that the phase still lacks, 20 bits those that each phase expects, 21 bits,
/// signed, the bytes that are still to come, 3 bits the phase.
struct alignas(8) FencepostBarrier {
  unsigned long long state;
};

// In what follows `of_block`: all who take part are threads of one block. Phases are numbers of 3 bits: who waits for a
// phase does so in it or in the next one.

/// A barrier for `expected` arrivals begins at this address. Its first state is the caller's to store.
void fencepost_barrier_begin(const FencepostBarrier* barrier, long expected, bool of_block);
/// `count` arrivals. Returns the phase.
unsigned fencepost_barrier_arrive(FencepostBarrier* barrier, long count, bool of_block);
/// From the next phase on one arrival less is expected; arrives. Returns the phase.
unsigned fencepost_barrier_arrive_and_drop(FencepostBarrier* barrier, bool of_block);
/// The same of barriers in shared memory, without an order: what others do behind the phase comes behind what came
/// before a releasing fence of this thread. `of_block`: or of its block's scope.
unsigned fencepost_barrier_arrive_relaxed(FencepostBarrier* barrier, long count, bool drops, bool of_block);
/// Returns when the phase is complete.
void fencepost_barrier_wait(FencepostBarrier* barrier, unsigned phase, bool of_block);
/// True if it is. If not, lets other threads run.
bool fencepost_barrier_test(FencepostBarrier* barrier, unsigned phase, bool of_block);
/// The same, in shared memory: only behind an acquiring fence the thread knows what came before.
bool fencepost_barrier_test_relaxed(FencepostBarrier* barrier, unsigned phase);

// Arrivals at a barrier with a completion function.

/// True if they are the last of the phase: then the caller runs the function and calls complete().
bool fencepost_barrier_arrive_uncompleted(FencepostBarrier* barrier, long count, bool drops, bool of_block,
                                          unsigned* phase);
void fencepost_barrier_complete(FencepostBarrier* barrier, bool of_block);

// Transactions. The barrier is one of the block's.

/// The current phase waits for `bytes` more.
void fencepost_barrier_expect(FencepostBarrier* barrier, long bytes);
/// `bytes` have come, as if a bulk copy had brought them.
void fencepost_barrier_bring(FencepostBarrier* barrier, long bytes);
/// Starts a bulk copy of `bytes`, which brings them to the barrier; without one it belongs to the calling thread's
/// current batch of bulk copies. Addresses and bytes are multiples of 16.
void fencepost_bulk_copy(void* to, const void* from, unsigned long bytes, FencepostBarrier* barrier);
/// A bulk copy that combines each element with that of its target, as a relaxed atomic operation of device scope.
void fencepost_bulk_reduce(void* to, const void* from, unsigned long bytes, FencepostBarrier* barrier,
                           fencepost_rt::Reduction how, fencepost_rt::ReductionType type);
/// As fencepost_bulk_reduce(), of one element that is a value.
void fencepost_bulk_reduce_value(void* to, const void* value, unsigned long bytes, FencepostBarrier* barrier,
                                 fencepost_rt::Reduction how, fencepost_rt::ReductionType type);
/// Between shared memory and the part of a tensor that begins at these coordinates, the innermost first.
/// `map`: a CUtensorMap. What lies outside of the tensor is read as 0, and not written. `offsets`: null for a copy of a
/// tiled map; for one of an im2col map what is added to the coordinates of each pixel, of which it has `rank` - 2.
void fencepost_tensor_load(void* to, const void* map, const int* coordinates, const unsigned short* offsets, int rank,
                           FencepostBarrier* barrier);
/// The same to the blocks of the cluster that `mask` names by rank: to the same places in their shared memory, of which
/// these are the own ones.
void fencepost_bulk_multicast(void* to, const void* from, unsigned long bytes, FencepostBarrier* barrier,
                              unsigned mask);
void fencepost_tensor_multicast(void* to, const void* map, const int* coordinates, const unsigned short* offsets,
                                int rank, FencepostBarrier* barrier, unsigned mask);
/// As fencepost_bulk_copy(), of up to 16 bytes that are a value.
void fencepost_async_store(void* to, const void* value, unsigned long bytes, FencepostBarrier* barrier);
/// Of a tiled map, or an im2col one without offsets.
void fencepost_tensor_store(const void* map, const int* coordinates, int rank, const void* from);
/// Combines each element with that of the tensor, as a relaxed atomic operation of device scope.
void fencepost_tensor_reduce(const void* map, const int* coordinates, int rank, const void* from,
                             fencepost_rt::Reduction how);
/// Changes one field of a CUtensorMap, as `tensormap.replace`; `ordinal`: of which dimension. Defined, like the next
/// two, in sim/device/tensor/map.cpp.
void fencepost_tensor_map_replace(void* map, fencepost_rt::MapField field, unsigned ordinal, unsigned long value);
/// Copies a CUtensorMap.
void fencepost_tensor_map_copy(void* to, const void* from);
/// `fence.proxy.tensormap::generic` between what threads write to maps and what reads them; `acquires`, or releases.
void fencepost_tensor_map_fence(bool acquires);
void fencepost_commit_bulk_copies();
/// Waits for all batches but the last `remaining`; `of_reads`: until their sources may be written.
void fencepost_await_bulk_copies(unsigned remaining, bool of_reads);

/// Starts a copy in the calling thread's current batch. Until it is awaited its target must not be touched.
void fencepost_copy(void* to, const void* from, unsigned long bytes);
/// Ends the batch.
void fencepost_commit_copies();
/// Waits for all batches but the last `remaining`.
void fencepost_await_copies(unsigned remaining);
/// The current phase of the barrier waits for the thread's copies so far, too.
void fencepost_copies_arrive(FencepostBarrier* barrier, bool of_block);
/// The same, and when they are done that is one of the arrivals that the phase expects. The barrier is one of the
/// block's.
void fencepost_copies_arrive_counted(FencepostBarrier* barrier);

}  // extern "C"

namespace fencepost_rt {

inline constexpr long kMostArrivals = (1L << 20) - 1;
inline constexpr int kPhaseShift = 61;
inline constexpr unsigned kPhaseMask = 7;

inline __attribute__((always_inline)) void init_barrier(FencepostBarrier* barrier, long expected, bool of_block) {
  fencepost_barrier_begin(barrier, expected, of_block);
  const auto count = static_cast<unsigned long long>(expected) & kMostArrivals;
  barrier->state = count | count << 20;
}
/// The phase that was current when phases of this parity were not complete.
inline __attribute__((always_inline)) unsigned phase_of_parity(const FencepostBarrier* barrier, bool parity) {
  const auto now = static_cast<unsigned>(__atomic_load_n(&barrier->state, __ATOMIC_RELAXED) >> kPhaseShift);
  return (now & 1) == (parity ? 1U : 0U) ? now : (now - 1) & kPhaseMask;
}

/// The calling thread's part of a copy that a group does together.
template <class Group>
inline __attribute__((always_inline)) void copy_part(const Group& group, void* to, const void* from,
                                                     unsigned long bytes) {
  const unsigned long threads = group.size();
  const unsigned long part = ((bytes + threads - 1) / threads + 15) / 16 * 16;
  const unsigned long begin = part * group.thread_rank();
  if (begin >= bytes) return;
  fencepost_copy(static_cast<char*>(to) + begin, static_cast<const char*>(from) + begin,
                 bytes - begin < part ? bytes - begin : part);
}

}  // namespace fencepost_rt
