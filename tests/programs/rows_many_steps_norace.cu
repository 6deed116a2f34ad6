// Of a block more is told than is noted of it to compare the next one with, and some threads tell nothing of shared memory.
// CLEAN
__global__ void k(const float* from, float* to) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0;
  tile[t] = from[t];
  __syncthreads();
  for (int i = 0; i < 400; ++i) {
    if (t > 0) sum += tile[t - 1];
    __syncthreads();
    if (t > 0) tile[t] = sum;
    __syncthreads();
  }
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
