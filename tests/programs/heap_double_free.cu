// free() in a kernel: twice, inside of an allocation, of memory from cudaMalloc.
// FINDING: api-error error none none *@twice message="free of memory that was freed already, at .*:10; allocated at .*:8"
// FINDING: api-error error none none *@inside message="free of an address inside of an allocation.*"
// FINDING: api-error error none none *@other message="free of memory of another kind.*"
// EXIT: 66
__global__ void k(int* other) {
  // Two allocations.
  char* p = (char*)malloc(8);
  char* q = (char*)malloc(8);
  free(p);
  free(p);      // @twice
  free(q + 4);  // @inside
  free(other);  // @other
  free(q);
  free(nullptr);
}

int main() {
  int* other;
  cudaMalloc(&other, 8);
  k<<<1, 1>>>(other);
  cudaDeviceSynchronize();
  cudaFree(other);
}
