// A read beyond the last row ends the kernel.
// FINDING: out-of-bounds error global none read@r object=array message="surf2Dread of 4 bytes at \(4, 2, 0\), .* surface of 16, 2, 1 bytes"
// INCLUDES: parts/texture_objects.h
#include "parts/texture_objects.h"

__global__ void look(cudaSurfaceObject_t s, int* result) {
  *result = surf2Dread<int>(s, 4, 2);  // @r
}

int main() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaArray_t array;
  int* result;
  CHECK(cudaMalloc(&result, sizeof *result));
  CHECK(cudaMallocArray(&array, &format, 4, 2, cudaArraySurfaceLoadStore));
  look<<<1, 1>>>(make_surface(array), result);
  cudaDeviceSynchronize();
}
