// Both arms of a branch have a barrier, but not the same one.
// FINDING: barrier-divergence error * * barrier@then barrier@otherwise
__device__ int out[32];

__global__ void k() {
  if (threadIdx.x < 16) {
    out[threadIdx.x] = 1;
    __syncthreads();  // @then
  } else {
    out[threadIdx.x] = 2;
    __syncthreads();  // @otherwise
  }
}

int main() {
  k<<<1, 32>>>();
  cudaDeviceSynchronize();
}
