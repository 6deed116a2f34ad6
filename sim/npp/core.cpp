// NPP's version, its stream, and memory for images and signals.
#include <atomic>

#include "sim/include/cuda_runtime_api.h"
#include "sim/include/npp.h"
#include "sim/interface/user_pc.h"
#include "sim/npp/call.h"
#include "sim/runtime/device.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/memory/allocation.h"
#include "sim/runtime/stream.h"

namespace fencepost::sim {
namespace {

std::atomic<cudaStream_t> stream_of_calls = nullptr;

/// As nppiMalloc: rows begin at multiples of as many bytes as those of cudaMallocPitch. Null if there is none.
void* allocate_image(const NppCall& call, int width, int height, int* step, std::size_t pixel_bytes) {
  constexpr std::size_t kPitch = 512;
  const NppStatus status = NppCheck(call)
                               .that(width > 0 && height > 0, "a size is not positive", NPP_SIZE_ERROR)
                               .pointer("pStepBytes", step)
                               .status();
  if (status != NPP_SUCCESS) return nullptr;
  const std::size_t row = (static_cast<std::size_t>(width) * pixel_bytes + kPitch - 1) / kPitch * kPitch;
  void* memory = nullptr;
  if (allocate_device_memory(call.name, &memory, row * static_cast<std::size_t>(height), call.pc) != cudaSuccess) {
    return nullptr;
  }
  *step = static_cast<int>(row);
  return memory;
}

void* allocate_signal(const NppCall& call, std::size_t bytes) {
  void* memory = nullptr;
  return allocate_device_memory(call.name, &memory, bytes, call.pc) == cudaSuccess ? memory : nullptr;
}

}  // namespace

cudaStream_t npp_stream() { return stream_of_calls; }

}  // namespace fencepost::sim

using namespace fencepost::sim;

extern "C" {

const NppLibraryVersion* nppGetLibVersion() {
  static constexpr NppLibraryVersion kVersion{NPP_VERSION_MAJOR, NPP_VERSION_MINOR, NPP_VERSION_BUILD};
  return &kVersion;
}

NppStatus nppSetStream(cudaStream_t stream) {
  if (!is_stream(stream)) return FENCEPOST_NPP_CALL.invalid("its stream was never created, or was destroyed");
  stream_of_calls = stream;
  return NPP_SUCCESS;
}
cudaStream_t nppGetStream() { return npp_stream(); }

NppStatus nppGetStreamContext(NppStreamContext* context) {
  const NppCall call = FENCEPOST_NPP_CALL;
  NppCheck checked(call);
  if (checked.pointer("pNppStreamContext", context).failed()) return checked.status();
  const cudaDeviceProp& properties = device_properties(current_device());
  *context = {.hStream = npp_stream(),
              .nCudaDeviceId = static_cast<int>(current_device()),
              .nMultiProcessorCount = properties.multiProcessorCount,
              .nMaxThreadsPerMultiProcessor = properties.maxThreadsPerMultiProcessor,
              .nMaxThreadsPerBlock = properties.maxThreadsPerBlock,
              .nSharedMemPerBlock = properties.sharedMemPerBlock,
              .nCudaDevAttrComputeCapabilityMajor = properties.major,
              .nCudaDevAttrComputeCapabilityMinor = properties.minor,
              .nStreamFlags = 0,
              .nReserved0 = 0};
  return cudaStreamGetFlags(npp_stream(), &context->nStreamFlags) == cudaSuccess ? NPP_SUCCESS : NPP_ERROR;
}

#define FENCEPOST_NPP_MALLOC(type, suffix)                                                                        \
  type* nppiMalloc_##suffix(int width, int height, int* step) {                                                   \
    constexpr std::size_t kChannels = #suffix[sizeof(#suffix) - 2] - '0';                                         \
    return static_cast<type*>(allocate_image(FENCEPOST_NPP_CALL, width, height, step, sizeof(type) * kChannels)); \
  }
#include "sim/include/fencepost_npp_malloc.inc"
#undef FENCEPOST_NPP_MALLOC

#define FENCEPOST_NPP_SIGNAL(suffix)                                                                   \
  Npp##suffix* nppsMalloc_##suffix(std::size_t size) {                                                 \
    return static_cast<Npp##suffix*>(allocate_signal(FENCEPOST_NPP_CALL, size * sizeof(Npp##suffix))); \
  }
FENCEPOST_NPP_SIGNAL(8u)
FENCEPOST_NPP_SIGNAL(8s)
FENCEPOST_NPP_SIGNAL(16u)
FENCEPOST_NPP_SIGNAL(16s)
FENCEPOST_NPP_SIGNAL(16sc)
FENCEPOST_NPP_SIGNAL(32u)
FENCEPOST_NPP_SIGNAL(32s)
FENCEPOST_NPP_SIGNAL(32sc)
FENCEPOST_NPP_SIGNAL(32f)
FENCEPOST_NPP_SIGNAL(32fc)
FENCEPOST_NPP_SIGNAL(64s)
FENCEPOST_NPP_SIGNAL(64sc)
FENCEPOST_NPP_SIGNAL(64f)
FENCEPOST_NPP_SIGNAL(64fc)

void nppiFree(void* memory) { free_device_memory(__func__, memory, FENCEPOST_USER_PC); }
void nppsFree(void* memory) { free_device_memory(__func__, memory, FENCEPOST_USER_PC); }

}  // extern "C"
