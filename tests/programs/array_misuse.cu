// Wrong calls that have to do with arrays.
// FINDING: api-error error none none *@c message="cudaMemcpy2DToArray: its destination, 16 x 2 x 1 .* from \(4, 0, 0\) on, does not lie within the array of 16 x 2 x 1"
// FINDING: api-error error none none *@l message="cudaMemcpyToArray: 33 bytes from \(0, 0\) on do not lie within the array of 32 bytes"
// FINDING: api-error error none none *@s message="cudaCreateSurfaceObject: the array was not made with cudaArraySurfaceLoadStore"
// FINDING: api-error error none none *@e message="cudaMemcpyToArray: its destination \(4 bytes\) is device memory, not the host's"
// FINDING: api-error error none none *@d message="cudaFreeArray of memory that was freed already"
// FINDING: leak error none none *@m message="32 bytes in 1 allocation"
// OPTIONS: --leak-check
// STDOUT: ^ok$
// INCLUDES: parts/texture_objects.h
#include "parts/texture_objects.h"

int main() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaArray_t array, forgotten;
  CHECK(cudaMallocArray(&array, &format, 4, 2));
  CHECK(cudaMallocArray(&forgotten, &format, 4, 2));  // @m
  char data[64] = {};
  const cudaMemcpyKind up = cudaMemcpyHostToDevice;
  expect(cudaMemcpy2DToArray(array, 4, 0, data, 16, 16, 2, up) == cudaErrorInvalidValue, "a box");  // @c
  expect(cudaMemcpyToArray(array, 0, 0, data, 33, up) == cudaErrorInvalidValue, "a line");          // @l
  expect(cudaMemcpyToArray(array, 0, 0, data, 4, cudaMemcpyDeviceToHost) != cudaSuccess, "direction");  // @e
  const cudaResourceDesc resource = resource_of(array);
  cudaSurfaceObject_t surface;
  expect(cudaCreateSurfaceObject(&surface, &resource) == cudaErrorInvalidValue, "no surface");  // @s
  CHECK(cudaFreeArray(array));
  const cudaTextureDesc descriptor = texture_descriptor({});
  cudaTextureObject_t texture;
  expect(cudaCreateTextureObject(&texture, &resource, &descriptor, nullptr) != cudaSuccess, "of freed memory");
  expect(cudaFreeArray(array) == cudaErrorInvalidValue, "twice");  // @d
  tell_verdict();
}
