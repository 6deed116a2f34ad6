// Fetches from linear and pitched memory: every element type, normalised reads, what lies beyond, the form with a
// pointer; the descriptors of a texture can be asked for.
// CLEAN
// INCLUDES: parts/texture_objects.h
// STDOUT: ^ok$
#include "parts/texture_objects.h"

template <class T>
__global__ void fetch(cudaTextureObject_t texture, T* result) {
  result[threadIdx.x] = tex1Dfetch<T>(texture, static_cast<int>(threadIdx.x) - 1);
}

__global__ void fetch_through_pointer(cudaTextureObject_t texture, float* result) {
  tex1Dfetch(result + threadIdx.x, texture, threadIdx.x);
}

__global__ void fetch_2d(cudaTextureObject_t texture, float4* result) {
  result[4 * threadIdx.y + threadIdx.x] = tex2D<float4>(texture, threadIdx.x, threadIdx.y);
}

template <class T, class Channel>
void check(const char* name, int channels, Channel first) {
  constexpr int kCount = 6;
  T *data, *result;
  cudaMallocManaged(&data, kCount * sizeof(T));
  cudaMallocManaged(&result, (kCount + 2) * sizeof(T));
  auto* const numbers = reinterpret_cast<Channel*>(data);
  for (int i = 0; i < kCount * channels; ++i) numbers[i] = static_cast<Channel>(first + i);
  const cudaTextureObject_t texture = make_texture(linear_resource(data, kCount));
  fetch<<<1, kCount + 2>>>(texture, result);
  CHECK(cudaDeviceSynchronize());
  const auto* const got = reinterpret_cast<const Channel*>(result);
  for (int i = 0; i < (kCount + 2) * channels; ++i) {
    const bool inside = i >= channels && i < (kCount + 1) * channels;
    expect(got[i] == static_cast<Channel>(inside ? first + i - channels : 0), name);
  }
  CHECK(cudaDestroyTextureObject(texture));
  cudaFree(data);
  cudaFree(result);
}

void check_pitched() {
  // 4 x 3 of uchar4, read as floats between 0 and 1.
  uchar4* image;
  float4* result;
  size_t pitch;
  CHECK(cudaMallocPitch(&image, &pitch, 4 * sizeof(uchar4), 3));
  uchar4 host[12];
  for (int i = 0; i < 12; ++i) host[i] = make_uchar4(i, 51, 255, 0);
  CHECK(cudaMemcpy2D(image, pitch, host, sizeof *host * 4, sizeof *host * 4, 3, cudaMemcpyHostToDevice));
  cudaMallocManaged(&result, 12 * sizeof *result);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D = {image, cudaCreateChannelDesc<uchar4>(), 4, 3, pitch};
  Sampling sampling;
  sampling.read = cudaReadModeNormalizedFloat;
  const cudaTextureObject_t texture = make_texture(resource, sampling);
  fetch_2d<<<1, dim3(4, 3)>>>(texture, result);
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < 12; ++i) {
    const float4 r = result[i];
    expect(r.x == static_cast<float>(i / 255.0) && r.y == 0.2f && r.z == 1 && r.w == 0, "pitched");
  }
  cudaResourceDesc told{};
  cudaTextureDesc texture_told{};
  CHECK(cudaGetTextureObjectResourceDesc(&told, texture));
  CHECK(cudaGetTextureObjectTextureDesc(&texture_told, texture));
  expect(told.res.pitch2D.devPtr == image && texture_told.readMode == cudaReadModeNormalizedFloat, "descriptors");
  CHECK(cudaDestroyTextureObject(texture));
  cudaFree(image);
  cudaFree(result);
}

int main() {
  check<signed char, signed char>("signed char", 1, -3);
  check<unsigned char, unsigned char>("unsigned char", 1, 250);
  check<char, char>("char", 1, 'a');
  check<short, short>("short", 1, -30000);
  check<unsigned short, unsigned short>("unsigned short", 1, 65530);
  check<int, int>("int", 1, -2000000000);
  check<unsigned int, unsigned int>("unsigned int", 1, 4000000000U);
  check<float, float>("float", 1, 0.5f);
  check<uchar4, unsigned char>("uchar4", 4, 100);
  check<char2, signed char>("char2", 2, -100);
  check<short4, short>("short4", 4, -5);
  check<int2, int>("int2", 2, -5);
  check<uint4, unsigned int>("uint4", 4, 7);
  check<float1, float>("float1", 1, 7);
  check<float2, float>("float2", 2, 7);
  check<float4, float>("float4", 4, 7);
  check_pitched();

  float *data, *result;
  cudaMallocManaged(&data, 4 * sizeof(float));
  cudaMallocManaged(&result, 4 * sizeof(float));
  for (int i = 0; i < 4; ++i) data[i] = static_cast<float>(i);
  const cudaTextureObject_t texture = make_texture(linear_resource(data, 4));
  fetch_through_pointer<<<1, 4>>>(texture, result);
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < 4; ++i) expect(result[i] == static_cast<float>(i), "through a pointer");
  CHECK(cudaDestroyTextureObject(texture));
  cudaFree(data);
  cudaFree(result);

  // What does not go together.
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  CHECK(cudaMallocArray(&array, &format, 4, 4));
  const cudaResourceDesc resource = resource_of(array);
  cudaTextureDesc descriptor = texture_descriptor({cudaAddressModeClamp, cudaFilterModeLinear});
  cudaTextureObject_t none = 0;
  expect(cudaCreateTextureObject(&none, &resource, &descriptor, nullptr) == cudaErrorInvalidFilterSetting, "filter");
  descriptor.readMode = cudaReadModeNormalizedFloat;
  expect(cudaCreateTextureObject(&none, &resource, &descriptor, nullptr) == cudaErrorInvalidFilterSetting, "both");
  descriptor.filterMode = cudaFilterModePoint;
  expect(cudaCreateTextureObject(&none, &resource, &descriptor, nullptr) == cudaErrorInvalidNormSetting, "read mode");
  expect(cudaCreateTextureObject(&none, nullptr, &descriptor, nullptr) == cudaErrorInvalidValue, "no resource");
  CHECK(cudaFreeArray(array));
  tell_verdict();
}
