// Threads read what others write. Of a page there are more lines of reads than are kept as they are: each word of all of them is known.
// FINDING: race error global inter-block write@w read@a occurrences=4301
// FINDING: race error global inter-block write@w read@b occurrences=5340
// FINDING: race error global inter-block write@w read@c occurrences=5352
// FINDING: race error global intra-block write@w read@a occurrences=2592
// FINDING: race error global intra-block write@w read@b occurrences=2304
// FINDING: race error global intra-block write@w read@c occurrences=3456
// FINDING-COUNT: 6
constexpr int P = 300;

__global__ void stencil(int* data, int* out, int below) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = 10 + blockIdx.y * 4 + threadIdx.y;
  int a = x, b = y;
  if (blockIdx.x != 3) a ^= data[(y - 1) * P + x] + data[(y + 6) * P + x + 7] - data[y * P + x + 3];  // @a
  for (int k = 0; k < 3; ++k)
    for (int j = 0; j < 3; ++j) a += data[(y + k) * P + x + j];               // @b
  a ^= data[x] + data[(y - 1) * P + x] - data[(y + below) * P + x];           // @c
  data[(y - 2) * P + x - 8] = b;                                              // @w
  if (x - y < 12) b += out[y * P + x];
  out[y * P + x] = a ^ b;
}

int main() {
  int *data, *out;
  cudaMalloc(&data, 70 * P * sizeof(int));
  cudaMalloc(&out, 70 * P * sizeof(int));
  cudaMemset(data, 0, 70 * P * sizeof(int));
  cudaMemset(out, 0, 70 * P * sizeof(int));
  stencil<<<dim3(4, 12), dim3(32, 4)>>>(data + 10, out + 10, 3);
  cudaDeviceSynchronize();
}
