// Fetches from linear memory are reads of it: they race with writes of other threads of the launch, in the block and
// in others; after a barrier those of the own block do not. The second line of a filtered fetch counts, too.
// FINDING: race error global intra-warp write@w read@r object=data element=data[1] size=4
// FINDING: race error global inter-block write@w2 read@r2 object=data
// FINDING: race error global intra-warp write@w3 read@r3 object=data element=data[1]
// INCLUDES: parts/texture_objects.h
#include "parts/texture_objects.h"

__global__ void next(float* data, cudaTextureObject_t texture, float* result) {
  data[threadIdx.x] = 1;                                         // @w
  result[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x + 1);  // @r
  __syncthreads();
  result[threadIdx.x] += tex1Dfetch<float>(texture, threadIdx.x + 1);
}

__global__ void others(float* data, cudaTextureObject_t texture, float* result) {
  data[blockIdx.x] = 1;                                          // @w2
  result[blockIdx.x] = tex1Dfetch<float>(texture, 1 - blockIdx.x);  // @r2
}

__global__ void filtered(float* data, cudaTextureObject_t texture, float* result) {
  if (threadIdx.x == 1) data[1] = 2;                     // @w3
  if (threadIdx.x == 0) *result = tex2D<float>(texture, 0.75f, 0);  // @r3
  // Between 0 and 1 with weight 0 for the second: only the first is read.
  if (threadIdx.x == 2) result[1] = tex2D<float>(texture, 0.5f, 0);
}

int main() {
  float *data, *result;
  CHECK(cudaMalloc(&data, 64 * sizeof(float)));
  CHECK(cudaMalloc(&result, 64 * sizeof(float)));
  CHECK(cudaMemset(data, 0, 64 * sizeof(float)));
  const cudaTextureObject_t texture = make_texture(linear_resource(data, 64));
  next<<<1, 32>>>(data, texture, result);
  others<<<2, 1>>>(data, texture, result);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D = {data, cudaCreateChannelDesc<float>(), 32, 1, 128};
  const cudaTextureObject_t line = make_texture(resource, {cudaAddressModeClamp, cudaFilterModeLinear});
  filtered<<<1, 3>>>(data, line, result);
  CHECK(cudaDeviceSynchronize());
}
