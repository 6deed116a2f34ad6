// --check leaves out what is not named.
// OPTIONS: --check race,sync
// CLEAN
__global__ void k(int* a) {
  __shared__ int s;
  atomicAdd(&s, 1);
  a[threadIdx.x] += 1;
}

int main() {
  int* a;
  cudaMalloc(&a, 31 * sizeof(int));
  k<<<1, 32>>>(a);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(a);
}
