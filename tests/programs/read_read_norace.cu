// Any number of readers.
// CLEAN
__device__ int data[4] = {1, 2, 3, 4};
__device__ int out[4 * 64];

__global__ void k() { out[blockIdx.x * 64 + threadIdx.x] = data[0] + data[1] + data[2] + data[3]; }

int main() {
  k<<<4, 64>>>();
  return cudaDeviceSynchronize();
}
