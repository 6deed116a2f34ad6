// One block reads what another writes.
// FINDING: race error global inter-block read@r write@w object=data
__device__ int data[2];
__device__ int out;

__global__ void k() {
  if (blockIdx.x == 0) data[1] = 5;    // @w
  if (blockIdx.x == 1) out = data[1];  // @r
}

int main() {
  k<<<2, 1>>>();
  return cudaDeviceSynchronize();
}
