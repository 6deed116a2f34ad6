// Only the first and the last of 500 blocks conflict.
// FINDING: race error global inter-block write@w read@r object=data occurrences=1
__global__ void k(int* data, int* out) {
  int b = blockIdx.x;
  data[b] = b;                     // @w
  if (b == 499) out[0] = data[0];  // @r
}

int main() {
  int *data, *out;
  cudaMalloc(&data, 500 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  k<<<500, 1>>>(data, out);
  return cudaDeviceSynchronize();
}
