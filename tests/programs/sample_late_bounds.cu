// OPTIONS: --sample --sample-after 0
// EXIT: 66
// FINDING: race error global inter-block write@write read@read launch=1 occurrences=63
// FINDING: out-of-bounds error global none write@shifted launch=4 element=a[4096] occurrences=1
// FINDING: out-of-bounds error shared none read@walked launch=7 occurrences=2
//
// The third launches of `shift` and `walk` are not checked but for their bounds, and what they do outside of arrays is
// found, also in functions that have no second code. A race is found where all is checked: in a kernel's first launch.
__global__ void neighbours(int* a) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  const int next = threadIdx.x == 63 && i != 4095 ? a[i + 1] : 0;  // @read
  a[i] = next + i;                                                 // @write
}

__global__ void shift(int* a, int by) {
  a[blockIdx.x * 64 + threadIdx.x + by] = by;  // @shifted
}

__device__ int visit(int i, int depth) {
  __shared__ int tile[64];
  if (depth > 0) return visit(i, depth - 1) + 1;
  if (i < 64) tile[i] = i;
  return tile[i];  // @walked
}

__global__ void walk(int* a, int by) {
  const int from = threadIdx.x == 63 ? by : 0;
  a[blockIdx.x * 64 + threadIdx.x] = visit(threadIdx.x + from, threadIdx.x % 3);
}

int main() {
  int* a;
  cudaMalloc(&a, 4096 * sizeof(int));
  cudaMemset(a, 0, 4096 * sizeof(int));
  neighbours<<<64, 64>>>(a);
  for (int launch = 0; launch < 3; ++launch) shift<<<64, 64>>>(a, launch == 2 ? 1 : 0);
  for (int launch = 0; launch < 3; ++launch) walk<<<2, 64>>>(a, launch == 2 ? 1 : 0);
  cudaDeviceSynchronize();
}
