// Kernels in two streams write the even and the odd bytes of one array, and two halves of another.
// CLEAN
__global__ void every_other(char* bytes, int first) { bytes[2 * threadIdx.x + first] = 1; }
__global__ void half(short* data, int first) { data[first + threadIdx.x] = 1; }

int main() {
  char* bytes;
  short* data;
  cudaMalloc(&bytes, 128);
  cudaMalloc(&data, 66 * sizeof(short));
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  every_other<<<1, 64, 0, s>>>(bytes, 0);
  every_other<<<1, 64, 0, t>>>(bytes, 1);
  half<<<1, 33, 0, s>>>(data, 0);
  half<<<1, 33, 0, t>>>(data, 33);
  cudaDeviceSynchronize();
}
