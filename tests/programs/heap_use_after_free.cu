// Memory from malloc() in a kernel, used by the thread that freed it: in the same interval, and after a barrier.
// FINDING: use-after-free error global none write@w message="a thread writes memory that was freed at .*:8, allocated at .*:6" occurrences=1
// FINDING: use-after-free error global none read@r occurrences=1
__global__ void k(int* out) {
  if (threadIdx.x == 0) {
    int* p = (int*)malloc(2 * sizeof(int));
    p[0] = p[1] = 1;
    free(p);
    p[0] = 2;  // @w
    __syncthreads();
    *out = p[1];  // @r
  } else {
    __syncthreads();
  }
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  k<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
