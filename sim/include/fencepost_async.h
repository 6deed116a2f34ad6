// Barrier objects and asynchronous copies: what cuda::barrier, memcpy_async and the pipeline functions call. Defined in
// sim/device/barrier_objects.cpp.
#pragma once

extern "C" {

struct FencepostBarrier {
  int pending;   ///< Arrivals that the phase still lacks.
  int expected;  ///< Arrivals of each phase.
  unsigned phase;
};

/// `count` arrivals. Returns the phase. `of_block`: all who take part are threads of one block.
unsigned fencepost_barrier_arrive(FencepostBarrier* barrier, int count, bool of_block);
/// From the next phase on one arrival less is expected.
void fencepost_barrier_drop(FencepostBarrier* barrier);
/// Returns when the phase is complete.
void fencepost_barrier_wait(FencepostBarrier* barrier, unsigned phase, bool of_block);
/// True if it is.
bool fencepost_barrier_test(FencepostBarrier* barrier, unsigned phase, bool of_block);

/// Starts a copy in the calling thread's current batch. Until it is awaited its target must not be touched.
void fencepost_copy(void* to, const void* from, unsigned long bytes);
/// Ends the batch.
void fencepost_commit_copies();
/// Waits for all batches but the last `remaining`.
void fencepost_await_copies(unsigned remaining);
/// The current phase of the barrier waits for the thread's copies so far, too.
void fencepost_copies_arrive(FencepostBarrier* barrier, bool of_block);

}  // extern "C"

namespace fencepost_rt {

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
