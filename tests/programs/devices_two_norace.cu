// Kernels of two devices write the same managed array, one after the other: the host waits for the first device.
// OPTIONS: --devices 2
// CLEAN
__global__ void fill(int* data) {
  data[threadIdx.x] = 1;
}

__global__ void twice(int* data) {
  data[threadIdx.x] *= 2;
}

int main() {
  int* data;
  cudaMallocManaged(&data, 64 * sizeof(int));
  fill<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  cudaSetDevice(1);
  twice<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  return data[63] == 2 ? 0 : 1;
}
