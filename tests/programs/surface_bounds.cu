// An access beyond a surface ends the kernel (cudaBoundaryModeTrap), as it does on hardware. Here x counts texels where
// it has to count bytes, so that the second one does not begin on a texel.
// FINDING: out-of-bounds error global none write@w object=array bytes=64 hint="x counts bytes" message="surf2Dwrite of 8 bytes at \(1, 0, 0\)"
// STDOUT: ^cudaErrorIllegalAddress$
// INCLUDES: parts/texture_objects.h
#include "parts/texture_objects.h"

__global__ void fill(cudaSurfaceObject_t s) {
  for (int x = 0; x < 4; ++x) surf2Dwrite(make_float2(x, 0), s, x, 0);  // @w
}

int main() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float2>();
  cudaArray_t array;
  CHECK(cudaMallocArray(&array, &format, 4, 2, cudaArraySurfaceLoadStore));
  fill<<<1, 1>>>(make_surface(array));
  std::puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
