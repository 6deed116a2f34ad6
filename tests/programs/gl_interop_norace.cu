// A program that draws, unless it is told to write a file: what it calls of OpenGL's interoperability is refused when it is
// called, not when it is compiled.
// CLEAN
// STDOUT: ^file 7$
// NEEDS: /usr/include/GL/gl.h
#include <cuda_gl_interop.h>

#include <cstdio>

__global__ void paint(int* picture) { picture[threadIdx.x] = threadIdx.x; }

static int* mapped_picture(unsigned buffer) {
  cudaGraphicsResource* resource;
  cudaGraphicsGLRegisterBuffer(&resource, buffer, cudaGraphicsMapFlagsWriteDiscard);
  cudaGraphicsMapResources(1, &resource, 0);
  int* picture;
  size_t bytes;
  cudaGraphicsResourceGetMappedPointer((void**)&picture, &bytes, resource);
  return picture;
}

int main(int argc, char**) {
  int* picture;
  if (argc > 1) picture = mapped_picture(1);
  else cudaMalloc(&picture, 8 * sizeof *picture);
  paint<<<1, 8>>>(picture);
  int last;
  cudaMemcpy(&last, picture + 7, sizeof last, cudaMemcpyDeviceToHost);
  printf("file %d\n", last);
}
