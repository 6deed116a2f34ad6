// cudaMemcpyBatchAsync: its copies one after the other, each as cudaMemcpyAsync. CUDA gives them no order.
#include <cstdint>
#include <limits>
#include <string>

#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/observer.h"
#include "sim/interface/user_pc.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/memory/copy.h"
#include "sim/runtime/stream.h"

namespace {

constexpr char kBatchCall[] = "cudaMemcpyBatchAsync";

struct Batch {
  void* const* dsts;
  const void* const* srcs;
  const std::size_t* bytes;
  std::size_t count;
  const cudaMemcpyAttributes* attributes;
  const std::size_t* first;  ///< Copy that attributes are of.
  std::size_t attributes_count;
};

/// What is wrong with it as a whole, or nothing.
std::string mistake_of(const Batch& batch, cudaStream_t stream) {
  if (fencepost::sim::is_legacy(stream)) return "its stream is the default one, which no batch may be in";
  if (batch.dsts == nullptr || batch.srcs == nullptr || batch.bytes == nullptr || batch.count == 0) {
    return "it has no copies";
  }
  if (batch.attributes == nullptr || batch.first == nullptr || batch.attributes_count == 0 ||
      batch.attributes_count > batch.count) {
    return "it has no attributes, or more than copies";
  }
  for (std::size_t i = 0; i < batch.attributes_count; ++i) {
    const bool in_order = i == 0 ? batch.first[0] == 0 : batch.first[i] > batch.first[i - 1];
    if (!in_order || batch.first[i] >= batch.count) return "its attributes' first copies are not 0 and ascending";
    if (batch.attributes[i].srcAccessOrder < cudaMemcpySrcAccessOrderStream ||
        batch.attributes[i].srcAccessOrder > cudaMemcpySrcAccessOrderAny) {
      return "srcAccessOrder of attributes " + std::to_string(i) + " is none that there is";
    }
  }
  return {};
}

cudaError_t copy_batch(const Batch& batch, std::size_t* failed, cudaStream_t stream, const void* pc) {
  if (failed != nullptr) *failed = std::numeric_limits<std::size_t>::max();
  if (const std::string mistake = mistake_of(batch, stream); !mistake.empty()) {
    fencepost::sim::observers().calls->on_invalid_arguments(kBatchCall, mistake, pc);
    return fencepost::sim::result(kBatchCall, cudaErrorInvalidValue, pc);
  }
  for (std::size_t i = 0; i < batch.count; ++i) {
    const cudaError_t error =
        fencepost::sim::copy(kBatchCall, batch.dsts[i], batch.srcs[i], {batch.bytes[i]}, cudaMemcpyDefault, stream, pc);
    if (error == cudaSuccess) continue;
    if (failed != nullptr) *failed = i;
    return error;
  }
  return cudaSuccess;
}

}  // namespace

cudaError_t cudaMemcpyBatchAsync(void** dsts, void** srcs, size_t* bytes, size_t count,
                                 cudaMemcpyAttributes* attributes, size_t* first, size_t attributes_count,
                                 size_t* failed, cudaStream_t stream) {
  return copy_batch({dsts, srcs, bytes, count, attributes, first, attributes_count}, failed, stream, FENCEPOST_USER_PC);
}

cudaError_t cudaMemcpyBatchAsync(void* const* dsts, const void* const* srcs, const size_t* bytes, size_t count,
                                 cudaMemcpyAttributes* attributes, size_t* first, size_t attributes_count,
                                 cudaStream_t stream) {
  return copy_batch({dsts, srcs, bytes, count, attributes, first, attributes_count}, nullptr, stream,
                    FENCEPOST_USER_PC);
}
