// All blocks write the byte before and the two bytes after an array of an odd number of bytes, which is no race: the
// bytes are nobody's. Whoever did it first is named, whatever the schedule.
// FINDING: out-of-bounds error global none write@a#0 object=a offset=0 element=a[-1] occurrences=1
// FINDING: out-of-bounds error global none read@b#5 object=a offset=13 element=a[13] occurrences=2
__global__ void k(char* a) {
  if (threadIdx.x == 0) a[-1] = blockIdx.x;  // @a
  int sum = 0;
  if (threadIdx.x >= 5) sum = a[threadIdx.x + 8];  // @b
  if (sum == 77) a[0] = 1;
}

int main() {
  char* a;
  cudaMalloc(&a, 13);
  cudaMemset(a, 0, 13);
  k<<<20, 7>>>(a);
  cudaDeviceSynchronize();
  cudaFree(a);
}
