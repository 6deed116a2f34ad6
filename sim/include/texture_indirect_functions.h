// Fetches from texture objects: `tex2D<float>(object, x, y)`, and `tex2D(&result, object, x, y)`.
#pragma once

#include "fencepost_texture.h"

#define FENCEPOST_WITHOUT_PARENTHESES(...) __VA_ARGS__

/// Defines either form of a fetch; `call` gives a Texel.
#define FENCEPOST_FETCH(name, parameters, arguments, call)                                                      \
  template <class T>                                                                                            \
  FENCEPOST_DEVICE T name(cudaTextureObject_t object, FENCEPOST_WITHOUT_PARENTHESES parameters) {               \
    return fencepost_rt::TexelAs<T>::of(call);                                                                  \
  }                                                                                                             \
  template <class T>                                                                                            \
  FENCEPOST_DEVICE void name(T* result, cudaTextureObject_t object, FENCEPOST_WITHOUT_PARENTHESES parameters) { \
    *result = name<T>(object, FENCEPOST_WITHOUT_PARENTHESES arguments);                                         \
  }

/// Defines a fetch, and those that name a level or derivatives (of type `step`).
#define FENCEPOST_FETCHES(name, shape, step, parameters, arguments, x, y, z, layer)                      \
  FENCEPOST_FETCH(name, parameters, arguments,                                                           \
                  (fencepost_rt::fencepost_texture(object, fencepost_rt::shape, x, y, z, layer, 0)))     \
  FENCEPOST_FETCH(name##Lod, (FENCEPOST_WITHOUT_PARENTHESES parameters, float level),                    \
                  (FENCEPOST_WITHOUT_PARENTHESES arguments, level),                                      \
                  (fencepost_rt::fencepost_texture(object, fencepost_rt::shape, x, y, z, layer, level))) \
  FENCEPOST_FETCH(name##Grad, (FENCEPOST_WITHOUT_PARENTHESES parameters, step dx, step dy),              \
                  (FENCEPOST_WITHOUT_PARENTHESES arguments, dx, dy),                                     \
                  (fencepost_rt::fencepost_texture_gradient(object, fencepost_rt::shape, x, y, z, layer, \
                                                            fencepost_rt::gradient(dx), fencepost_rt::gradient(dy))))

FENCEPOST_FETCHES(tex1D, k1D, float, (float x), (x), x, 0, 0, 0)
FENCEPOST_FETCHES(tex2D, k2D, float2, (float x, float y), (x, y), x, y, 0, 0)
FENCEPOST_FETCHES(tex3D, k3D, float4, (float x, float y, float z), (x, y, z), x, y, z, 0)
FENCEPOST_FETCHES(tex1DLayered, k1DLayered, float, (float x, int layer), (x, layer), x, 0, 0, layer)
FENCEPOST_FETCHES(tex2DLayered, k2DLayered, float2, (float x, float y, int layer), (x, y, layer), x, y, 0, layer)
FENCEPOST_FETCH(texCubemap, (float x, float y, float z), (x, y, z),
                (fencepost_rt::fencepost_texture(object, fencepost_rt::kCubemap, x, y, z, 0, 0)))
FENCEPOST_FETCH(texCubemapLod, (float x, float y, float z, float level), (x, y, z, level),
                (fencepost_rt::fencepost_texture(object, fencepost_rt::kCubemap, x, y, z, 0, level)))
FENCEPOST_FETCH(texCubemapLayered, (float x, float y, float z, int layer), (x, y, z, layer),
                (fencepost_rt::fencepost_texture(object, fencepost_rt::kCubemapLayered, x, y, z, layer, 0)))
FENCEPOST_FETCH(texCubemapLayeredLod, (float x, float y, float z, int layer, float level), (x, y, z, layer, level),
                (fencepost_rt::fencepost_texture(object, fencepost_rt::kCubemapLayered, x, y, z, layer, level)))
FENCEPOST_FETCH(tex1Dfetch, (int x), (x), (fencepost_rt::fencepost_texture_linear(object, x)))
FENCEPOST_FETCH(tex2Dgather, (float x, float y, int channel = 0), (x, y, channel),
                (fencepost_rt::fencepost_texture_gather(object, x, y, channel)))

#undef FENCEPOST_FETCHES
#undef FENCEPOST_FETCH
#undef FENCEPOST_WITHOUT_PARENTHESES
