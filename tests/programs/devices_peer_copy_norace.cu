// A copy between two devices without a stream begins after all earlier work of both, and ends before all later work.
// OPTIONS: --devices 3
// CLEAN
__global__ void fill(int* data, int value) {
  data[threadIdx.x] = value;
}

__global__ void add(int* data) {
  data[threadIdx.x] += 1;
}

int main() {
  int *from, *to;
  cudaStream_t on_first, on_second;
  cudaMalloc(&from, 64 * sizeof(int));
  cudaStreamCreateWithFlags(&on_first, cudaStreamNonBlocking);
  cudaSetDevice(1);
  cudaMalloc(&to, 64 * sizeof(int));
  cudaStreamCreate(&on_second);
  fill<<<1, 64, 0, on_second>>>(to, 5);
  cudaSetDevice(0);
  fill<<<1, 64, 0, on_first>>>(from, 7);
  cudaSetDevice(2);
  cudaMemcpyPeer(to, 1, from, 0, 64 * sizeof(int));
  cudaSetDevice(0);
  fill<<<1, 64, 0, on_first>>>(from, 9);
  cudaSetDevice(1);
  add<<<1, 64, 0, on_second>>>(to);
  int value = 0;
  cudaMemcpyAsync(&value, to, sizeof value, cudaMemcpyDeviceToHost, on_second);
  cudaStreamSynchronize(on_second);
  return value == 8 ? 0 : 1;
}
