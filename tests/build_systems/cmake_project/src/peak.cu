// The greatest of BLOCK_SIZE numbers, without its barrier if PEAK_WITHOUT_BARRIER is defined.
#include <cstdio>
#include <cstring>

__global__ void peak(const int* in, int* out) {
  __shared__ int best[BLOCK_SIZE];
  const int t = threadIdx.x;
  best[t] = in[t];
  __syncthreads();
  for (int half = BLOCK_SIZE / 2; half > 0; half /= 2) {
    if (t < half) best[t] = max(best[t], best[t + half]);
#ifndef PEAK_WITHOUT_BARRIER
    __syncthreads();
#endif
  }
  if (t == 0) *out = best[0];
}

int main() {
  int numbers[BLOCK_SIZE], result = 0;
  for (int i = 0; i < BLOCK_SIZE; ++i) numbers[i] = i * 29 % BLOCK_SIZE;
  int *in, *out;
  cudaMalloc(&in, sizeof(numbers));
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(in, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  peak<<<1, BLOCK_SIZE>>>(in, out);
  cudaMemcpy(&result, out, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  std::printf("%s: peak %d\n", GREETING, result);
  return result == BLOCK_SIZE - 1 && std::strlen(GREETING) == 9 ? 0 : 1;
}
