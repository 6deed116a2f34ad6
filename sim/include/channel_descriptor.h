// cudaCreateChannelDesc<T>(): the format of an array of T, a number or vector of 8, 16 or 32 bits a channel.
#pragma once

#include "cuda_runtime_api.h"

#ifdef __cplusplus

namespace fencepost_rt {

/// Of types that are no format: no channels.
template <class T>
struct ChannelFormat {
  static constexpr cudaChannelFormatDesc value = {0, 0, 0, 0, cudaChannelFormatKindNone};
};

#define FENCEPOST_FORMAT(type, channels, bits, kind)                                                                \
  template <>                                                                                                       \
  struct ChannelFormat<type> {                                                                                      \
    static constexpr cudaChannelFormatDesc value = {bits, (channels) > 1 ? (bits) : 0, (channels) > 2 ? (bits) : 0, \
                                                    (channels) > 3 ? (bits) : 0, cudaChannelFormatKind##kind};      \
  };
#define FENCEPOST_FORMATS(type, name, bits, kind) \
  FENCEPOST_FORMAT(type, 1, bits, kind)           \
  FENCEPOST_FORMAT(name##1, 1, bits, kind)        \
  FENCEPOST_FORMAT(name##2, 2, bits, kind)        \
  FENCEPOST_FORMAT(name##3, 3, bits, kind)        \
  FENCEPOST_FORMAT(name##4, 4, bits, kind)
FENCEPOST_FORMAT(char, 1, 8, Signed)
FENCEPOST_FORMATS(signed char, char, 8, Signed)
FENCEPOST_FORMATS(unsigned char, uchar, 8, Unsigned)
FENCEPOST_FORMATS(short, short, 16, Signed)
FENCEPOST_FORMATS(unsigned short, ushort, 16, Unsigned)
FENCEPOST_FORMATS(int, int, 32, Signed)
FENCEPOST_FORMATS(unsigned int, uint, 32, Unsigned)
FENCEPOST_FORMATS(float, float, 32, Float)
#undef FENCEPOST_FORMATS
#undef FENCEPOST_FORMAT

}  // namespace fencepost_rt

template <class T>
inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  return fencepost_rt::ChannelFormat<T>::value;
}

static inline __attribute__((unused)) cudaChannelFormatDesc cudaCreateChannelDescHalf() {
  return {16, 0, 0, 0, cudaChannelFormatKindFloat};
}
static inline __attribute__((unused)) cudaChannelFormatDesc cudaCreateChannelDescHalf1() {
  return {16, 0, 0, 0, cudaChannelFormatKindFloat};
}
static inline __attribute__((unused)) cudaChannelFormatDesc cudaCreateChannelDescHalf2() {
  return {16, 16, 0, 0, cudaChannelFormatKindFloat};
}
static inline __attribute__((unused)) cudaChannelFormatDesc cudaCreateChannelDescHalf4() {
  return {16, 16, 16, 16, cudaChannelFormatKindFloat};
}

#endif  // __cplusplus
