// A stream waits for an event that was recorded on another device.
// OPTIONS: --devices 2
// CLEAN
__global__ void fill(int* data) {
  data[threadIdx.x] = 1;
}

__global__ void add(int* data) {
  data[threadIdx.x] += 1;
}

int main() {
  int* data;
  cudaMallocManaged(&data, 64 * sizeof(int));
  cudaStream_t on_first, on_second;
  cudaEvent_t filled;
  cudaStreamCreate(&on_first);
  cudaEventCreate(&filled);
  fill<<<1, 64, 0, on_first>>>(data);
  cudaEventRecord(filled, on_first);
  cudaSetDevice(1);
  cudaStreamCreateWithFlags(&on_second, cudaStreamNonBlocking);
  cudaStreamWaitEvent(on_second, filled, 0);
  add<<<1, 64, 0, on_second>>>(data);
  cudaStreamSynchronize(on_second);
  return data[7] == 2 ? 0 : 1;
}
