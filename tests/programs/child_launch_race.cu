// A kernel launches a grid: no barrier orders what other threads wrote before the launch.
// COMPILE: -rdc=true -lcudadevrt
// FINDING: race error global stream write@w#1 read@r#1 object=data element=data[1] kernel=twice message="twice in the default stream of block 0 accesses data.1. while fill, which launches it, may still do so" hint=__syncthreads
__global__ void twice(int* data) {
  int old = data[threadIdx.x];  // @r
  data[threadIdx.x] = 2 * old;
}

__global__ void fill(int* data) {
  data[threadIdx.x] = 1;  // @w
  if (threadIdx.x == 0) twice<<<1, 64>>>(data);
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  fill<<<1, 64>>>(data);
  cudaDeviceSynchronize();
}
