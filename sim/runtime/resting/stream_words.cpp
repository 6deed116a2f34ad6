// Words of memory that streams write, and wait for (CUDA Driver API, "Stream Memory Operations").
#include <string>

#include "sim/include/cuda.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/graph/capture.h"
#include "sim/runtime/memory/addresses.h"
#include "sim/runtime/resting/held_work.h"
#include "sim/runtime/stream.h"

using fencepost::sim::HostWait;
using fencepost::sim::observers;
using fencepost::sim::OperationRange;
using fencepost::sim::StreamNumber;
using fencepost::sim::Work;
using Signal = fencepost::sim::StreamOperation::Signal;

namespace {

/// One operation of a stream: of 4 or 8 bytes.
struct Word {
  const char* call = nullptr;
  cudaStream_t stream = nullptr;
  void* address = nullptr;
  unsigned bytes = 0;
  std::uint64_t value = 0;
  unsigned flags = 0;
  std::uint64_t mask = ~std::uint64_t{0};  ///< Of what is there the bits that are looked at.
  const void* pc = nullptr;

  [[nodiscard]] std::uint64_t there() const {
    return bytes == 4 ? __atomic_load_n(static_cast<const std::uint32_t*>(address), __ATOMIC_ACQUIRE)
                      : __atomic_load_n(static_cast<const std::uint64_t*>(address), __ATOMIC_ACQUIRE);
  }
  [[nodiscard]] bool is_awaited() const {
    const std::uint64_t word = there() & mask;
    switch (flags & 3U) {
      case CU_STREAM_WAIT_VALUE_EQ:
        return bytes == 4 ? static_cast<std::uint32_t>(word) == static_cast<std::uint32_t>(value) : word == value;
      case CU_STREAM_WAIT_VALUE_AND:
        return (word & value) != 0;
      case CU_STREAM_WAIT_VALUE_NOR:
        return bytes == 4 ? static_cast<std::uint32_t>(~(word | value)) != 0 : ~(word | value) != 0;
      default:  // Counters may go round.
        return bytes == 4 ? static_cast<std::int32_t>(word - value) >= 0 : static_cast<std::int64_t>(word - value) >= 0;
    }
  }
  void tell(StreamNumber in, Signal signal) const {
    const OperationRange range{address, bytes, signal != Signal::kAwaits};
    observers().streams->on_operation({.call = call,
                                       .stream = in,
                                       .ranges = {&range, 1},
                                       .pc = pc,
                                       .device = fencepost::sim::current_device(),
                                       .signal = signal});
  }
  void write(StreamNumber in) const {
    tell(in, (flags & CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER) != 0 ? Signal::kWrites : Signal::kReleases);
    observers().memory->on_memset(address, bytes);
    if (bytes == 4) {
      __atomic_store_n(static_cast<std::uint32_t*>(address), static_cast<std::uint32_t>(value), __ATOMIC_RELEASE);
    } else {
      __atomic_store_n(static_cast<std::uint64_t*>(address), value, __ATOMIC_RELEASE);
    }
  }
  /// What is to be there may come later: what follows in the stream is held back until then.
  void await(StreamNumber in) const {
    if (is_awaited()) return tell(in, Signal::kAwaits);
    fencepost::sim::perform_beside_host(stream, fencepost::sim::current_device(), [*this, in](HostWait* host) {
      while (!is_awaited()) {
        if (host != nullptr && host->wait(false, false)) continue;
        observers().calls->on_invalid_arguments(
            call, "deadlock: the stream waits for a value that nobody writes; there is " + std::to_string(there()), pc);
        return cudaErrorLaunchTimeout;
      }
      tell(in, Signal::kAwaits);
      return cudaSuccess;
    });
  }
};

/// Arguments that are wrong; CUDA_SUCCESS: none.
CUresult check(const Word& word, bool flags_are_known) {
  if (const cudaError_t error = fencepost::sim::sticky_error(); error != cudaSuccess) {
    return static_cast<CUresult>(error);
  }
  if (!fencepost::sim::is_stream(word.stream)) return CUDA_ERROR_INVALID_HANDLE;
  if (!flags_are_known || reinterpret_cast<std::uintptr_t>(word.address) % word.bytes != 0) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  if (!fencepost::sim::is_device_range(word.address, word.bytes)) {
    observers().calls->on_invalid_range(word.call, "address", word.address, word.bytes, true, word.pc);
    return CUDA_ERROR_INVALID_VALUE;
  }
  return fencepost::sim::is_captured(word.stream) ? CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED : CUDA_SUCCESS;
}

CUresult issue(const Word& word, void (Word::*perform)(StreamNumber) const) {
  Work work{.pc = word.pc, .perform = [word, perform](StreamNumber in) { (word.*perform)(in); }};
  if (fencepost::sim::launch_rests && fencepost::sim::hold_back(word.stream, work)) return CUDA_SUCCESS;
  work.perform(fencepost::sim::stream_number(word.stream));
  return CUDA_SUCCESS;
}
CUresult write(const Word& word) {
  const CUresult error = check(word, (word.flags & ~unsigned{CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER}) == 0);
  return error != CUDA_SUCCESS ? error : issue(word, &Word::write);
}
CUresult await(const Word& word) {
  const CUresult error = check(word, (word.flags & ~(3U | CU_STREAM_WAIT_VALUE_FLUSH)) == 0);
  return error != CUDA_SUCCESS ? error : issue(word, &Word::await);
}

/// Of a word at an address as the driver API has it.
Word word_of(const char* call, CUstream stream, CUdeviceptr address, unsigned bytes, std::uint64_t value,
             unsigned flags, const void* pc) {
  return {.call = call,
          .stream = stream,
          .address = reinterpret_cast<void*>(address),  // NOLINT(performance-no-int-to-ptr)
          .bytes = bytes,
          .value = value,
          .flags = flags,
          .pc = pc};
}

}  // namespace

extern "C" {

CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr address, cuuint32_t value, unsigned int flags) {
  return write(word_of(__func__, stream, address, 4, value, flags, FENCEPOST_USER_PC));
}
CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr address, cuuint64_t value, unsigned int flags) {
  return write(word_of(__func__, stream, address, 8, value, flags, FENCEPOST_USER_PC));
}
CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr address, cuuint32_t value, unsigned int flags) {
  return await(word_of(__func__, stream, address, 4, value, flags, FENCEPOST_USER_PC));
}
CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr address, cuuint64_t value, unsigned int flags) {
  return await(word_of(__func__, stream, address, 8, value, flags, FENCEPOST_USER_PC));
}
CUresult fencepost_stream_wait_masked(CUstream stream, CUdeviceptr address, unsigned int bytes, cuuint64_t value,
                                      unsigned int flags, cuuint64_t mask) {
  Word word = word_of("hipStreamWaitValue", stream, address, bytes, value, flags, FENCEPOST_USER_PC);
  word.mask = mask;
  return await(word);
}

CUresult cuStreamBatchMemOp(CUstream stream, unsigned int count, CUstreamBatchMemOpParams* operations,
                            unsigned int flags) {
  constexpr unsigned kMost = 256;
  if (count > kMost || flags != 0 || (operations == nullptr && count != 0)) return CUDA_ERROR_INVALID_VALUE;
  for (unsigned i = 0; i < count; ++i) {
    const auto& written = operations[i].writeValue;
    const auto& awaited = operations[i].waitValue;
    CUresult result = CUDA_SUCCESS;
    switch (operations[i].operation) {
      case CU_STREAM_MEM_OP_WRITE_VALUE_32:
        result = write(word_of(__func__, stream, written.address, 4, written.value, written.flags, FENCEPOST_USER_PC));
        break;
      case CU_STREAM_MEM_OP_WRITE_VALUE_64:
        result =
            write(word_of(__func__, stream, written.address, 8, written.value64, written.flags, FENCEPOST_USER_PC));
        break;
      case CU_STREAM_MEM_OP_WAIT_VALUE_32:
        result = await(word_of(__func__, stream, awaited.address, 4, awaited.value, awaited.flags, FENCEPOST_USER_PC));
        break;
      case CU_STREAM_MEM_OP_WAIT_VALUE_64:
        result =
            await(word_of(__func__, stream, awaited.address, 8, awaited.value64, awaited.flags, FENCEPOST_USER_PC));
        break;
      case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
      case CU_STREAM_MEM_OP_BARRIER:  // Operations of a stream follow each other, whatever memory they are of.
        break;
      default:
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (result != CUDA_SUCCESS) return result;
  }
  return CUDA_SUCCESS;
}

}  // extern "C"
