// Threads that differ in z alone share a place.
// FINDING: race error global intra-warp write@w write@w object=out
__global__ void k(int* out) {
  out[threadIdx.x + blockDim.x * threadIdx.y] = threadIdx.z;  // @w
}

int main() {
  int* out;
  cudaMalloc(&out, 16 * sizeof(int));
  k<<<1, dim3(4, 4, 2)>>>(out);
  return cudaDeviceSynchronize();
}
