// A texture is used after it was destroyed.
// FINDING: invalid-address error none none read@r message="tex1Dfetch of a texture that does not exist, or was destroyed"
// INCLUDES: parts/texture_objects.h
#include "parts/texture_objects.h"

__global__ void fetch(cudaTextureObject_t texture, float* result) {
  *result = tex1Dfetch<float>(texture, 0);  // @r
}

int main() {
  float* data;
  CHECK(cudaMalloc(&data, 512));
  const cudaTextureObject_t texture = make_texture(linear_resource(data, 4));
  CHECK(cudaDestroyTextureObject(texture));
  fetch<<<1, 1>>>(texture, data);
  cudaDeviceSynchronize();
}
