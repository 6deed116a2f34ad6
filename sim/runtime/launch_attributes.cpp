// Launches with attributes, and the attributes of streams, which are kept and have no effect.
#include <map>
#include <mutex>

#include "sim/include/cuda_runtime_api.h"
#include "sim/interface/host_mutex.h"
#include "sim/interface/user_pc.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/launch.h"
#include "sim/runtime/stream.h"
#include "sim/runtime/unsupported.h"

using fencepost::sim::is_stream;
using fencepost::sim::refuse;

// This file is linked if the program launches with attributes: then launches may overlap.
__attribute__((constructor(101))) static void take_note() { fencepost::sim::program_creates_streams = true; }

namespace {

fencepost::sim::HostMutex attributes_mutex;
using Attributes = std::map<cudaLaunchAttributeID, cudaLaunchAttributeValue>;
std::map<cudaStream_t, Attributes>& attributes() {
  static auto* const all = new std::map<cudaStream_t, Attributes>;
  return *all;
}

bool belongs_to_streams(cudaLaunchAttributeID id) {
  return id == cudaLaunchAttributeAccessPolicyWindow || id == cudaLaunchAttributeSynchronizationPolicy ||
         id == cudaLaunchAttributeMemSyncDomainMap || id == cudaLaunchAttributeMemSyncDomain ||
         id == cudaLaunchAttributePriority;
}

/// What attributes say of a launch. What only makes things faster is left out.
struct Said {
  bool cooperative = false;
  bool overlaps = false;
  fencepost::sim::Extent cluster{0, 0, 0};
  fencepost::sim::Extent preferred{0, 0, 0};  ///< Clusters that the device may take instead; here it does not.
};

/// CUDA Runtime API, "cudaLaunchAttributePreferredClusterDimension": of several clusters each, and the grid of several
/// of it.
bool may_be_preferred(const Said& said, const dim3& grid) {
  const auto fits = [](unsigned preferred, unsigned cluster, unsigned blocks) {
    return preferred != 0 && preferred % cluster == 0 && blocks % preferred == 0;
  };
  if (said.preferred.x == 0 || said.cluster.x == 0 || said.cluster.y == 0 || said.cluster.z == 0) return true;
  return fits(said.preferred.x, said.cluster.x, grid.x) && fits(said.preferred.y, said.cluster.y, grid.y) &&
         fits(said.preferred.z, said.cluster.z, grid.z);
}

Said said_by_attributes(const cudaLaunchConfig_t& config, const void* pc) {
  Said said;
  for (unsigned int i = 0; i < config.numAttrs; ++i) {
    const cudaLaunchAttributeValue& value = config.attrs[i].val;
    switch (config.attrs[i].id) {
      case cudaLaunchAttributeCooperative:
        said.cooperative = value.cooperative != 0;
        break;
      case cudaLaunchAttributeProgrammaticStreamSerialization:
        said.overlaps = value.programmaticStreamSerializationAllowed != 0;
        break;
      case cudaLaunchAttributeClusterDimension:
        said.cluster = {value.clusterDim.x, value.clusterDim.y, value.clusterDim.z};
        break;
      case cudaLaunchAttributePreferredClusterDimension:
        said.preferred = {value.preferredClusterDim.x, value.preferredClusterDim.y, value.preferredClusterDim.z};
        break;
      case cudaLaunchAttributeProgrammaticEvent:
        refuse("an event that blocks of a launch trigger (cudaLaunchAttributeProgrammaticEvent)", pc);
      case cudaLaunchAttributeLaunchCompletionEvent:
        refuse("an event for the begin of a launch (cudaLaunchAttributeLaunchCompletionEvent)", pc);
      default:
        break;
    }
  }
  return said;
}

}  // namespace

extern "C" {

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function, void** arguments) {
  const void* const pc = FENCEPOST_USER_PC;
  if (config == nullptr || (config->numAttrs != 0 && config->attrs == nullptr)) {
    return FENCEPOST_RESULT(cudaErrorInvalidValue);
  }
  const Said said = said_by_attributes(*config, pc);
  if (!may_be_preferred(said, config->gridDim)) return FENCEPOST_RESULT(cudaErrorInvalidClusterSize);
  return fencepost::sim::launch_function(__func__, function, arguments,
                                         {.grid = {config->gridDim.x, config->gridDim.y, config->gridDim.z},
                                          .block = {config->blockDim.x, config->blockDim.y, config->blockDim.z},
                                          .shared_bytes = config->dynamicSmemBytes,
                                          .stream = config->stream,
                                          .pc = pc,
                                          .cooperative = said.cooperative ? function : nullptr,
                                          .cluster = said.cluster,
                                          .overlaps = said.overlaps});
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute, const cudaStreamAttrValue* value) {
  if (!is_stream(stream)) return FENCEPOST_RESULT(cudaErrorInvalidResourceHandle);
  if (value == nullptr || !belongs_to_streams(attribute)) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  const std::lock_guard lock(attributes_mutex);
  attributes()[stream][attribute] = *value;
  return cudaSuccess;
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute, cudaStreamAttrValue* value) {
  if (!is_stream(stream)) return FENCEPOST_RESULT(cudaErrorInvalidResourceHandle);
  if (value == nullptr || !belongs_to_streams(attribute)) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  const std::lock_guard lock(attributes_mutex);
  *value = {};
  if (attribute == cudaLaunchAttributeSynchronizationPolicy) value->syncPolicy = cudaSyncPolicyAuto;
  const Attributes& of_stream = attributes()[stream];
  if (const auto found = of_stream.find(attribute); found != of_stream.end()) *value = found->second;
  return cudaSuccess;
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
  if (!is_stream(to) || !is_stream(from)) return FENCEPOST_RESULT(cudaErrorInvalidResourceHandle);
  const std::lock_guard lock(attributes_mutex);
  attributes()[to] = attributes()[from];
  return cudaSuccess;
}

}  // extern "C"
