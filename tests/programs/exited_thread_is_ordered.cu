// What a thread did before it returned comes before the barrier that the others wait at: no race, only the warning.
// FINDING: barrier-divergence warning * * barrier@b exit
__device__ int out[32];

__global__ void k() {
  __shared__ int x[32];
  int t = threadIdx.x;
  x[t] = t;
  if (t == 3) return;
  __syncthreads();  // @b
  out[t] = x[3];
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
