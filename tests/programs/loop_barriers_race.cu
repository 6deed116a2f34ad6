// The same ping-pong with every third barrier left out.
// FINDING: race error shared intra-block read@step write@step object=buffer
__global__ void k(int* out) {
  __shared__ int buffer[2][64];
  int t = threadIdx.x;
  buffer[0][t] = 0;
  buffer[1][t] = 0;
  __syncthreads();
  for (int i = 0; i < 99; ++i) {
    if (i % 3) __syncthreads();
    buffer[(i + 1) % 2][t] = buffer[i % 2][(t + 1) % 64] + 1;  // @step
  }
  out[t] = buffer[0][t];
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  k<<<1, 64>>>(out);
  return cudaDeviceSynchronize();
}
