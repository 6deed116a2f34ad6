// 8-byte elements of different threads.
// CLEAN
__global__ void k(long long* data, double* more) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i;
  more[i] = data[i];
}

int main() {
  long long* data;
  double* more;
  cudaMalloc(&data, 128 * sizeof(long long));
  cudaMalloc(&more, 128 * sizeof(double));
  k<<<2, 64>>>(data, more);
  return cudaDeviceSynchronize();
}
