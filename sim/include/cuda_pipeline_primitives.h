// The pipeline functions (CUDA C++ Programming Guide, "Pipeline Primitives Interface").
#pragma once

#include "cuda_awbarrier_primitives.h"
#include "fencepost_async.h"

/// Copies size - zeros bytes and sets the rest of the target to 0.
inline __attribute__((always_inline)) void __pipeline_memcpy_async(void* to, const void* from, unsigned long size,
                                                                   unsigned long zeros = 0) {
  fencepost_copy(to, from, size - zeros);
  if (zeros != 0) {
    const char nothing[16] = {};
    fencepost_copy(static_cast<char*>(to) + (size - zeros), nothing, zeros);
  }
}
inline __attribute__((always_inline)) void __pipeline_commit() { fencepost_commit_copies(); }
inline __attribute__((always_inline)) void __pipeline_wait_prior(unsigned long remaining) {
  fencepost_await_copies(static_cast<unsigned>(remaining));
}
/// The barrier waits for the thread's copies so far, too.
inline __attribute__((always_inline)) void __pipeline_arrive_on(__mbarrier_t* barrier) {
  fencepost_copies_arrive(fencepost_rt::mbarrier(barrier), true);
}
