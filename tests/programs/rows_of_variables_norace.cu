// Variables that all threads of a row read, some of which another launch has written.
// CLEAN
__constant__ float weights[3] = {1, 2, 1};
__device__ float scale[2] = {1, 2};
__device__ short shift = 1;

__global__ void smooth(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n == 1) scale[1] = 3;
  float sum = 0;
  if (i > 0 && i < n - 1) {
    for (int k = 0; k < 3; ++k) sum += in[i + k - 1] * weights[k];
    out[i] = sum * scale[1];  // @r
  }
}

__global__ void move(const int* in, int* out) {
  if (threadIdx.x > 200) shift = 2;
  out[threadIdx.x] = in[threadIdx.x] + shift;  // @q
}

int main() {
  float *a, *b;
  cudaMalloc(&a, 1024);
  cudaMalloc(&b, 1024);
  cudaMemset(a, 0, 1024);
  cudaMemset(b, 0, 1024);
  smooth<<<4, 64>>>(a, b, 256);
  move<<<1, 128>>>((int*)a, (int*)b);
  cudaDeviceSynchronize();
}
