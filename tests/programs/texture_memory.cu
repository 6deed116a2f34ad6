// What a texture reads is checked as any other memory: an array of which a part was never written, one that was freed,
// linear memory that is shorter than the texture says.
// FINDING: uninitialized-read error global none read@u object=array element="array[1][0]" occurrences=4
// FINDING: out-of-bounds error global none read@o object=data element=data[8] occurrences=8
// FINDING: use-after-free error global none read@f object=array occurrences=8
// INCLUDES: parts/texture_objects.h
#include "parts/texture_objects.h"

__global__ void unwritten(cudaTextureObject_t texture, float* result) {
  result[threadIdx.y * 4 + threadIdx.x] = tex2D<float>(texture, threadIdx.x, threadIdx.y);  // @u
}
__global__ void too_long(const float* data, cudaTextureObject_t texture, float* result) {
  result[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);  // @o
}
__global__ void freed(cudaTextureObject_t texture, float* result) {
  result[threadIdx.y * 4 + threadIdx.x] = tex2D<float>(texture, threadIdx.x, threadIdx.y);  // @f
}

int main() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  CHECK(cudaMallocArray(&array, &format, 4, 2));
  const float row[4] = {1, 2, 3, 4};
  CHECK(cudaMemcpyToArray(array, 0, 0, row, sizeof row, cudaMemcpyHostToDevice));
  float *result, *data;
  CHECK(cudaMalloc(&result, 16 * sizeof(float)));
  CHECK(cudaMalloc(&data, 8 * sizeof(float)));
  CHECK(cudaMemset(data, 0, 8 * sizeof(float)));
  const cudaTextureObject_t texture = make_texture(resource_of(array));
  unwritten<<<1, dim3(4, 2)>>>(texture, result);
  const cudaTextureObject_t line = make_texture(linear_resource(data, 16));
  too_long<<<1, 16>>>(data, line, result);
  CHECK(cudaFreeArray(array));
  freed<<<1, dim3(4, 2)>>>(texture, result);
  CHECK(cudaDeviceSynchronize());
}
