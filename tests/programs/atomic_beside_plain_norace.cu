// Plain accesses right beside an atomic one.
// CLEAN
__device__ int data[3];

__global__ void k() {
  atomicAdd(&data[1], 1);
  if (threadIdx.x == 0) data[0] = 1;
  if (threadIdx.x == 1) data[2] = 1;
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
