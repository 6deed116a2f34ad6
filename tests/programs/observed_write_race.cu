// A block that is not the last resets the counter: others still increment it.
// FINDING: race error global inter-block atomic@a write@w object=arrived
__device__ unsigned int arrived;

__global__ void k() {
  __shared__ bool first;
  if (threadIdx.x == 0) {
    __threadfence();
    first = atomicAdd(&arrived, 1) == 0;  // @a
  }
  __syncthreads();
  if (first && threadIdx.x == 33) arrived = 100;  // @w
}

int main() {
  k<<<4, 64>>>();
  return cudaDeviceSynchronize();
}
