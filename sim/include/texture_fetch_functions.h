// Texture references, as CUDA had them up to release 11: `texture<float, 2> t;` at namespace scope, bound by the host,
// read with tex2D(t, x, y). fencepost-nvcc makes the name global for programs that use it so.
#pragma once

#include "fencepost_texture.h"
#include "texture_indirect_functions.h"

namespace fencepost_rt {

template <class T, int type = cudaTextureType1D, cudaTextureReadMode mode = cudaReadModeElementType>
struct texture : textureReference {
  explicit texture(int normalised = 0, cudaTextureFilterMode filter = cudaFilterModePoint,
                   cudaTextureAddressMode addressing = cudaAddressModeClamp)
      : texture(normalised, filter, addressing, cudaCreateChannelDesc<T>()) {}
  texture(int normalised, cudaTextureFilterMode filter, cudaTextureAddressMode addressing, cudaChannelFormatDesc format)
      : textureReference{.normalized = normalised,
                         .filterMode = filter,
                         .addressMode = {addressing, addressing, addressing},
                         .channelDesc = format,
                         .fencepost_read_mode = mode} {}
};

}  // namespace fencepost_rt

#define FENCEPOST_WITHOUT_PARENTHESES(...) __VA_ARGS__
#define FENCEPOST_FETCH(name, dims, parameters, call)                                                    \
  template <class T, cudaTextureReadMode mode>                                                           \
  FENCEPOST_DEVICE typename fencepost_rt::Fetched<T, mode>::type name(                                   \
      const fencepost_rt::texture<T, dims, mode>& reference, FENCEPOST_WITHOUT_PARENTHESES parameters) { \
    const cudaTextureObject_t object = fencepost_rt::fencepost_texture_bound(&reference);                \
    return fencepost_rt::TexelAs<typename fencepost_rt::Fetched<T, mode>::type>::of(call);               \
  }
#define FENCEPOST_FETCHES(name, dims, shape, step, parameters, x, y, z, layer)                           \
  FENCEPOST_FETCH(name, dims, parameters,                                                                \
                  (fencepost_rt::fencepost_texture(object, fencepost_rt::shape, x, y, z, layer, 0)))     \
  FENCEPOST_FETCH(name##Lod, dims, (FENCEPOST_WITHOUT_PARENTHESES parameters, float level),              \
                  (fencepost_rt::fencepost_texture(object, fencepost_rt::shape, x, y, z, layer, level))) \
  FENCEPOST_FETCH(name##Grad, dims, (FENCEPOST_WITHOUT_PARENTHESES parameters, step dx, step dy),        \
                  (fencepost_rt::fencepost_texture_gradient(object, fencepost_rt::shape, x, y, z, layer, \
                                                            fencepost_rt::gradient(dx), fencepost_rt::gradient(dy))))

FENCEPOST_FETCHES(tex1D, cudaTextureType1D, k1D, float, (float x), x, 0, 0, 0)
FENCEPOST_FETCHES(tex2D, cudaTextureType2D, k2D, float2, (float x, float y), x, y, 0, 0)
FENCEPOST_FETCHES(tex3D, cudaTextureType3D, k3D, float4, (float x, float y, float z), x, y, z, 0)
FENCEPOST_FETCHES(tex1DLayered, cudaTextureType1DLayered, k1DLayered, float, (float x, int layer), x, 0, 0, layer)
FENCEPOST_FETCHES(tex2DLayered, cudaTextureType2DLayered, k2DLayered, float2, (float x, float y, int layer), x, y, 0,
                  layer)
FENCEPOST_FETCH(texCubemap, cudaTextureTypeCubemap, (float x, float y, float z),
                (fencepost_rt::fencepost_texture(object, fencepost_rt::kCubemap, x, y, z, 0, 0)))
FENCEPOST_FETCH(texCubemapLayered, cudaTextureTypeCubemapLayered, (float x, float y, float z, int layer),
                (fencepost_rt::fencepost_texture(object, fencepost_rt::kCubemapLayered, x, y, z, layer, 0)))
FENCEPOST_FETCH(tex1Dfetch, cudaTextureType1D, (int x), (fencepost_rt::fencepost_texture_linear(object, x)))

#undef FENCEPOST_FETCHES
#undef FENCEPOST_FETCH
#undef FENCEPOST_WITHOUT_PARENTHESES

/// The four texels around a point: one channel of each.
template <class T, cudaTextureReadMode mode>
FENCEPOST_DEVICE typename fencepost_rt::Fetched<typename fencepost_rt::TexelAs<T>::Four, mode>::type tex2Dgather(
    const fencepost_rt::texture<T, cudaTextureType2D, mode>& reference, float x, float y, int channel = 0) {
  using Four = typename fencepost_rt::Fetched<typename fencepost_rt::TexelAs<T>::Four, mode>::type;
  const cudaTextureObject_t object = fencepost_rt::fencepost_texture_bound(&reference);
  return fencepost_rt::TexelAs<Four>::of(fencepost_rt::fencepost_texture_gather(object, x, y, channel));
}
