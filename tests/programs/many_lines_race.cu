// One write and six reads on lines of their own: six findings.
// FINDING: race error shared intra-warp write@w#9 read@r0#0 object=x
// FINDING: race error shared intra-warp write@w#9 read@r1#1 object=x
// FINDING: race error shared intra-warp write@w#9 read@r2#2 object=x
// FINDING: race error shared intra-warp write@w#9 read@r3#3 object=x
// FINDING: race error shared intra-warp write@w#9 read@r4#4 object=x
// FINDING: race error shared intra-warp write@w#9 read@r5#5 object=x
__device__ int out[32];

__global__ void k() {
  __shared__ int x;
  int t = threadIdx.x;
  if (t == 0) x = 0;
  __syncthreads();
  if (t == 0) out[t] = x;  // @r0
  if (t == 1) out[t] = x;  // @r1
  if (t == 2) out[t] = x;  // @r2
  if (t == 9) x = 1;       // @w
  if (t == 3) out[t] = x;  // @r3
  if (t == 4) out[t] = x;  // @r4
  if (t == 5) out[t] = x;  // @r5
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
