// Memory is freed twice; an address inside of an allocation is freed; a pinned one is freed as if it were the device's.
// FINDING: api-error error none none *@twice message="freed already, at .*:12; allocated at .*:9"
// FINDING: api-error error none none *@inside message="inside of an allocation"
// FINDING: api-error error none none *@kind message="another kind"
__global__ void k(int* a) { a[0] = 1; }

int main() {
  int *a, *b, *pinned;
  cudaMalloc(&a, 128);
  cudaMalloc(&b, 128);
  k<<<1, 1>>>(a);
  cudaFree(a);
  cudaFree(a);  // @twice
  cudaFree(b + 1);  // @inside
  cudaMallocHost(&pinned, 64);
  cudaFree(pinned);  // @kind
  cudaFreeHost(pinned);
  cudaFree(b);
}
