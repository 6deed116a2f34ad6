// A kernel writes to memory that has been freed.
// FINDING: use-after-free error global none write@w#0 object=a bytes=128 offset=0 occurrences=32 message="freed at .*:11, allocated at .*:9"
__global__ void k(int* a) {
  a[threadIdx.x] = 1;  // @w
}

int main() {
  int *a, *b;
  cudaMalloc(&a, 128);
  cudaMalloc(&b, 128);
  cudaFree(a);
  int* c;
  cudaMalloc(&c, 128);
  k<<<1, 32>>>(a);
  cudaDeviceSynchronize();
  cudaFree(b);
  cudaFree(c);
}
