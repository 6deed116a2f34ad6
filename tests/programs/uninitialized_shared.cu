// Shared memory that only a part of the block's threads have written. Each block begins anew.
// FINDING: uninitialized-read warning shared none read@a#16 object=s element=s[16] occurrences=32 interval=1 message="no thread of its block"
// FINDING: uninitialized-read error shared none atomic@b#0 object=total occurrences=2 interval=0
// FINDING: uninitialized-read warning shared none read@c#3 object=bytes element=bytes[3] occurrences=2
__global__ void k(int* out, int n) {
  __shared__ int s[32];
  __shared__ int total;
  __shared__ char bytes[4];
  int i = threadIdx.x;
  atomicAdd(&total, 1);  // @b
  if (i < n) s[i] = i;
  if (i < 3) bytes[i] = 1;
  __syncthreads();
  out[i + 32 * blockIdx.x] = s[i];  // @a
  if (i < 4) out[i + 32 * blockIdx.x] += bytes[i];  // @c
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  k<<<2, 32>>>(out, 16);
  cudaDeviceSynchronize();
  cudaFree(out);
}
