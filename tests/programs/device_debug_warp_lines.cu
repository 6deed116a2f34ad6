// With -G, too, warp operations are told by the lines of the program, not by those of CUDA's headers.
// COMPILE: -G
// FINDING: barrier-divergence warning none intra-warp barrier@in_kernel exit
// FINDING: barrier-divergence warning none intra-warp barrier@in_function exit
__device__ int up(int x) {
  return __shfl_up_sync(0xffffffff, x, 1);  // @in_function
}

__global__ void k(int* a) {
  const int t = threadIdx.x;
  if (t > 20) return;
  a[t] = __shfl_up_sync(0xffffffff, t, 1);  // @in_kernel
  a[t] += up(t);
}

int main() {
  int* a;
  cudaMalloc(&a, 128);
  k<<<1, 32>>>(a);
  cudaDeviceSynchronize();
  cudaFree(a);
}
