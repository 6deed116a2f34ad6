// What a thread does behind a launch races with the grid.
// COMPILE: -rdc=true -lcudadevrt
// FINDING: race error global stream write@w read@r object=data element=data[0] message="sum in cudaStreamFireAndForget accesses data.0. while fill, which launches it, may still do so" hint=cudaStreamTailLaunch
__global__ void sum(const int* data, int* to) {
  atomicAdd(to, data[threadIdx.x]);  // @r
}

__global__ void fill(int* data, int* to) {
  if (threadIdx.x == 0) sum<<<1, 64, 0, cudaStreamFireAndForget>>>(data, to);
  data[threadIdx.x] = 1;  // @w
}

int main() {
  int *data, *to;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMalloc(&to, sizeof(int));
  cudaMemset(data, 0, 64 * sizeof(int));
  cudaMemset(to, 0, sizeof(int));
  fill<<<1, 64>>>(data, to);
  cudaDeviceSynchronize();
}
