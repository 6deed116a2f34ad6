// As rows_many_steps_norace: the pairs of the last interval are as many as with --reference, in each of the blocks.
// FINDING: race error shared intra-block write@write read@read occurrences=248
// FINDING-COUNT: 1
__global__ void k(const float* from, float* to) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  tile[t] = from[t];
  __syncthreads();
  for (int i = 0; i < 400; ++i) {
    if (t > 0) sum += tile[t - 1];
    __syncthreads();
    if (t != 32) tile[t] = sum;
    __syncthreads();
  }
  if (t < 32) tile[t] = sum;           // @write
  if (t > 32) sum += tile[t - 33];     // @read
  to[blockIdx.x * 64 + t] = sum;
}

int main() {
  float *from, *to;
  cudaMalloc(&from, 64 * sizeof(float));
  cudaMalloc(&to, 8 * 64 * sizeof(float));
  cudaMemset(from, 0, 64 * sizeof(float));
  k<<<8, 64>>>(from, to);
  cudaDeviceSynchronize();
}
