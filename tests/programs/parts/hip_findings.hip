// For test_hip.py: findings in kernels, of streams and of calls. With cuda for hip in every name it is a CUDA program.
#include <hip/hip_runtime.h>

__global__ void turn(float* out) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  tile[t] = t;
  out[t] = tile[63 - t];
}

__global__ void fill(float* out, int n, float value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) out[i] = value;
}

int main() {
  float* out;
  hipMalloc(&out, 100 * sizeof(float));
  turn<<<1, 64>>>(out);
  hipStream_t one, two;
  hipStreamCreateWithFlags(&one, hipStreamNonBlocking);
  hipStreamCreateWithFlags(&two, hipStreamNonBlocking);
  hipDeviceSynchronize();
  fill<<<2, 64, 0, one>>>(out, 99, 1);
  fill<<<2, 64, 0, two>>>(out, 100, 2);
  hipDeviceSynchronize();
  hipMemcpy(nullptr, out, 4, hipMemcpyDeviceToHost);
}
