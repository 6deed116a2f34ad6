// Every thread runs __threadfence(), which is fence.sc; behind the barrier one thread signals by a relaxed atomic. Each
// thread's fence comes before the reader's: the other way round the flag would be read before it was set.
// SCHEDULE-DEPENDENT: how often a thread looks before it goes on.
// CLEAN
__device__ int data[32], flag, out;

__global__ void k() {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x;  // @w
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) atomicExch(&flag, 1);
  } else if (threadIdx.x == 0) {
    while (atomicAdd(&flag, 0) == 0) {
    }
    __threadfence();
    out = data[31];  // @r
  }
}

int main() {
  k<<<2, 32>>>();
  return cudaDeviceSynchronize();
}
