// A thread may read and write its own place as often as it likes.
// CLEAN
__device__ int data[256];

__global__ void k() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < 10; ++round) data[i] += round;
  __syncthreads();
  data[i] *= 2;
}

int main() {
  k<<<4, 64>>>();
  return cudaDeviceSynchronize();
}
