// Blocks that differ in y alone share a place.
// FINDING: race error global inter-block write@w write@w object=out
__global__ void k(int* out) {
  out[threadIdx.x + blockDim.x * blockIdx.x] = blockIdx.y;  // @w
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  k<<<dim3(2, 3), 32>>>(out);
  return cudaDeviceSynchronize();
}
