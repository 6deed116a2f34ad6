// Each thread walks down a column that threads of other blocks read, too: what one of them writes there races with
// those, and what a thread writes in its neighbour's column with its neighbour.
// FINDING: race error global inter-block write@one read@read object=table
// FINDING: race error global intra-block write@one read@read object=table
// FINDING: race error global intra-block write@next write@own object=sums
constexpr int kWidth = 1500, kHeight = 40;

__global__ void add(float* sums, float* table, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  float sum = 0;
  for (int y = 0; y < height; ++y) sum += table[y * width + threadIdx.x];  // @read
  for (int y = 0; y < height; ++y) sums[y * width + x] = sum;
  if (x == kWidth - 1) table[7 * width + 5] = 1;  // @one
}

__global__ void shift(float* sums, int width, int height) {
  const int x = threadIdx.x;
  for (int y = 0; y < height; ++y) sums[y * width + x] = 1;      // @own
  for (int y = 0; y < height; ++y) sums[y * width + x + 1] = 2;  // @next
}

int main() {
  float *sums, *table;
  cudaMalloc(&sums, kWidth * kHeight * sizeof(float));
  cudaMalloc(&table, kWidth * kHeight * sizeof(float));
  cudaMemset(table, 0, kWidth * kHeight * sizeof(float));
  add<<<(kWidth + 127) / 128, 128>>>(sums, table, kWidth, kHeight);
  shift<<<1, 64>>>(sums, kWidth, kHeight);
  cudaDeviceSynchronize();
}
