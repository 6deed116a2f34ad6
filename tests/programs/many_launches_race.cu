// The same race in many launches is one finding, of the first launch it was seen in.
// FINDING: race error global intra-warp write@w write@w launch=3
// EXIT: 66
__global__ void k(int* data, bool racy) {
  data[racy ? 0 : threadIdx.x] = threadIdx.x;  // @w
}

int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  for (int i = 1; i <= 50; ++i) k<<<1, 32>>>(data, i >= 3);
  return cudaDeviceSynchronize();
}
