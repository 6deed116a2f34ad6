#include "sim/runtime/texture/array.h"
#include "sim/runtime/resting/held_work.h"

#include <algorithm>
#include <bit>
#include <mutex>
#include <unordered_set>

#include "sim/engine/arena.h"
#include "sim/include/channel_descriptor.h"
#include "sim/interface/host_mutex.h"
#include "sim/interface/user_pc.h"
#include "sim/runtime/devices/current.h"
#include "sim/runtime/error_state.h"

namespace fencepost::sim {

namespace {

HostMutex arrays_mutex;

template <class T>
std::unordered_set<const T*>& all() {
  static auto& instance = *new std::unordered_set<const T*>;
  return instance;
}

template <class T>
T* keep(const T& value) {
  T* const kept = new T(value);
  const std::scoped_lock lock(arrays_mutex);
  all<T>().insert(kept);
  return kept;
}

template <class T>
bool is_known(const T* handle) {
  const std::scoped_lock lock(arrays_mutex);
  return handle != nullptr && all<T>().contains(handle);
}

constexpr unsigned kSupportedFlags =
    cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap | cudaArrayTextureGather | cudaArrayColorAttachment;

/// CUDA Runtime API, cudaMalloc3DArray: which extents make an array of which kind.
cudaError_t check_extent(const cudaExtent& e, unsigned flags) {
  constexpr std::size_t kMost = 131072, kMost3D = 16384;
  if ((flags & ~kSupportedFlags) != 0) return cudaErrorNotSupported;
  if (e.width == 0 || e.width > kMost || e.height > kMost || e.depth > kMost3D) return cudaErrorInvalidValue;
  const bool layered = (flags & cudaArrayLayered) != 0;
  if ((flags & cudaArrayCubemap) != 0) {
    const bool faces = layered ? e.depth != 0 && e.depth % 6 == 0 : e.depth == 6;
    return e.width == e.height && faces ? cudaSuccess : cudaErrorInvalidValue;
  }
  if (layered) return e.depth != 0 ? cudaSuccess : cudaErrorInvalidValue;
  if (e.depth != 0 && e.height == 0) return cudaErrorInvalidValue;
  const bool gathers = (flags & cudaArrayTextureGather) != 0;
  return gathers && (e.height == 0 || e.depth != 0) ? cudaErrorInvalidValue : cudaSuccess;
}

cudaError_t allocate(cudaArray_t* array, const cudaChannelFormatDesc* channels, const cudaExtent& extent,
                     unsigned flags, cudaMipmappedArray_t mipmapped, const void* pc) {
  if (array == nullptr || channels == nullptr) return cudaErrorInvalidValue;
  const std::optional<TexelFormat> format = texel_format(*channels);
  if (!format) return cudaErrorInvalidChannelDescriptor;
  if (const cudaError_t error = check_extent(extent, flags); error != cudaSuccess) return error;
  cudaArray made{.channels = *channels, .format = *format, .extent = extent, .flags = flags, .mipmapped = mipmapped};
  made.base = static_cast<std::byte*>(Arena::instance().allocate(
      made.slice_bytes() * made.depth(), MemorySpace::kArray, format->bytes(), pc,
      {.width = made.width(), .height = made.height(), .depth = made.depth()}, current_device()));
  if (made.base == nullptr) return cudaErrorMemoryAllocation;
  made.allocation = Arena::instance().find(made.base)->number;
  *array = keep(made);
  return cudaSuccess;
}

void free_memory(const cudaArray& array, const void* pc) {
  if (launch_rests) finish_held_work_of_device(arena_bounds.part_of(array.base));
  observers().streams->on_host_wait_device(arena_bounds.part_of(array.base), pc);
  Arena::instance().free(array.base, pc);
}

/// Half of it, at least 1; dimensions that do not exist, and layers, stay.
cudaExtent next_level(const cudaExtent& e, unsigned flags) {
  const auto half = [](std::size_t size) { return size == 0 ? 0 : std::max<std::size_t>(size / 2, 1); };
  const bool layers = (flags & (cudaArrayLayered | cudaArrayCubemap)) != 0;
  return {half(e.width), half(e.height), layers ? e.depth : half(e.depth)};
}

unsigned most_levels(const cudaExtent& e, unsigned flags) {
  const bool layers = (flags & (cudaArrayLayered | cudaArrayCubemap)) != 0;
  return static_cast<unsigned>(std::bit_width(std::max({e.width, e.height, layers ? 0 : e.depth})));
}

cudaError_t allocate_levels(cudaMipmappedArray_t* array, const cudaChannelFormatDesc* channels, cudaExtent extent,
                            unsigned levels, unsigned flags, const void* pc) {
  if (array == nullptr || levels == 0) return cudaErrorInvalidValue;
  cudaMipmappedArray* const made = keep(cudaMipmappedArray{});
  levels = std::min(levels, most_levels(extent, flags));
  do {
    const cudaError_t error = allocate(&made->level[made->levels], channels, extent, flags, made, pc);
    if (error != cudaSuccess) {
      for (unsigned i = 0; i < made->levels; ++i) Arena::instance().free(made->level[i]->base, pc);
      return error;
    }
    extent = next_level(extent, flags);
  } while (++made->levels < levels);
  *array = made;
  return cudaSuccess;
}

}  // namespace

std::optional<TexelFormat> texel_format(const cudaChannelFormatDesc& d) {
  const int channels = d.w != 0 ? 4 : d.z != 0 ? 3 : d.y != 0 ? 2 : 1;
  const bool equal = (channels < 2 || d.y == d.x) && (channels < 3 || d.z == d.x) && (channels < 4 || d.w == d.x);
  const bool known = d.x == 32 || d.x == 16 || (d.x == 8 && d.f != cudaChannelFormatKindFloat);
  if (!equal || !known || channels == 3) return std::nullopt;
  TexelFormat format{.bits = static_cast<std::uint8_t>(d.x), .channels = static_cast<std::uint8_t>(channels)};
  switch (d.f) {
    case cudaChannelFormatKindSigned:
      format.kind = ChannelKind::kSigned;
      return format;
    case cudaChannelFormatKindUnsigned:
      format.kind = ChannelKind::kUnsigned;
      return format;
    case cudaChannelFormatKindFloat:
      format.kind = ChannelKind::kFloat;
      return format;
    default:
      return std::nullopt;
  }
}

std::optional<TexelFormat> texel_format(cudaResourceViewFormat view) {
  if (view < cudaResViewFormatUnsignedChar1 || view > cudaResViewFormatFloat4) return std::nullopt;
  // Eight groups of one, two and four channels.
  constexpr TexelFormat kGroups[] = {{ChannelKind::kUnsigned, 8},  {ChannelKind::kSigned, 8},
                                     {ChannelKind::kUnsigned, 16}, {ChannelKind::kSigned, 16},
                                     {ChannelKind::kUnsigned, 32}, {ChannelKind::kSigned, 32},
                                     {ChannelKind::kFloat, 16},    {ChannelKind::kFloat, 32}};
  const unsigned index = view - cudaResViewFormatUnsignedChar1;
  TexelFormat format = kGroups[index / 3];
  format.channels = static_cast<std::uint8_t>(1U << index % 3);
  return format;
}

bool is_array(cudaArray_const_t array) {
  if (!is_known(array)) return false;
  const std::optional<Allocation> memory = Arena::instance().find(array->base);
  return memory && memory->number == array->allocation;
}

bool is_mipmapped_array(cudaMipmappedArray_const_t array) { return is_known(array) && is_array(array->level[0]); }

}  // namespace fencepost::sim

using fencepost::sim::is_array;
using fencepost::sim::is_mipmapped_array;
using fencepost::sim::observers;

#define FENCEPOST_CALLER FENCEPOST_USER_PC

extern "C" {

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
  FENCEPOST_RETURN_IF_STICKY();
  if (format == nullptr || !is_array(array)) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  *format = array->channels;
  return cudaSuccess;
}

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, size_t width, size_t height,
                            unsigned int flags) {
  FENCEPOST_RETURN_IF_STICKY();
  return FENCEPOST_RESULT(
      fencepost::sim::allocate(array, format, {width, height, 0}, flags, nullptr, FENCEPOST_CALLER));
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent,
                              unsigned int flags) {
  FENCEPOST_RETURN_IF_STICKY();
  return FENCEPOST_RESULT(fencepost::sim::allocate(array, format, extent, flags, nullptr, FENCEPOST_CALLER));
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t* array, const cudaChannelFormatDesc* format,
                                     cudaExtent extent, unsigned int levels, unsigned int flags) {
  FENCEPOST_RETURN_IF_STICKY();
  return FENCEPOST_RESULT(fencepost::sim::allocate_levels(array, format, extent, levels, flags, FENCEPOST_CALLER));
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t* array, cudaMipmappedArray_const_t mipmapped, unsigned int level) {
  FENCEPOST_RETURN_IF_STICKY();
  if (array == nullptr || !is_mipmapped_array(mipmapped) || level >= mipmapped->levels) {
    return FENCEPOST_RESULT(cudaErrorInvalidValue);
  }
  *array = mipmapped->level[level];
  return cudaSuccess;
}

cudaError_t cudaFreeArray(cudaArray_t array) {
  FENCEPOST_RETURN_IF_STICKY();
  if (array == nullptr) return cudaSuccess;
  if (!is_array(array) || array->mipmapped != nullptr) {
    observers().calls->on_invalid_free(__func__, fencepost::sim::is_known(array) ? array->base : (void*)array,
                                       FENCEPOST_CALLER);
    return FENCEPOST_RESULT(cudaErrorInvalidValue);
  }
  fencepost::sim::free_memory(*array, FENCEPOST_CALLER);
  return cudaSuccess;
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array) {
  FENCEPOST_RETURN_IF_STICKY();
  if (array == nullptr) return cudaSuccess;
  if (!is_mipmapped_array(array)) {
    observers().calls->on_invalid_free(__func__, fencepost::sim::is_known(array) ? array->level[0]->base : (void*)array,
                                       FENCEPOST_CALLER);
    return FENCEPOST_RESULT(cudaErrorInvalidValue);
  }
  for (unsigned i = 0; i < array->levels; ++i) fencepost::sim::free_memory(*array->level[i], FENCEPOST_CALLER);
  return cudaSuccess;
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned int* flags,
                             cudaArray_t array) {
  FENCEPOST_RETURN_IF_STICKY();
  if (!is_array(array)) return FENCEPOST_RESULT(cudaErrorInvalidResourceHandle);
  if (format != nullptr) *format = array->channels;
  if (extent != nullptr) *extent = array->extent;
  if (flags != nullptr) *flags = array->flags;
  return cudaSuccess;
}

}  // extern "C"

#undef FENCEPOST_CALLER
