// All is freed; without --leak-check nobody asks.
// OPTIONS: --leak-check
// CLEAN
__global__ void k(char* a) { a[0] = 1; }

int main() {
  char *a, *b;
  cudaMalloc(&a, 100);
  cudaMallocManaged(&b, 100);
  k<<<1, 1>>>(a);
  cudaFree(a);
  cudaFree(b);
}
