// More waiting threads than the stacks of one slab: of each the right part of its own stack is compared.
// SCHEDULE-DEPENDENT: how often threads look while they wait
// FINDING: deadlock error none intra-block barrier@loop barrier@block message="memory that nobody changes"
__global__ void k() {
  __shared__ int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x >= 32) {
    while (atomicAdd(&flag, 0) == 0) {  // @loop
      __threadfence_block();
    }
  }
  __syncthreads();  // @block
  if (threadIdx.x == 0) atomicExch(&flag, 1);
}

int main() {
  k<<<1, 128>>>();
  cudaDeviceSynchronize();
}
