// Half of a warp reads from lane 0, which is in the other half; and exchanges by XOR with lanes that do not exist.
// FINDING: barrier-divergence error none intra-warp barrier@broadcast message="lane 16 receives the undefined value of lane 0"
// FINDING: barrier-divergence error none intra-warp barrier@xor message="lane 0 receives the undefined value of lane 16"
__global__ void k(int* out) {
  int value = threadIdx.x;
  if (threadIdx.x >= 16 && threadIdx.x < 32) value = __shfl_sync(0xffff0000, value, 0);  // @broadcast
  value += __shfl_xor_sync(0xffffffff, value, 16);                                       // @xor
  out[threadIdx.x] = value;
}

int main() {
  int* out;
  cudaMalloc(&out, 48 * sizeof(int));
  k<<<1, 48>>>(out);
  return cudaDeviceSynchronize();
}
