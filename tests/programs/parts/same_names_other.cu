// Of same_names_norace.cu.
__device__ int counter;
__global__ void count(int step) { atomicAdd(&counter, step); }

int count_elsewhere() {
  count<<<1, 100>>>(3);
  int here = 0;
  cudaMemcpyFromSymbol(&here, counter, sizeof here);
  return here;
}
