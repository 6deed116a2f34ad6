// A block that is no multiple of a warp, in which only the last two threads conflict.
// FINDING: race error shared intra-warp write@w read@r object=x element=x[36] occurrences=1
__device__ int out[37];

__global__ void k() {
  __shared__ int x[37];
  int t = threadIdx.x;
  x[t] = t;                         // @w
  out[t] = x[t == 35 ? t + 1 : t];  // @r
}

int main() {
  k<<<1, 37>>>();
  return cudaDeviceSynchronize();
}
