// Green contexts (CUDA Driver API, "Green Contexts"): parts of a device, which are numbers of multiprocessors here.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <vector>

#include "sim/include/cuda.h"
#include "sim/runtime/device.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/driver/contexts.h"
#include "sim/runtime/stream.h"

using fencepost::sim::check_device;
using fencepost::sim::contexts_mutex;
using fencepost::sim::device_properties;
using fencepost::sim::DeviceNumber;
using fencepost::sim::is_context;
using fencepost::sim::pop_context;
using fencepost::sim::primary_context;
using fencepost::sim::top_context;
using fencepost::sim::users_of_primary;

/// Lives as long as the program.
struct CUdevResourceDesc_st {
  DeviceNumber device = 0;
  unsigned int multiprocessors = 0;
};

namespace {

/// The caller holds the lock of contexts.
std::vector<std::unique_ptr<CUdevResourceDesc_st>>& descriptors() {
  static auto* const all = new std::vector<std::unique_ptr<CUdevResourceDesc_st>>;
  return *all;
}

/// What a resource says of itself where programs do not look.
struct Origin {
  std::uint32_t mark = 0, device = 0;
  std::uint32_t split = 0;  ///< The call that made it of another one; 0: it is all of a device, or of a green context.
  std::uint32_t group = 0;  ///< Of those that the call made.
};
constexpr std::uint32_t kOriginMark = 0x67726565;
constexpr unsigned int kLeastGroup = 8, kLeastUncoscheduled = 2;  // Multiprocessors, from compute capability 9.0 on.

Origin origin_of(const CUdevResource& resource) {
  Origin origin;
  std::memcpy(&origin, resource._internal_padding, sizeof origin);
  return origin;
}

CUdevResource resource_of(unsigned int multiprocessors, Origin origin) {
  CUdevResource resource{};
  origin.mark = kOriginMark;
  resource.type = multiprocessors == 0 ? CU_DEV_RESOURCE_TYPE_INVALID : CU_DEV_RESOURCE_TYPE_SM;
  std::memcpy(resource._internal_padding, &origin, sizeof origin);
  resource.sm = {multiprocessors, kLeastGroup, kLeastGroup};
  return resource;
}

CUresult give_resource(const CUctx_st& context, CUdevResource* resource, CUdevResourceType type) {
  if (resource == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (type != CU_DEV_RESOURCE_TYPE_SM) return CUDA_ERROR_INVALID_RESOURCE_TYPE;
  const int all = device_properties(context.device).multiProcessorCount;
  *resource = resource_of(context.is_green() ? context.multiprocessors : static_cast<unsigned>(all),
                          {.device = context.device});
  return CUDA_SUCCESS;
}

/// The green context of a handle, or null. The caller holds the lock.
CUctx_st* green_context(CUgreenCtx handle) {
  auto* const context = reinterpret_cast<CUcontext>(handle);
  return is_context(context) && context->is_green() ? context : nullptr;
}

}  // namespace

extern "C" {

CUresult cuDeviceGetDevResource(CUdevice device, CUdevResource* resource, CUdevResourceType type) {
  if (const CUresult error = check_device(device); error != CUDA_SUCCESS) return error;
  return give_resource(primary_context(static_cast<DeviceNumber>(device)), resource, type);
}

CUresult cuCtxGetDevResource(CUcontext context, CUdevResource* resource, CUdevResourceType type) {
  const std::lock_guard lock(contexts_mutex);
  return is_context(context) ? give_resource(*context, resource, type) : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuGreenCtxGetDevResource(CUgreenCtx handle, CUdevResource* resource, CUdevResourceType type) {
  const std::lock_guard lock(contexts_mutex);
  const CUctx_st* const context = green_context(handle);
  return context != nullptr ? give_resource(*context, resource, type) : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuDevSmResourceSplitByCount(CUdevResource* result, unsigned int* groups, const CUdevResource* input,
                                     CUdevResource* remaining, unsigned int flags, unsigned int least) {
  constexpr unsigned int kFlags =
      CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING | CU_DEV_SM_RESOURCE_SPLIT_MAX_POTENTIAL_CLUSTER_SIZE;
  if (groups == nullptr || input == nullptr || (flags & ~kFlags) != 0) return CUDA_ERROR_INVALID_VALUE;
  const Origin origin = origin_of(*input);
  if (input->type != CU_DEV_RESOURCE_TYPE_SM || origin.mark != kOriginMark) return CUDA_ERROR_INVALID_RESOURCE_TYPE;
  if (least > input->sm.smCount) return CUDA_ERROR_INVALID_VALUE;
  if (origin.split != 0) return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
  const unsigned int step =
      (flags & CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING) != 0 ? kLeastUncoscheduled : kLeastGroup;
  const unsigned int each = std::max((least + step - 1) / step, 1U) * step;
  const unsigned int most = input->sm.smCount / each;
  if (result == nullptr) {
    *groups = most;
    return CUDA_SUCCESS;
  }
  if (*groups == 0) return CUDA_ERROR_INVALID_VALUE;
  if (most == 0) return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
  static std::atomic<std::uint32_t> splits = 0;
  Origin of_group{.device = origin.device, .split = ++splits};
  *groups = std::min(*groups, most);
  const unsigned int left = input->sm.smCount - *groups * each;
  for (; of_group.group < *groups; ++of_group.group) result[of_group.group] = resource_of(each, of_group);
  if (remaining != nullptr) *remaining = resource_of(left, of_group);
  return CUDA_SUCCESS;
}

CUresult cuDevResourceGenerateDesc(CUdevResourceDesc* desc, CUdevResource* resources, unsigned int count) {
  if (desc == nullptr || resources == nullptr || count == 0) return CUDA_ERROR_INVALID_VALUE;
  auto made = std::make_unique<CUdevResourceDesc_st>();
  const Origin first = origin_of(resources[0]);
  made->device = first.device;
  for (unsigned int i = 0; i < count; ++i) {
    const Origin origin = origin_of(resources[i]);
    if (resources[i].type != CU_DEV_RESOURCE_TYPE_SM || origin.mark != kOriginMark) {
      return CUDA_ERROR_INVALID_RESOURCE_TYPE;
    }
    const bool is_there = std::any_of(
        resources, resources + i, [&](const CUdevResource& other) { return origin_of(other).group == origin.group; });
    if (i != 0 && (origin.device != first.device || origin.split != first.split || origin.split == 0 || is_there)) {
      return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
    }
    made->multiprocessors += resources[i].sm.smCount;
  }
  const std::lock_guard lock(contexts_mutex);
  *desc = made.get();
  descriptors().push_back(std::move(made));
  return CUDA_SUCCESS;
}

CUresult cuGreenCtxCreate(CUgreenCtx* context, CUdevResourceDesc desc, CUdevice device, unsigned int flags) {
  if (const CUresult error = check_device(device); error != CUDA_SUCCESS) return error;
  if (context == nullptr || flags != CU_GREEN_CTX_DEFAULT_STREAM) return CUDA_ERROR_INVALID_VALUE;
  const std::lock_guard lock(contexts_mutex);
  if (std::ranges::none_of(descriptors(), [&](const auto& known) { return known.get() == desc; }) ||
      desc->device != static_cast<DeviceNumber>(device)) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  *context = reinterpret_cast<CUgreenCtx>(
      fencepost::sim::add_context({.device = desc->device, .multiprocessors = desc->multiprocessors}));
  ++users_of_primary(desc->device);
  return CUDA_SUCCESS;
}

CUresult cuGreenCtxDestroy(CUgreenCtx handle) {
  const std::lock_guard lock(contexts_mutex);
  CUctx_st* const context = green_context(handle);
  if (context == nullptr) {
    return fencepost::sim::is_destroyed_context(reinterpret_cast<CUcontext>(handle)) ? CUDA_ERROR_CONTEXT_IS_DESTROYED
                                                                                     : CUDA_ERROR_INVALID_CONTEXT;
  }
  if (top_context() == context) pop_context();
  context->is_destroyed = true;
  if (unsigned int& users = users_of_primary(context->device); users != 0) --users;
  return CUDA_SUCCESS;
}

CUresult cuCtxFromGreenCtx(CUcontext* context, CUgreenCtx handle) {
  if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const std::lock_guard lock(contexts_mutex);
  CUctx_st* const found = green_context(handle);
  if (found == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  *context = found;
  return CUDA_SUCCESS;
}

CUresult fencepost_stream_contexts(CUstream stream, CUcontext* context, CUgreenCtx* green) {
  if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
  CUctx_st* const part = fencepost::sim::green_context_of(stream);
  *context = green == nullptr && part != nullptr ? part : &primary_context(fencepost::sim::stream_device(stream));
  if (green != nullptr) *green = reinterpret_cast<CUgreenCtx>(part);
  return CUDA_SUCCESS;
}

}  // extern "C"
