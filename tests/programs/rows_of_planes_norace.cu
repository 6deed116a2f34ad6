// CLEAN
// Blocks of two dimensions, all of whose accesses are rows: a border that a comparison of unsigned numbers cuts off, a
// switch over threadIdx.x, an index that threads keep over barriers, and rows of a narrow matrix, of which a page has many.
// Corners of a tile are not written, nor read.
#include <initializer_list>

constexpr int kSide = 80, kLayers = 6;

__global__ void stencil(float* product, const float* matrix) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || y == 0 || x >= kSide - 1 || y >= kSide - 1) return;
  const int at = y * kSide + x;
  product[at] = matrix[at - 1] + matrix[at + 1] + matrix[at - kSide] + matrix[at + kSide];
}

__global__ void sweep(float* product, const float* matrix) {
  __shared__ float tile[10][18];
  const int x = threadIdx.x, y = threadIdx.y;
  int at = (blockIdx.y * 8 + y + 1) * kSide + blockIdx.x * 16 + x + 1;
  for (int layer = 0; layer < kLayers; ++layer) {
    tile[y + 1][x + 1] = matrix[at];
    if (x == 0) tile[y + 1][0] = matrix[at - 1];
    if (x == 15) tile[y + 1][17] = matrix[at + 1];
    if (y == 0) tile[0][x + 1] = matrix[at - kSide];
    if (y == 7) tile[9][x + 1] = matrix[at + kSide];
    __syncthreads();
    product[at] = tile[y + 1][x] + tile[y + 1][x + 2] + tile[y][x + 1] + tile[y + 2][x + 1];
    at += kSide * kSide;
    __syncthreads();
  }
}

int main() {
  constexpr int kBytes = (kLayers + 1) * kSide * kSide * sizeof(float);
  float *product, *matrix;
  cudaMalloc(&product, kBytes);
  cudaMalloc(&matrix, kBytes);
  for (float* array : {product, matrix}) cudaMemset(array, 0, kBytes);
  for (int launch = 0; launch < 3; ++launch) {
    stencil<<<dim3(5, 5), dim3(16, 16)>>>(product, matrix);
    sweep<<<dim3(4, 9), dim3(16, 8)>>>(product, matrix);
    stencil<<<dim3(5, 5), dim3(16, 16)>>>(matrix, product);
  }
  return cudaDeviceSynchronize();
}
