// What texture fetches and surface accesses come down to: functions of the runtime (sim/device), which read and write
// the memory behind them, checked. Texels travel in registers.
#pragma once

#include "channel_descriptor.h"
#include "fencepost_device.h"

namespace fencepost_rt {

/// Four channels of 32 bits: of a surface, the bytes themselves.
typedef unsigned int Texel __attribute__((vector_size(16)));
typedef float Gradient __attribute__((vector_size(16)));

/// By which function memory is accessed.
enum TextureShape { k1D, k2D, k3D, k1DLayered, k2DLayered, kCubemap, kCubemapLayered };

extern "C" {
/// A filtered fetch. `layer` of layered ones; coordinates that the shape does not have are not looked at.
Texel fencepost_texture(unsigned long long object, int shape, float x, float y, float z, int layer, float level);
Texel fencepost_texture_gradient(unsigned long long object, int shape, float x, float y, float z, int layer,
                                 Gradient dx, Gradient dy);
Texel fencepost_texture_linear(unsigned long long object, int x);
Texel fencepost_texture_gather(unsigned long long object, float x, float y, int channel);
/// `x` and `bytes`: in bytes. `z`: or the layer. `mode`: cudaSurfaceBoundaryMode.
Texel fencepost_surface_read(unsigned long long object, int shape, int bytes, int x, int y, int z, int mode);
void fencepost_surface_write(Texel value, unsigned long long object, int shape, int bytes, int x, int y, int z,
                             int mode);
/// What a reference is bound to.
unsigned long long fencepost_texture_bound(const textureReference* reference);
unsigned long long fencepost_surface_bound(const surfaceReference* reference);
}

/// A texel as T, a number or a vector of one, two or four.
template <class T>
struct TexelAs;

#define FENCEPOST_TEXEL(type, name, channel)                                               \
  template <>                                                                              \
  struct TexelAs<type> {                                                                   \
    static FENCEPOST_DEVICE type of(Texel t) { return channel(t[0]); }                     \
    using Float = float;                                                                   \
    using Four = name##4;                                                                  \
  };                                                                                       \
  template <>                                                                              \
  struct TexelAs<name##1> {                                                                \
    static FENCEPOST_DEVICE name##1 of(Texel t) { return {channel(t[0])}; }                \
    using Float = float1;                                                                  \
    using Four = name##4;                                                                  \
  };                                                                                       \
  template <>                                                                              \
  struct TexelAs<name##2> {                                                                \
    static FENCEPOST_DEVICE name##2 of(Texel t) { return {channel(t[0]), channel(t[1])}; } \
    using Float = float2;                                                                  \
    using Four = name##4;                                                                  \
  };                                                                                       \
  template <>                                                                              \
  struct TexelAs<name##4> {                                                                \
    static FENCEPOST_DEVICE name##4 of(Texel t) {                                          \
      return {channel(t[0]), channel(t[1]), channel(t[2]), channel(t[3])};                 \
    }                                                                                      \
    using Float = float4;                                                                  \
    using Four = name##4;                                                                  \
  };
#define FENCEPOST_FLOAT(bits) __builtin_bit_cast(float, (unsigned int)(bits))
FENCEPOST_TEXEL(signed char, char, (signed char))
FENCEPOST_TEXEL(unsigned char, uchar, (unsigned char))
FENCEPOST_TEXEL(short, short, (short))
FENCEPOST_TEXEL(unsigned short, ushort, (unsigned short))
FENCEPOST_TEXEL(int, int, (int))
FENCEPOST_TEXEL(unsigned int, uint, (unsigned int))
FENCEPOST_TEXEL(float, float, FENCEPOST_FLOAT)
#undef FENCEPOST_TEXEL
#undef FENCEPOST_FLOAT
template <>
struct TexelAs<char> : TexelAs<signed char> {};

/// What reading a texture reference gives.
template <class T, cudaTextureReadMode mode>
struct Fetched {
  using type = T;
};
template <class T>
struct Fetched<T, cudaReadModeNormalizedFloat> {
  using type = typename TexelAs<T>::Float;
};

/// A texel of a surface: its first sizeof(T) bytes are a T.
template <class T>
FENCEPOST_DEVICE T from_texel(Texel texel) {
  T value;
  __builtin_memcpy(&value, &texel, sizeof(T));
  return value;
}
template <class T>
FENCEPOST_DEVICE Texel to_texel(T value) {
  static_assert(__is_trivially_copyable(T) && (sizeof(T) & (sizeof(T) - 1)) == 0 && sizeof(T) <= 16,
                "surfaces are accessed by 1, 2, 4, 8 or 16 bytes");
  Texel texel = {};
  __builtin_memcpy(&texel, &value, sizeof(T));
  return texel;
}

FENCEPOST_DEVICE Gradient gradient(float d) { return Gradient{d, 0, 0, 0}; }
FENCEPOST_DEVICE Gradient gradient(float2 d) { return Gradient{d.x, d.y, 0, 0}; }
FENCEPOST_DEVICE Gradient gradient(float4 d) { return Gradient{d.x, d.y, d.z, 0}; }

}  // namespace fencepost_rt
