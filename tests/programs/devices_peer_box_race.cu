// A box that is copied to another device in a stream of that does not wait for the work of the first.
// OPTIONS: --devices 2
// FINDING: race error global stream *@write *@copy object=data
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
  cudaMemcpy3DPeerParms box = {};
  box.srcPtr = make_cudaPitchedPtr(from, 16, 16, 4);
  box.dstPtr = make_cudaPitchedPtr(to, 16, 16, 4);
  box.dstDevice = 1;
  box.extent = make_cudaExtent(16, 4, 4);
  cudaMemcpy3DPeerAsync(&box, stream);  // @copy
  cudaDeviceSynchronize();
}
