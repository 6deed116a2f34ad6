// The pipeline functions, and nvcuda::experimental::pipeline, the forerunner of cuda::pipeline.
#pragma once

#include <cstddef>

#include "cuda_awbarrier.h"
#include "cuda_pipeline_primitives.h"

namespace nvcuda::experimental {

#define FENCEPOST_PIPELINE inline __attribute__((always_inline))

class pipeline {
 public:
  FENCEPOST_PIPELINE pipeline() = default;
  pipeline(const pipeline&) = delete;
  pipeline& operator=(const pipeline&) = delete;

  /// Returns the batch's number.
  FENCEPOST_PIPELINE std::size_t commit() {
    __pipeline_commit();
    return batch_++;
  }
  FENCEPOST_PIPELINE void commit_and_wait() {
    commit();
    wait_prior<0>();
  }
  FENCEPOST_PIPELINE void wait(std::size_t batch) { __pipeline_wait_prior(batch < batch_ ? batch_ - batch : 0); }
  template <unsigned Remaining>
  FENCEPOST_PIPELINE void wait_prior() {
    __pipeline_wait_prior(Remaining);
  }
  FENCEPOST_PIPELINE void arrive_on(awbarrier& barrier) { __pipeline_arrive_on(&barrier.barrier_); }

 private:
  std::size_t batch_ = 0;
};

template <class T>
FENCEPOST_PIPELINE void memcpy_async(T& to, const T& from, pipeline&) {
  fencepost_copy(__builtin_addressof(to), __builtin_addressof(from), sizeof(T));
}

#undef FENCEPOST_PIPELINE

}  // namespace nvcuda::experimental
