#include "image.h"

#define TILE 16

static __global__ void blur_kernel(const float* __restrict__ in, float* __restrict__ out) {
  __shared__ float tile[TILE + 2][TILE + 2];
  const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  for (int r = threadIdx.y; r < TILE + 2; r += TILE) {
    for (int c = threadIdx.x; c < TILE + 2; c += TILE) {
      const int column = blockIdx.x * TILE + c - 1, row = blockIdx.y * TILE + r - 1;
      const bool inside = column >= 0 && column < EDGE && row >= 0 && row < EDGE;
      tile[r][c] = inside ? in[row * EDGE + column] : 0.0f;
    }
  }
  __syncthreads();
  if (x >= EDGE || y >= EDGE) return;
  const int c = threadIdx.x + 1, r = threadIdx.y + 1;
  out[y * EDGE + x] = (tile[r][c] + tile[r - 1][c] + tile[r + 1][c] + tile[r][c - 1] + tile[r][c + 1]) / 5;
}

void blur(const float* in, float* out) {
  const int blocks = (EDGE + TILE - 1) / TILE;
  blur_kernel<<<dim3(blocks, blocks), dim3(TILE, TILE)>>>(in, out);
}
