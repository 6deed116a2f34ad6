// Dynamic shared memory.
// FINDING: race error shared intra-block write@w read@r object=buffer element=buffer[63]
__global__ void k(int* out) {
  extern __shared__ int buffer[];
  int t = threadIdx.x;
  buffer[t] = t;                        // @w
  if (t == 3) out[0] = buffer[t + 60];  // @r
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  k<<<1, 64, 64 * sizeof(int)>>>(out);
  return cudaDeviceSynchronize();
}
