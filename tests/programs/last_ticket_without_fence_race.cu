// Without the acquiring fence, who draws the last ticket has synchronised with nobody: neither with what the others
// wrote nor with their atomic operations.
// FINDING: race error global inter-block write@w read@r object=part
__device__ unsigned count;

__global__ void sum(int* part, int* result) {
  part[blockIdx.x] = blockIdx.x;  // @w
  __threadfence();
  const bool last = atomicInc(&count, gridDim.x) == gridDim.x - 1;  // @a
  if (last) {
    int all = 0;
    for (unsigned i = 0; i < gridDim.x; ++i) all += part[i];  // @r
    *result = all;
    count = 0;  // @c
  }
}

int main() {
  int* data;
  cudaMalloc(&data, 9 * sizeof(int));
  sum<<<8, 1>>>(data, data + 8);
  return cudaDeviceSynchronize();
}
