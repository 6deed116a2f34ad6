// nvcuda::experimental::awbarrier, the forerunner of cuda::barrier.
#pragma once

#include "cuda_awbarrier_primitives.h"

namespace nvcuda::experimental {

class awbarrier {
 public:
  class arrival_token {
   public:
    arrival_token() = default;

   private:
    friend class awbarrier;
    explicit arrival_token(__mbarrier_token_t token) : token_(token) {}
    __mbarrier_token_t token_ = 0;
  };

  awbarrier() = default;
  awbarrier(const awbarrier&) = delete;
  awbarrier& operator=(const awbarrier&) = delete;
  static constexpr std::uint32_t max() { return static_cast<std::uint32_t>(fencepost_rt::kMostArrivals); }

#define FENCEPOST_AWBARRIER inline __attribute__((always_inline))
  FENCEPOST_AWBARRIER arrival_token arrive() { return arrival_token(__mbarrier_arrive(&barrier_)); }
  FENCEPOST_AWBARRIER arrival_token arrive_and_drop() { return arrival_token(__mbarrier_arrive_and_drop(&barrier_)); }
  FENCEPOST_AWBARRIER bool timed_wait(arrival_token token, std::uint32_t) {
    return __mbarrier_test_wait(&barrier_, token.token_);
  }
  FENCEPOST_AWBARRIER bool timed_wait_parity(bool phase, std::uint32_t) {
    return __mbarrier_test_wait_parity(&barrier_, phase);
  }
  FENCEPOST_AWBARRIER bool try_wait(arrival_token token, std::uint32_t) { return timed_wait(token, 0); }
  FENCEPOST_AWBARRIER bool try_wait_parity(bool phase, std::uint32_t) { return timed_wait_parity(phase, 0); }
  FENCEPOST_AWBARRIER void wait(arrival_token token) {
    fencepost_barrier_wait(fencepost_rt::mbarrier(&barrier_), fencepost_rt::phase_of_token(token.token_), true);
  }
  FENCEPOST_AWBARRIER void arrive_and_wait() { wait(arrive()); }

 private:
  friend FENCEPOST_AWBARRIER void init(awbarrier* barrier, std::uint32_t expected) {
    __mbarrier_init(&barrier->barrier_, expected);
  }
  friend FENCEPOST_AWBARRIER void inval(awbarrier*) {}
  friend class pipeline;
  __mbarrier_t barrier_;
};

#undef FENCEPOST_AWBARRIER

}  // namespace nvcuda::experimental
