// Transposing tile without a barrier: columns are read before all rows are written.
// FINDING: race error shared intra-block write@write read@read object=tile
#include <cstdio>

__global__ void transpose(const float* in, float* out) {
  __shared__ float tile[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[16 * y + x];   // @write
  out[16 * y + x] = tile[x][y];  // @read
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 256 * sizeof(float));
  cudaMallocManaged(&out, 256 * sizeof(float));
  for (int i = 0; i < 256; ++i) in[i] = i;
  transpose<<<1, dim3(16, 16)>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 256; ++i) {
    if (out[i] != in[16 * (i % 16) + i / 16]) return printf("out[%d] is %g\n", i, out[i]), 1;
  }
  printf("transposed\n");
}
