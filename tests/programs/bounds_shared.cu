// Past the end of a static shared array that nothing follows directly, and past the launch's dynamic shared memory.
// FINDING: out-of-bounds error shared none write@w#64 object=dynamic bytes=256 offset=256 element=dynamic[64] occurrences=16
// FINDING: out-of-bounds error shared none read@r#3 object=letters bytes=3 element=letters[3] occurrences=2
__global__ void k(int* out) {
  extern __shared__ int dynamic[];
  __shared__ char letters[3];
  int i = threadIdx.x;
  if (i < 72) dynamic[i] = i;  // @w
  if (i < 3) letters[i] = 1;
  __syncthreads();
  if (i == 3) out[blockIdx.x] = letters[i];  // @r
  __syncthreads();
  if (i == 5) out[blockIdx.x] = dynamic[63];
}

int main() {
  int* out;
  cudaMalloc(&out, 2 * sizeof(int));
  k<<<2, 128, 64 * sizeof(int)>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
