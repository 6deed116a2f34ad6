// A cast to a pointer to something of greater alignment, in a template: no warning, and its value is the operand's.
// COMPILE: -Werror all-warnings
// CLEAN
// STDOUT: ^7$
#include <cstdio>

template <class T>
__global__ void read(const unsigned char* bytes, long long stride, T* out) {
  const unsigned short* numbers = (const unsigned short*)(bytes + blockIdx.x * stride);
  *out = numbers[1];
}

int main() {
  unsigned char* bytes;
  int* out;
  cudaMallocManaged(&bytes, 4);
  cudaMallocManaged(&out, sizeof *out);
  bytes[0] = bytes[1] = bytes[3] = 0;
  bytes[2] = 7;
  read<<<1, 1>>>(bytes, 4, out);
  cudaDeviceSynchronize();
  std::printf("%d\n", *out);
  cudaFree(out);
  cudaFree(bytes);
}
