// Atomic operations far behind the last shared array: they are told, and the runtime's own variables are not there.
// FINDING: out-of-bounds error * * atomic@add object=U
__global__ void k(int* out) {
  __shared__ int U[256];
  if (threadIdx.x < 256) U[threadIdx.x] = 0;
  __syncthreads();
  for (int i = 0; i < 4; ++i) out[threadIdx.x] = atomicAdd(&U[threadIdx.x], 1);  // @add
}

int main() {
  int* out;
  cudaMalloc(&out, 1024 * sizeof(int));
  k<<<1, 1024>>>(out);
  return cudaDeviceSynchronize();
}
