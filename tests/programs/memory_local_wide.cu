// A word is read of fewer bytes, and what does not belong to them is masked away: out of bounds, and right on a GPU, so
// it is right here (CUTLASS reads the elements of its small arrays so).
// EXIT: 66
// FINDING: out-of-bounds error local none read@wide object=bytes size=4 bytes=6
__global__ void add(const unsigned char* in, unsigned* out, int n) {
  alignas(4) unsigned char bytes[6];
  for (int i = 0; i < n; ++i) bytes[i] = in[i];
  unsigned sum = 0;
  for (int i = 0; i < n; i += 4) sum += *reinterpret_cast<const unsigned*>(bytes + i) & 0xffffU;  // @wide
  *out = sum;
}

int main() {
  unsigned char* in;
  unsigned* out;
  cudaMallocManaged(&in, 6);
  cudaMallocManaged(&out, sizeof(unsigned));
  for (int i = 0; i < 6; ++i) in[i] = static_cast<unsigned char>(i + 1);
  add<<<1, 1>>>(in, out, 6);
  cudaDeviceSynchronize();
  return *out == 0x201 + 0x605 ? 0 : 1;
}
