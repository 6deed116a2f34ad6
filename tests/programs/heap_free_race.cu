// One thread frees what another one still reads.
// FINDING: race error global * write@free#1 read@read#0
__global__ void k(int* out) {
  __shared__ int* p;
  if (threadIdx.x == 0) {
    p = (int*)malloc(sizeof(int));
    *p = 1;
  }
  __syncthreads();
  if (threadIdx.x == 0) *out = *p;  // @read
  if (threadIdx.x == 1) free(p);    // @free
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  k<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
