// `__device__ __shared__` is shared memory, as without the first word; of such a variable alone, the compiler keeps a list.
// CLEAN
__device__ __shared__ int state[64];

__global__ void turn(int* out) {
  state[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = state[63 - threadIdx.x];
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  turn<<<1, 64>>>(out);
  cudaDeviceSynchronize();
}
