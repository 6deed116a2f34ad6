// An index that the data decides leaves an array on the stack: told with its line, and nothing else is overwritten.
// EXIT: 66
// FINDING: out-of-bounds error local none write@count object=h element=h[8] size=4 bytes=32
// FINDING: out-of-bounds error local none read@before object=window
__device__ int sum(const int* values, int count) {
  int total = 0;
  for (int i = 0; i < count; ++i) total += values[i];
  return total;
}

__global__ void histogram(const int* data, int* out) {
  int h[8] = {};
  for (int i = 0; i < 16; ++i) {
    h[data[16 * threadIdx.x + i]]++;  // @count
  }
  out[threadIdx.x] = sum(h, 8);
}

__global__ void stencil(const float* in, float* out, int n) {
  float window[4];
  for (int i = 0; i < n; ++i) window[i] = in[i];
  float edge = 0;
  for (int i = 0; i < n; ++i) edge += window[i - 1];  // @before
  out[threadIdx.x] = edge;
}

int main() {
  int *data, *out;
  float *in, *smooth;
  cudaMallocManaged(&data, 64 * sizeof(int));
  cudaMallocManaged(&out, 4 * sizeof(int));
  cudaMallocManaged(&in, 4 * sizeof(float));
  cudaMallocManaged(&smooth, 4 * sizeof(float));
  for (int i = 0; i < 64; ++i) data[i] = i % 9 == 8 ? 8 : i % 8;
  for (int i = 0; i < 4; ++i) in[i] = 1;
  histogram<<<1, 4>>>(data, out);
  stencil<<<1, 4>>>(in, smooth, 4);
  cudaDeviceSynchronize();
  // Each thread counted 16 numbers, of which one or two are outside.
  for (int t = 0; t < 4; ++t) {
    if (out[t] < 14 || out[t] > 15 || smooth[t] != 3) return 1;
  }
  return 0;
}
