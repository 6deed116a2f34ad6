// cudaDeviceSynchronize in a kernel: of what the block launched the thread that has waited knows, others behind a barrier.
// COMPILE: -rdc=true -lcudadevrt
// FINDING: race error global stream read@r write@w object=data element=data[1] message="put in the default stream of block 0 accesses data.1. while start, which launches it"
__global__ void put(int* data) {
  data[threadIdx.x] = 1;  // @w
}

__global__ void start(int* data, int* to) {
  if (threadIdx.x == 0) {
    put<<<1, 64>>>(data);
    cudaDeviceSynchronize();
    to[0] = data[0];
  } else {
    to[threadIdx.x] = data[threadIdx.x];  // @r
  }
}

int main() {
  int *data, *to;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMalloc(&to, 64 * sizeof(int));
  cudaMemset(data, 0, 64 * sizeof(int));
  start<<<1, 64>>>(data, to);
  cudaDeviceSynchronize();
}
