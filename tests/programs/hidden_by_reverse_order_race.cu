// The same for reverse order.
// FINDING: race error global inter-block write@w read@r object=data
__global__ void k(int* data, int* out) {
  int i = blockIdx.x;
  data[i] = i;           // @w
  out[i] = data[i + 1];  // @r
}

int main() {
  int *data, *out;
  cudaMalloc(&data, 9 * sizeof(int));
  cudaMalloc(&out, 8 * sizeof(int));
  cudaMemset(data, 0, 9 * sizeof(int));
  k<<<8, 1>>>(data, out);
  return cudaDeviceSynchronize();
}
