// Texture objects: descriptors of the API made into what a fetch needs.
#include <algorithm>

#include "sim/engine/arena.h"
#include "sim/interface/observer.h"
#include "sim/runtime/device.h"
#include "sim/runtime/error_state.h"
#include "sim/runtime/handle_table.h"
#include "sim/runtime/memory/addresses.h"
#include "sim/runtime/texture/array.h"
#include "sim/texture/texture.h"

namespace fencepost::sim {

namespace {

HandleTable<Texture>& textures() {
  static auto& instance = *new HandleTable<Texture>;
  return instance;
}

TexelGrid grid_of(const cudaArray& array) {
  return {array.base,
          static_cast<std::uint32_t>(array.width()),
          static_cast<std::uint32_t>(array.height()),
          static_cast<std::uint32_t>(array.depth()),
          array.row_bytes(),
          array.slice_bytes()};
}

/// The start of an allocation has every alignment that a real one has; registered and program memory is taken as is.
bool is_aligned(const void* pointer, std::size_t alignment) {
  const auto allocation = Arena::instance().find(pointer);
  const auto base = allocation ? reinterpret_cast<std::uintptr_t>(allocation->base) : 0;
  return (reinterpret_cast<std::uintptr_t>(pointer) - base) % alignment == 0;
}

cudaError_t set_linear(Texture& texture, const cudaResourceDesc& resource) {
  const auto& linear = resource.res.linear;
  const auto format = texel_format(linear.desc);
  if (!format) return cudaErrorInvalidChannelDescriptor;
  const std::size_t texels = linear.sizeInBytes / format->bytes();
  if (linear.devPtr == nullptr || texels == 0 ||
      texels > static_cast<std::size_t>(device_properties().maxTexture1DLinear) || !is_device_range(linear.devPtr, 1) ||
      !is_aligned(linear.devPtr, device_properties().textureAlignment)) {
    return cudaErrorInvalidValue;
  }
  texture.format = *format;
  texture.level[0] = {static_cast<const std::byte*>(linear.devPtr), static_cast<std::uint32_t>(texels), 1, 1};
  return cudaSuccess;
}

cudaError_t set_pitch_2d(Texture& texture, const cudaResourceDesc& resource) {
  const auto& pitched = resource.res.pitch2D;
  const auto format = texel_format(pitched.desc);
  if (!format) return cudaErrorInvalidChannelDescriptor;
  const cudaDeviceProp& device = device_properties();
  const auto most = [&](int i) { return static_cast<std::size_t>(device.maxTexture2DLinear[i]); };
  if (pitched.devPtr == nullptr || pitched.width == 0 || pitched.height == 0 || pitched.width > most(0) ||
      pitched.height > most(1) || pitched.pitchInBytes > most(2) ||
      pitched.pitchInBytes < pitched.width * format->bytes() ||
      (pitched.height > 1 && pitched.pitchInBytes % device.texturePitchAlignment != 0) ||
      !is_device_range(pitched.devPtr, 1) || !is_aligned(pitched.devPtr, device.textureAlignment)) {
    return cudaErrorInvalidValue;
  }
  texture.format = *format;
  texture.level[0] = {static_cast<const std::byte*>(pitched.devPtr), static_cast<std::uint32_t>(pitched.width),
                      static_cast<std::uint32_t>(pitched.height), 1, pitched.pitchInBytes};
  return cudaSuccess;
}

cudaError_t set_arrays(Texture& texture, const cudaResourceDesc& resource) {
  if (resource.resType == cudaResourceTypeArray) {
    if (!is_array(resource.res.array.array)) return cudaErrorInvalidResourceHandle;
    texture.format = resource.res.array.array->format;
    texture.level[0] = grid_of(*resource.res.array.array);
    return cudaSuccess;
  }
  const cudaMipmappedArray* const mipmapped = resource.res.mipmap.mipmap;
  if (!is_mipmapped_array(mipmapped)) return cudaErrorInvalidResourceHandle;
  if (mipmapped->levels > texture.level.size()) return cudaErrorInvalidValue;
  texture.format = mipmapped->level[0]->format;
  for (unsigned i = 0; i < mipmapped->levels; ++i) texture.level[i] = grid_of(*mipmapped->level[i]);
  texture.mip.last_level = mipmapped->levels - 1;
  return cudaSuccess;
}

cudaError_t set_resource(Texture& texture, const cudaResourceDesc& resource) {
  switch (resource.resType) {
    case cudaResourceTypeLinear:
      return set_linear(texture, resource);
    case cudaResourceTypePitch2D:
      return set_pitch_2d(texture, resource);
    case cudaResourceTypeArray:
    case cudaResourceTypeMipmappedArray:
      return set_arrays(texture, resource);
  }
  return cudaErrorInvalidValue;
}

/// Other formats of the same size, some of the levels, some of the layers.
cudaError_t set_view(Texture& texture, const cudaResourceViewDesc& view) {
  const bool linear =
      texture.resource.resType == cudaResourceTypeLinear || texture.resource.resType == cudaResourceTypePitch2D;
  if (linear) return cudaErrorInvalidValue;
  if (view.format != cudaResViewFormatNone) {
    const auto format = texel_format(view.format);
    if (!format || format->bytes() != texture.format.bytes()) return cudaErrorInvalidValue;
    texture.format = *format;
  }
  const std::uint32_t last = std::min(view.lastMipmapLevel, texture.mip.last_level);
  if (view.firstMipmapLevel > last) return cudaErrorInvalidValue;
  std::rotate(texture.level.begin(), texture.level.begin() + view.firstMipmapLevel, texture.level.end());
  texture.mip.last_level = last - view.firstMipmapLevel;
  for (unsigned i = 0; view.lastLayer != 0 && i <= texture.mip.last_level; ++i) {
    TexelGrid& grid = texture.level[i];
    if (view.firstLayer > view.lastLayer || view.lastLayer >= grid.depth) return cudaErrorInvalidValue;
    grid.base += view.firstLayer * grid.slice_bytes;
    grid.depth = view.lastLayer - view.firstLayer + 1;
  }
  return cudaSuccess;
}

/// CUDA Runtime API, cudaCreateTextureObject: the combinations that exist.
cudaError_t set_sampling(Texture& texture, const cudaTextureDesc& d) {
  const bool integer = texture.format.kind != ChannelKind::kFloat;
  const bool wide = integer && texture.format.bits == 32;  // Of these there are no fractions.
  texture.normalized_float = integer && d.readMode == cudaReadModeNormalizedFloat;
  texture.linear = d.filterMode == cudaFilterModeLinear && texture.resource.resType != cudaResourceTypeLinear;
  if (texture.linear && integer && (wide || !texture.normalized_float)) return cudaErrorInvalidFilterSetting;
  if (texture.normalized_float && wide) return cudaErrorInvalidNormSetting;
  texture.srgb = d.sRGB != 0;
  texture.normalized_coordinates = d.normalizedCoords != 0;
  for (unsigned axis = 0; axis < 3; ++axis) {
    if (d.addressMode[axis] > cudaAddressModeBorder) return cudaErrorInvalidValue;
    texture.modes[axis] = static_cast<AddressMode>(d.addressMode[axis]);
  }
  std::ranges::copy(d.borderColor, texture.border.begin());
  if (texture.resource.resType == cudaResourceTypeMipmappedArray) {
    if (!texture.normalized_coordinates) return cudaErrorInvalidValue;
    texture.mip.bias = d.mipmapLevelBias;
    texture.mip.min_level = d.minMipmapLevelClamp;
    texture.mip.max_level = d.maxMipmapLevelClamp;
    texture.mip.linear = d.mipmapFilterMode == cudaFilterModeLinear;
  }
  return cudaSuccess;
}

}  // namespace

cudaError_t create_texture(cudaTextureObject_t* object, const cudaResourceDesc& resource,
                           const cudaTextureDesc& descriptor, const cudaResourceViewDesc* view) {
  Texture texture{.resource = resource, .descriptor = descriptor};
  cudaError_t error = set_resource(texture, resource);
  if (error == cudaSuccess && view != nullptr) {
    texture.view = *view;
    error = set_view(texture, *view);
  }
  if (error == cudaSuccess) error = set_sampling(texture, descriptor);
  if (error != cudaSuccess) return error;
  *object = textures().add(texture);
  return *object == 0 ? cudaErrorMemoryAllocation : cudaSuccess;
}

const Texture* texture_of(cudaTextureObject_t object) { return textures().find(object); }
bool destroy_texture(cudaTextureObject_t object) { return textures().remove(object); }

}  // namespace fencepost::sim

using fencepost::sim::Texture;
using fencepost::sim::texture_of;

extern "C" {

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* texture, const cudaResourceViewDesc* view) {
  FENCEPOST_RETURN_IF_STICKY();
  if (object == nullptr || resource == nullptr || texture == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  return FENCEPOST_RESULT(fencepost::sim::create_texture(object, *resource, *texture, view));
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
  FENCEPOST_RETURN_IF_STICKY();
  const bool done = object == 0 || fencepost::sim::destroy_texture(object);
  return FENCEPOST_RESULT(done ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t object) {
  const Texture* const texture = texture_of(object);
  if (resource == nullptr || texture == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  *resource = texture->resource;
  return cudaSuccess;
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* descriptor, cudaTextureObject_t object) {
  const Texture* const texture = texture_of(object);
  if (descriptor == nullptr || texture == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  *descriptor = texture->descriptor;
  return cudaSuccess;
}

cudaError_t cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc* view, cudaTextureObject_t object) {
  const Texture* const texture = texture_of(object);
  if (view == nullptr || texture == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  *view = texture->view;
  return cudaSuccess;
}

}  // extern "C"
