// One element past an array from new[] in a kernel; a part of it never written.
// FINDING: out-of-bounds error global none write@w element="heap allocation[3]" bytes=12 occurrences=1
// FINDING: uninitialized-read error global none read@r element="heap allocation[2]" occurrences=1
__global__ void k(int* out) {
  int* p = new int[3];
  p[0] = 1;
  p[3] = 1;        // @w
  out[1] = p[2];   // @r
  out[0] = p[0];
  delete[] p;
}

int main() {
  int* out;
  cudaMalloc(&out, 2 * sizeof(int));
  k<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
