// Four threads read the four bytes of a word, a fifth writes one of them: the report names its reader.
// FINDING: race error shared intra-warp read@r#2 write@w#4 object=x element=x[2] occurrences=1
__device__ int out[32];

__global__ void k() {
  __shared__ unsigned char x[4];
  int t = threadIdx.x;
  if (t < 4) x[t] = t;
  __syncthreads();
  if (t < 4) out[t] = x[t];  // @r
  if (t == 4) x[2] = 9;      // @w
}

int main() {
  k<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
