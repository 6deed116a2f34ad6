// A thread may mix atomic and plain accesses to what is its own.
// CLEAN
__device__ int data[64];

__global__ void k() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i;
  atomicAdd(&data[i], 1);
  data[i] += 1;
}

int main() {
  k<<<2, 32>>>();
  return cudaDeviceSynchronize();
}
