// Texture references: variables of the program that are bound to memory. Each binding is a texture object of its own.
#include <algorithm>

#include "sim/engine/arena.h"
#include "sim/interface/observer.h"
#include "sim/interface/user_pc.h"
#include "sim/runtime/device.h"
#include "sim/runtime/error_state.h"
#include "sim/texture/texture.h"

using fencepost::sim::result;

namespace {

#define FENCEPOST_CALLER FENCEPOST_USER_PC

cudaTextureDesc descriptor_of(const textureReference& r) {
  cudaTextureDesc d{};
  std::ranges::copy(r.addressMode, d.addressMode);
  d.filterMode = r.filterMode;
  d.readMode = r.fencepost_read_mode;
  d.sRGB = r.sRGB;
  d.normalizedCoords = r.normalized;
  d.maxAnisotropy = r.maxAnisotropy;
  d.mipmapFilterMode = r.mipmapFilterMode;
  d.mipmapLevelBias = r.mipmapLevelBias;
  d.minMipmapLevelClamp = r.minMipmapLevelClamp;
  d.maxMipmapLevelClamp = r.maxMipmapLevelClamp;
  return d;
}

/// Kernels know it as const; the reference itself is a variable of the program.
cudaTextureObject_t& bound(const textureReference& reference) {
  return const_cast<textureReference&>(reference).fencepost_bound;
}

/// The fields of the reference count as they are now. `resource` made for it.
cudaError_t bind(const char* call, const textureReference* reference, const cudaResourceDesc& resource,
                 const void* pc) {
  if (fencepost::sim::sticky_error() != cudaSuccess) return result(call, fencepost::sim::sticky_error(), pc);
  if (reference == nullptr) return result(call, cudaErrorInvalidTexture, pc);
  cudaTextureObject_t object = 0;
  const cudaError_t error = fencepost::sim::create_texture(&object, resource, descriptor_of(*reference), nullptr);
  if (error != cudaSuccess) return result(call, error, pc);
  fencepost::sim::destroy_texture(bound(*reference));
  bound(*reference) = object;
  return cudaSuccess;
}

const cudaChannelFormatDesc& format_of(const textureReference* reference, const cudaChannelFormatDesc* format) {
  static constexpr cudaChannelFormatDesc kNone{0, 0, 0, 0, cudaChannelFormatKindNone};
  if (format != nullptr) return *format;
  return reference != nullptr ? reference->channelDesc : kNone;
}

}  // namespace

extern "C" {

/// Without a size (UINT_MAX): the rest of the allocation.
cudaError_t cudaBindTexture(size_t* offset, const textureReference* reference, const void* pointer,
                            const cudaChannelFormatDesc* format, size_t bytes) {
  if (const auto allocation = fencepost::sim::Arena::instance().find(pointer)) {
    const auto before = static_cast<std::size_t>(static_cast<const std::byte*>(pointer) - allocation->base);
    if (bytes == 0xffffffff) bytes = allocation->bytes - before;
    // A texture begins at an aligned address: that before the pointer. Fetches have to add what lies between.
    if (offset != nullptr) {
      *offset = before % fencepost::sim::device_properties().textureAlignment;
      pointer = static_cast<const std::byte*>(pointer) - *offset;
      bytes += *offset;
    }
  }
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = const_cast<void*>(pointer);
  resource.res.linear.desc = format_of(reference, format);
  resource.res.linear.sizeInBytes = bytes;
  return bind(__func__, reference, resource, FENCEPOST_CALLER);
}

cudaError_t cudaBindTexture2D(size_t* offset, const textureReference* reference, const void* pointer,
                              const cudaChannelFormatDesc* format, size_t width, size_t height, size_t pitch) {
  if (offset != nullptr) *offset = 0;
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = const_cast<void*>(pointer);
  resource.res.pitch2D.desc = format_of(reference, format);
  resource.res.pitch2D.width = width;
  resource.res.pitch2D.height = height;
  resource.res.pitch2D.pitchInBytes = pitch;
  return bind(__func__, reference, resource, FENCEPOST_CALLER);
}

cudaError_t cudaBindTextureToArray(const textureReference* reference, cudaArray_const_t array,
                                   const cudaChannelFormatDesc*) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = const_cast<cudaArray_t>(array);
  return bind(__func__, reference, resource, FENCEPOST_CALLER);
}

cudaError_t cudaBindTextureToMipmappedArray(const textureReference* reference, cudaMipmappedArray_const_t array,
                                            const cudaChannelFormatDesc*) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = const_cast<cudaMipmappedArray_t>(array);
  return bind(__func__, reference, resource, FENCEPOST_CALLER);
}

cudaError_t cudaUnbindTexture(const textureReference* reference) {
  if (reference == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidTexture);
  fencepost::sim::destroy_texture(bound(*reference));
  bound(*reference) = 0;
  return cudaSuccess;
}

cudaError_t cudaGetTextureAlignmentOffset(size_t* offset, const textureReference* reference) {
  if (offset == nullptr || reference == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidTexture);
  if (bound(*reference) == 0) return FENCEPOST_RESULT(cudaErrorInvalidTextureBinding);
  *offset = 0;
  return cudaSuccess;
}

cudaError_t cudaGetTextureReference(const textureReference** reference, const void* symbol) {
  if (reference == nullptr || symbol == nullptr) return FENCEPOST_RESULT(cudaErrorInvalidValue);
  *reference = static_cast<const textureReference*>(symbol);
  return cudaSuccess;
}

}  // extern "C"

#undef FENCEPOST_CALLER
