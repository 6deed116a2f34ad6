// Two threads access a texel of a surface without a barrier between: the array is named by the line that made it, the
// texel by row and column. Neighbours do not race, nor threads with a barrier between.
// FINDING: race error global intra-warp write@w read@r object=array element="array[1][2]" bytes=32
// FINDING: race error global inter-block write@v write@v object=array element="array[0][0]"
// INCLUDES: parts/texture_objects.h
#include "parts/texture_objects.h"

__global__ void exchange(cudaSurfaceObject_t s, int* result) {
  const int x = threadIdx.x, y = threadIdx.y;
  surf2Dwrite(x + y, s, x * 4, y);  // @w
  if (y == 0) return;
  if (x == 3) *result = surf2Dread<int>(s, 2 * 4, 1);  // @r
}

__global__ void ordered(cudaSurfaceObject_t s, int* result) {
  const int x = threadIdx.x;
  surf2Dwrite(x, s, x * 4, 0);
  __syncthreads();
  result[x] = surf2Dread<int>(s, (3 - x) * 4, 0);
}

__global__ void same_place(cudaSurfaceObject_t s) {
  surf2Dwrite(static_cast<short>(blockIdx.x), s, 0, 0);  // @v
}

int main() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaArray_t array;
  CHECK(cudaMallocArray(&array, &format, 4, 2, cudaArraySurfaceLoadStore));
  int* result;
  CHECK(cudaMalloc(&result, 4 * sizeof(int)));
  const cudaSurfaceObject_t surface = make_surface(array);
  exchange<<<1, dim3(4, 2)>>>(surface, result);
  ordered<<<1, 4>>>(surface, result);
  same_place<<<2, 1>>>(surface);
  CHECK(cudaDeviceSynchronize());
}
