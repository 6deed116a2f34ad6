// The last block is only partly used.
// CLEAN
__global__ void k(float* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = 2 * i;
}

int main() {
  float* data;
  cudaMalloc(&data, 1000 * sizeof(float));
  k<<<(1000 + 127) / 128, 128>>>(data, 1000);
  return cudaDeviceSynchronize();
}
