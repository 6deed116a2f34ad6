// A texture is read in one stream while a copy in another fills the array.
// FINDING: race error global stream write@c read@r object=array
// INCLUDES: parts/texture_objects.h
#include "parts/texture_objects.h"

__global__ void look(cudaTextureObject_t texture, float* result) {
  result[threadIdx.x] = tex2D<float>(texture, threadIdx.x, 0);  // @r
}

int main() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  CHECK(cudaMallocArray(&array, &format, 32, 2));
  float *host, *result;
  CHECK(cudaMallocHost(&host, 64 * sizeof(float)));
  for (int i = 0; i < 64; ++i) host[i] = 1;
  CHECK(cudaMalloc(&result, 32 * sizeof(float)));
  CHECK(cudaMemcpyToArray(array, 0, 0, host, 64 * sizeof(float), cudaMemcpyHostToDevice));
  const cudaTextureObject_t texture = make_texture(resource_of(array));
  cudaStream_t a, b;
  CHECK(cudaStreamCreate(&a));
  CHECK(cudaStreamCreate(&b));
  look<<<1, 32, 0, a>>>(texture, result);
  CHECK(cudaMemcpy2DToArrayAsync(array, 0, 0, host, 128, 128, 2, cudaMemcpyHostToDevice, b));  // @c
  CHECK(cudaDeviceSynchronize());
}
