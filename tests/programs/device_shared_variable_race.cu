// `__device__ __shared__` is shared memory, as without the first word; of such a variable alone, the compiler keeps a list.
// FINDING: race error shared intra-block write@write read@read object=state
__device__ __shared__ int state[64];

__global__ void turn(int* out) {
  state[threadIdx.x] = threadIdx.x;           // @write
  out[threadIdx.x] = state[63 - threadIdx.x];  // @read
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  turn<<<1, 64>>>(out);
  cudaDeviceSynchronize();
}
