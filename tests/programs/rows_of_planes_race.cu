// Blocks of two dimensions: a border that a comparison of unsigned numbers cuts off, a switch over threadIdx.x, an index
// that threads keep over a barrier, rows of a narrow matrix, of which a page has many. In each one thread races.
// FINDING: race error global inter-block write@step read@step object=matrix
// FINDING: race error global intra-warp write@step read@step object=matrix
// FINDING: race error shared intra-warp write@right read@tile object=tile
// FINDING: race error global inter-block write@kept read@before object=matrix
// FINDING: race error global inter-block write@narrow write@narrow object=matrix
constexpr int kSide = 64;

__global__ void stencil(float* matrix) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= 1 && x < kSide - 1 && y >= 1 && y < kSide - 1) matrix[y * kSide + x] += matrix[y * kSide + x + 1];  // @step
}

__global__ void tiles(float* product, const float* matrix) {
  __shared__ float tile[8][18];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x + 1] = matrix[y * kSide + x];
  if (x == 0) tile[y][0] = matrix[y];
  if (x == 14) tile[y][17] = matrix[y + 1];
  __syncthreads();
  float sum = tile[y][x] + tile[y][x + 2];  // @tile
  if (x == 15) tile[y][3] = sum;            // @right
  product[y * kSide + x] = sum;
}

__global__ void kept(float* product, float* matrix) {
  __shared__ float sum;
  int at = (blockIdx.y * blockDim.y + threadIdx.y) * kSide + blockIdx.x * blockDim.x + threadIdx.x;
  float own = 0;
  for (int turn = 0; turn < 3; ++turn) {
    own += matrix[at];  // @before
    __syncthreads();
    if (threadIdx.x + threadIdx.y == 0) sum = turn;
    __syncthreads();
    at += kSide;
  }
  product[at] = own;
  if (at == 49 * kSide + 21) matrix[at] = sum;  // @kept
}

__global__ void narrow(float* matrix) {
  const int x = threadIdx.x, y = threadIdx.y;
  matrix[(blockIdx.x * 15 + y) * 16 + x] = blockIdx.x;  // @narrow
}

int main() {
  float *product, *matrix;
  cudaMalloc(&product, 2 * kSide * kSide * sizeof(float));
  cudaMalloc(&matrix, 2 * kSide * kSide * sizeof(float));
  cudaMemset(matrix, 0, 2 * kSide * kSide * sizeof(float));
  stencil<<<dim3(4, 4), dim3(16, 16)>>>(matrix);
  cudaDeviceSynchronize();
  tiles<<<1, dim3(16, 8)>>>(product, matrix);
  cudaDeviceSynchronize();
  kept<<<dim3(4, 4), dim3(16, 16)>>>(product, matrix);
  cudaDeviceSynchronize();
  narrow<<<4, dim3(16, 16)>>>(matrix);
  cudaDeviceSynchronize();
}
