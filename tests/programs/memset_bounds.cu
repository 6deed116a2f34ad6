// memset in a kernel fills one byte past the end of its array, in device and in shared memory.
// FINDING: out-of-bounds error global none write@g object=out bytes=36
// FINDING: out-of-bounds error shared none write@s object=tile bytes=36
__global__ void k(char* out) {
  __shared__ char tile[36];
  memset(tile, 0, 37);  // @s
  memset(out, tile[0], 37);  // @g
}

int main() {
  char* out;
  cudaMalloc(&out, 36);
  k<<<1, 1>>>(out);
  cudaFree(out);
  return cudaDeviceSynchronize();
}
