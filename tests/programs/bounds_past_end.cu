// One element past the end of an allocation, written and, on the same line, read.
// FINDING: out-of-bounds error global none write@w#100 object=a bytes=400 offset=400 element=a[100] occurrences=1 message="writes 4 bytes that end 4 bytes past the end of a \(400 bytes, allocated at .*bounds_past_end.cu:10\)"
__global__ void k(int* a, int n) {
  int i = threadIdx.x;
  if (i <= n) a[i] += i;  // @w
}

int main() {
  int* a;
  cudaMalloc(&a, 100 * sizeof(int));
  cudaMemset(a, 0, 100 * sizeof(int));
  k<<<1, 128>>>(a, 100);
  cudaDeviceSynchronize();
  cudaFree(a);
}
