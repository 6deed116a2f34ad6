// Two of three allocations are never freed.
// OPTIONS: --leak-check
// FINDING: leak error none none *@l message="300 bytes in 2 allocations"
__global__ void k(char* a) { a[0] = 1; }

int main() {
  char *a, *b = nullptr;
  cudaMalloc(&a, 100);
  for (int i = 1; i < 3; ++i) cudaMalloc(&b, i * 100);  // @l
  k<<<1, 1>>>(a);
  cudaFree(a);
}
