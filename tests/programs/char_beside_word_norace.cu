// One thread writes a word, another the byte after it and the byte before it.
// CLEAN
__global__ void k(unsigned char* bytes) {
  if (threadIdx.x == 0) *reinterpret_cast<int*>(bytes + 4) = -1;
  if (threadIdx.x == 1) bytes[3] = 1, bytes[8] = 1;
}

int main() {
  unsigned char* bytes;
  cudaMalloc(&bytes, 16);
  k<<<1, 2>>>(bytes);
  return cudaDeviceSynchronize();
}
