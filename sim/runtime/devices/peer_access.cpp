// Access of a device's kernels to another one's memory. All pairs of devices can have it.
#include "sim/engine/memory/peers.h"
#include "sim/include/cuda_runtime_api.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/error_state.h"

using fencepost::sim::current_device;
using fencepost::sim::is_device;

extern "C" {

cudaError_t cudaDeviceCanAccessPeer(int* can_access, int device, int peer) {
  if (can_access == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  if (!is_device(device) || !is_device(peer)) return FENCEPOST_RESULT(cudaErrorInvalidDevice);
  *can_access = device != peer ? 1 : 0;
  return cudaSuccess;
}

// A device is not its own peer.
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags) {
  FENCEPOST_RETURN_IF_STICKY();
  if (flags != 0) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  const auto number = static_cast<fencepost::sim::DeviceNumber>(peer);
  if (!is_device(peer) || number == current_device()) return FENCEPOST_RESULT(cudaErrorInvalidDevice);
  return FENCEPOST_RESULT(fencepost::sim::enable_peer(current_device(), number) ? cudaSuccess
                                                                                : cudaErrorPeerAccessAlreadyEnabled);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  FENCEPOST_RETURN_IF_STICKY();
  if (!is_device(peer)) return FENCEPOST_RESULT(cudaErrorInvalidDevice);
  const auto number = static_cast<fencepost::sim::DeviceNumber>(peer);
  return FENCEPOST_RESULT(fencepost::sim::disable_peer(current_device(), number) ? cudaSuccess
                                                                                 : cudaErrorPeerAccessNotEnabled);
}

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int source, int destination) {
  if (value == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  if (!is_device(source) || !is_device(destination) || source == destination) {
    return FENCEPOST_RESULT(cudaErrorInvalidDevice);
  }
  switch (attribute) {
    case cudaDevP2PAttrPerformanceRank:
      *value = 0;  // All links are alike.
      return cudaSuccess;
    case cudaDevP2PAttrAccessSupported:
    case cudaDevP2PAttrNativeAtomicSupported:
    case cudaDevP2PAttrCudaArrayAccessSupported:
      *value = 1;
      return cudaSuccess;
  }
  return FENCEPOST_RESULT(cudaErrorInvalidValue);
}

}  // extern "C"
