// Memory that a kernel allocates and nobody frees. What another kernel frees is none of it.
// OPTIONS: --leak-check
// FINDING: leak error none none *@leak message="96 bytes in 3 allocations of this line"
__device__ int* kept[4];

__global__ void allocate() {
  if (threadIdx.x != 3) malloc(32);  // @leak
  kept[threadIdx.x] = static_cast<int*>(malloc(sizeof(int)));
}

__global__ void release() { free(kept[threadIdx.x]); }

int main() {
  allocate<<<1, 4>>>();
  release<<<1, 4>>>();
  return cudaDeviceSynchronize();
}
