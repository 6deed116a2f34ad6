// The __mbarrier functions (CUDA C++ Programming Guide, "Memory Barrier Primitives Interface").
#pragma once

#include <cstdint>

#include "fencepost_async.h"

using __mbarrier_t = std::uint64_t;
using __mbarrier_token_t = std::uint64_t;

namespace fencepost_rt {

static_assert(sizeof(FencepostBarrier) == sizeof(__mbarrier_t));
inline __attribute__((always_inline)) FencepostBarrier* mbarrier(__mbarrier_t* barrier) {
  return reinterpret_cast<FencepostBarrier*>(barrier);
}
inline __attribute__((always_inline)) unsigned phase_of_token(__mbarrier_token_t token) {
  return static_cast<unsigned>(token) & kPhaseMask;
}

}  // namespace fencepost_rt

#define FENCEPOST_MBARRIER inline __attribute__((always_inline))

FENCEPOST_MBARRIER std::uint32_t __mbarrier_maximum_count() {
  return static_cast<std::uint32_t>(fencepost_rt::kMostArrivals);
}
FENCEPOST_MBARRIER void __mbarrier_init(__mbarrier_t* barrier, std::uint32_t expected) {
  fencepost_rt::init_barrier(fencepost_rt::mbarrier(barrier), static_cast<long>(expected), true);
}
FENCEPOST_MBARRIER void __mbarrier_inval(__mbarrier_t*) {}
FENCEPOST_MBARRIER __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* barrier) {
  return fencepost_barrier_arrive(fencepost_rt::mbarrier(barrier), 1, true);
}
FENCEPOST_MBARRIER __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t* barrier) {
  return fencepost_barrier_arrive_and_drop(fencepost_rt::mbarrier(barrier), true);
}
std::uint32_t __mbarrier_token_pending_count(__mbarrier_token_t)
    __attribute__((__unavailable__("__mbarrier_token_pending_count is not supported by Fencepost")));
FENCEPOST_MBARRIER bool __mbarrier_test_wait(__mbarrier_t* barrier, __mbarrier_token_t token) {
  return fencepost_barrier_test(fencepost_rt::mbarrier(barrier), fencepost_rt::phase_of_token(token), true);
}
FENCEPOST_MBARRIER bool __mbarrier_test_wait_parity(__mbarrier_t* barrier, bool parity) {
  FencepostBarrier* const object = fencepost_rt::mbarrier(barrier);
  return fencepost_barrier_test(object, fencepost_rt::phase_of_parity(object, parity), true);
}
FENCEPOST_MBARRIER bool __mbarrier_try_wait(__mbarrier_t* barrier, __mbarrier_token_t token, std::uint32_t) {
  return __mbarrier_test_wait(barrier, token);
}
FENCEPOST_MBARRIER bool __mbarrier_try_wait_parity(__mbarrier_t* barrier, bool parity, std::uint32_t) {
  return __mbarrier_test_wait_parity(barrier, parity);
}

#undef FENCEPOST_MBARRIER
