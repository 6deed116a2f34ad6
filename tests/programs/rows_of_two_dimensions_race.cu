// All rows of threads of a block read the same row of a matrix. What one thread writes there races with others of its
// block, and with those of other blocks; also where a block's last row of threads reads less.
// FINDING: race error global inter-block write@one read@read object=matrix
// FINDING: race error global intra-block write@one read@read object=matrix
// FINDING: race error global intra-block write@own read@part object=matrix
__global__ void multiply(float* product, float* matrix, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += matrix[k * n + x];  // @read
  product[y * n + x] = sum;
  if (x == 5 && y == 21) matrix[3 * n + 9] = 1;  // @one
}

__global__ void part(float* product, float* matrix, int n) {
  const int x = threadIdx.x, y = threadIdx.y;
  if (y < 3) product[y * n + x] = matrix[x];  // @part
  if (y == 3) matrix[x + 2] = 1;              // @own
}

int main() {
  constexpr int kSide = 64;
  float *product, *matrix;
  cudaMalloc(&product, kSide * kSide * sizeof(float));
  cudaMalloc(&matrix, kSide * kSide * sizeof(float));
  cudaMemset(matrix, 0, kSide * kSide * sizeof(float));
  multiply<<<dim3(4, 4), dim3(16, 16)>>>(product, matrix, kSide);
  part<<<1, dim3(12, 4)>>>(product, matrix, kSide);
  cudaDeviceSynchronize();
}
