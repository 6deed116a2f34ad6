// A copy between two devices in a stream of one of them does not wait for the work of the other.
// OPTIONS: --devices 2
// FINDING: race error global stream *@write *@copy object=data message="fill in the default stream of device 0 and cudaMemcpyPeerAsync in stream 1 of device 1 access data\[0\], and nothing orders them"
__global__ void fill(int* data) {
  data[threadIdx.x] = 1;  // @write
}

int main() {
  int *from, *to;
  cudaMalloc(&from, 64 * sizeof(int));
  cudaMemset(from, 0, 64 * sizeof(int));
  cudaDeviceSynchronize();
  fill<<<1, 64>>>(from);
  cudaSetDevice(1);
  cudaMalloc(&to, 64 * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemcpyPeerAsync(to, 1, from, 0, 64 * sizeof(int), stream);  // @copy
  cudaDeviceSynchronize();
}
