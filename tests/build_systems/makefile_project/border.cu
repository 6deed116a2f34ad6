#include "image.h"

__global__ void clear_border_kernel(float* image) {
  const int i = threadIdx.x;
  if (i >= EDGE) return;
  image[i] = image[(EDGE - 1) * EDGE + i] = 0;
  if (i > 0 && i < EDGE - 1) image[i * EDGE] = image[i * EDGE + EDGE - 1] = 0;
}

void clear_border(float* image) { clear_border_kernel<<<1, 64>>>(image); }
