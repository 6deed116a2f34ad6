// CLEAN
// memset in a kernel: each thread its own bytes, which then are written.
__global__ void k(char* out, char* copy) {
  __shared__ char tile[32 * 3];
  memset(tile + threadIdx.x * 3, int(threadIdx.x), 3);
  memset(out + threadIdx.x * 3, int(threadIdx.x), 3);
  __syncthreads();
  memcpy(copy + threadIdx.x * 3, out + (threadIdx.x ^ 1) * 3, 3);
  copy[threadIdx.x * 3] = tile[(threadIdx.x ^ 1) * 3];
}

int main() {
  char *out, *copy, host[96];
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&copy, sizeof host);
  k<<<1, 32>>>(out, copy);
  cudaMemcpy(host, copy, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(out);
  cudaFree(copy);
  return host[0] != 1 || host[95] != 30;
}
