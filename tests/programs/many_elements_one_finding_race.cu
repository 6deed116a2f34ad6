// A race on every element in every block is one finding that counts its instances.
// FINDING: race error shared intra-block write@w read@r object=x element=x[0] occurrences=1280
__device__ int out[10 * 128];

__global__ void k() {
  __shared__ int x[128];
  int t = threadIdx.x;
  x[t] = t;                                          // @w
  out[blockIdx.x * 128 + t] = x[(t + 1) % 128] + 1;  // @r
}

int main() {
  k<<<10, 128>>>();
  return cudaDeviceSynchronize();
}
