// A barrier of the grid made by hand that forgets the fence of the side that arrives.
// FINDING: race error global inter-block write@w read@r object=values
// SCHEDULE-DEPENDENT: how often threads look while they wait
__global__ void k(unsigned* count, int* values) {
  values[blockIdx.x] = 1;  // @w
  atomicAdd(count, 1);
  while (atomicAdd(count, 0) < gridDim.x) {
  }
  __threadfence();
  if (blockIdx.x == 0) values[gridDim.x] = values[1];  // @r
}

int main() {
  unsigned* count;
  int* values;
  cudaMalloc(&count, sizeof(unsigned));
  cudaMalloc(&values, 3 * sizeof(int));
  cudaMemset(count, 0, sizeof(unsigned));
  k<<<2, 1>>>(count, values);
  cudaDeviceSynchronize();
}
