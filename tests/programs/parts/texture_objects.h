// Texture and surface objects in one line each, and the verdict of a program that looks at what it got.
#pragma once

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                             \
  do {                                                                          \
    if (const cudaError_t error_ = (call); error_ != cudaSuccess) {             \
      std::printf("%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorName(error_)); \
      std::exit(1);                                                             \
    }                                                                           \
  } while (false)

inline int mistakes = 0;

inline void expect(bool holds, const char* what) {
  if (holds) return;
  ++mistakes;
  std::printf("wrong: %s\n", what);
}

inline void tell_verdict() { std::puts(mistakes == 0 ? "ok" : "not ok"); }

inline cudaResourceDesc resource_of(cudaArray_t array) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}

template <class T>
cudaResourceDesc linear_resource(T* pointer, size_t count) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = pointer;
  resource.res.linear.desc = cudaCreateChannelDesc<T>();
  resource.res.linear.sizeInBytes = count * sizeof(T);
  return resource;
}

struct Sampling {
  cudaTextureAddressMode mode = cudaAddressModeClamp;
  cudaTextureFilterMode filter = cudaFilterModePoint;
  bool normalized = false;
  cudaTextureReadMode read = cudaReadModeElementType;
};

inline cudaTextureDesc texture_descriptor(const Sampling& sampling) {
  cudaTextureDesc texture{};
  for (cudaTextureAddressMode& mode : texture.addressMode) mode = sampling.mode;
  texture.filterMode = sampling.filter;
  texture.readMode = sampling.read;
  texture.normalizedCoords = sampling.normalized;
  return texture;
}

inline cudaTextureObject_t make_texture(const cudaResourceDesc& resource, const Sampling& sampling = {}) {
  const cudaTextureDesc texture = texture_descriptor(sampling);
  cudaTextureObject_t object = 0;
  CHECK(cudaCreateTextureObject(&object, &resource, &texture, nullptr));
  return object;
}

inline cudaSurfaceObject_t make_surface(cudaArray_t array) {
  const cudaResourceDesc resource = resource_of(array);
  cudaSurfaceObject_t object = 0;
  CHECK(cudaCreateSurfaceObject(&object, &resource));
  return object;
}
