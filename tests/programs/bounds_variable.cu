// Past the end of a __device__ array that nothing follows directly.
// FINDING: out-of-bounds error global none write@w object=table bytes=40 element=table[10]
__device__ alignas(256) int table[10];
__device__ alignas(256) int other[10];

__global__ void k(int n) {
  for (int i = 0; i < n; ++i) table[i] = i;  // @w
  other[0] = table[1];
}

int main() {
  k<<<1, 1>>>(11);
  cudaDeviceSynchronize();
}
