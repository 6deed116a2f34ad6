// Points and filtered points of a 2-D texture, under every address mode, equal what the programming guide's formulas
// give. The coordinates are multiples of a quarter of a texel, so that all arithmetic is exact.
// CLEAN
// INCLUDES: parts/texture_objects.h
// STDOUT: ^0 wrong of 112896$
#include <cmath>

#include "parts/texture_objects.h"

constexpr int kWidth = 8, kHeight = 4, kSteps = 84;

__host__ __device__ float step_of(int i) { return (i - 24) / 4.0f; }

__global__ void sample(cudaTextureObject_t image, bool normalized, float* result) {
  const int x = threadIdx.x, y = blockIdx.x;
  const float u = step_of(x), v = step_of(y);
  result[y * kSteps + x] = normalized ? tex2D<float>(image, u / kWidth, v / kHeight) : tex2D<float>(image, u, v);
}

int index_of(int i, int n, cudaTextureAddressMode mode) {
  if (i >= 0 && i < n) return i;
  if (mode == cudaAddressModeBorder) return -1;
  if (mode == cudaAddressModeWrap) return ((i % n) + n) % n;
  if (mode == cudaAddressModeClamp) return i < 0 ? 0 : n - 1;
  const int j = ((i % (2 * n)) + 2 * n) % (2 * n);
  return j < n ? j : 2 * n - 1 - j;
}

float texel(const float* data, int x, int y, cudaTextureAddressMode mode) {
  const int i = index_of(x, kWidth, mode), j = index_of(y, kHeight, mode);
  return i < 0 || j < 0 ? 0 : data[j * kWidth + i];
}

float expected(const float* data, float u, float v, const Sampling& s) {
  const bool periodic = s.mode == cudaAddressModeWrap || s.mode == cudaAddressModeMirror;
  const cudaTextureAddressMode mode = periodic && !s.normalized ? cudaAddressModeClamp : s.mode;
  if (s.filter == cudaFilterModePoint) {
    return texel(data, static_cast<int>(std::floor(u)), static_cast<int>(std::floor(v)), mode);
  }
  const float i = std::floor(u - 0.5f), j = std::floor(v - 0.5f);
  const float a = u - 0.5f - i, b = v - 0.5f - j;
  const int x = static_cast<int>(i), y = static_cast<int>(j);
  return (1 - a) * (1 - b) * texel(data, x, y, mode) + a * (1 - b) * texel(data, x + 1, y, mode) +
         (1 - a) * b * texel(data, x, y + 1, mode) + a * b * texel(data, x + 1, y + 1, mode);
}

int main() {
  float data[kWidth * kHeight], *result;
  for (int i = 0; i < kWidth * kHeight; ++i) data[i] = static_cast<float>(i * i + 1);
  cudaMallocManaged(&result, kSteps * kSteps * sizeof(float));
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  CHECK(cudaMallocArray(&array, &format, kWidth, kHeight));
  CHECK(cudaMemcpy2DToArray(array, 0, 0, data, kWidth * sizeof(float), kWidth * sizeof(float), kHeight,
                            cudaMemcpyHostToDevice));
  int wrong = 0, all = 0;
  for (int mode = 0; mode < 4; ++mode) {
    for (int filter = 0; filter < 2; ++filter) {
      for (const bool normalized : {false, true}) {
        const Sampling sampling{static_cast<cudaTextureAddressMode>(mode), static_cast<cudaTextureFilterMode>(filter),
                                normalized};
        const cudaTextureObject_t image = make_texture(resource_of(array), sampling);
        sample<<<kSteps, kSteps>>>(image, normalized, result);
        CHECK(cudaDeviceSynchronize());
        for (int y = 0; y < kSteps; ++y) {
          for (int x = 0; x < kSteps; ++x) {
            ++all;
            if (result[y * kSteps + x] != expected(data, step_of(x), step_of(y), sampling)) ++wrong;
          }
        }
        CHECK(cudaDestroyTextureObject(image));
      }
    }
  }
  std::printf("%d wrong of %d\n", wrong, all);
  CHECK(cudaFreeArray(array));
  cudaFree(result);
}
