// An asynchronous copy between two devices in the NULL stream is no other than one without a stream: it begins after all
// earlier work of both, and ends before all later work.
// OPTIONS: --devices 2
// CLEAN
__global__ void fill(int* data, int value) {
  data[threadIdx.x] = value;
}

__global__ void add(int* data) {
  data[threadIdx.x] += 1;
}

int main() {
  int *from, *to;
  cudaMalloc(&from, 64 * sizeof(int));
  fill<<<1, 64>>>(from, 7);
  cudaSetDevice(1);
  cudaMalloc(&to, 64 * sizeof(int));
  cudaMemcpyAsync(to, from, 64 * sizeof(int), cudaMemcpyDeviceToDevice, 0);
  add<<<1, 64>>>(to);
  cudaSetDevice(0);
  fill<<<1, 64>>>(from, 9);
  int value = 0;
  cudaSetDevice(1);
  cudaMemcpy(&value, to, sizeof value, cudaMemcpyDeviceToHost);
  return value == 8 ? 0 : 1;
}
