// OPTIONS: --sample --sample-after 0
// EXIT: 66
// FINDING: race error global inter-block write@write read@read launch=1 occurrences=63
// FINDING: out-of-bounds error global none write@shifted launch=4 element=a[4096] occurrences=1
//
// The third launch of `shift` is not checked but for its bounds, and what it does outside of the array is found. A race
// is found where all is checked: in a kernel's first launch.
__global__ void neighbours(int* a) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  const int next = threadIdx.x == 63 && i != 4095 ? a[i + 1] : 0;  // @read
  a[i] = next + i;                                                 // @write
}

__global__ void shift(int* a, int by) {
  a[blockIdx.x * 64 + threadIdx.x + by] = by;  // @shifted
}

int main() {
  int* a;
  cudaMalloc(&a, 4096 * sizeof(int));
  cudaMemset(a, 0, 4096 * sizeof(int));
  neighbours<<<64, 64>>>(a);
  for (int launch = 0; launch < 3; ++launch) shift<<<64, 64>>>(a, launch == 2 ? 1 : 0);
  cudaDeviceSynchronize();
}
