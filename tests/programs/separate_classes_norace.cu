// Classes with virtual functions, an instantiated template and a __constant__ variable in another file.
// SOURCES: parts/shapes.cu
// COMPILE: -rdc=true -arch=sm_75
// STDOUT: ^1027 1750$
// CLEAN
#include <cstdio>

#include "parts/shapes.cuh"

__global__ void use(int* out) {
  const Shape* shape = new Square(5);
  *out = shape->area() + twice(1) + scale;
  delete shape;
}

int main() {
  int* out;
  cudaMallocManaged(&out, 2 * sizeof(int));
  const int thousand = 1000;
  cudaMemcpyToSymbol(scale, &thousand, sizeof thousand);
  use<<<1, 1>>>(out);
  architecture<<<1, 1>>>(out + 1);
  cudaDeviceSynchronize();
  printf("%d %d\n", out[0], out[1]);
  cudaFree(out);
}
