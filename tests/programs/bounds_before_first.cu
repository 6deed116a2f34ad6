// Reads two pages in front of the first allocation, whose values are dropped, as stencils do at an edge: told, and the
// launch goes on, as on hardware, whose pages have two megabytes.
// FINDING: out-of-bounds error global none read@r object=in element=in[-2048] occurrences=2048
// STDOUT: ^right$
#include <cstdio>

__global__ void k(const int* in, int* out) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int above = in[i - 2048];  // @r
  out[i] = in[i] + (i < 2048 ? 0 : above);
}

int main() {
  constexpr int n = 4096;
  int *in, *out, numbers[n];
  cudaMalloc(&in, sizeof numbers);
  cudaMalloc(&out, sizeof numbers);
  for (int i = 0; i < n; ++i) numbers[i] = i;
  cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  k<<<n / 256, 256>>>(in, out);
  const bool ran = cudaDeviceSynchronize() == cudaSuccess;
  cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyDeviceToHost);
  bool right = ran;
  for (int i = 0; i < n; ++i) right = right && numbers[i] == (i < 2048 ? i : 2 * i - 2048);
  puts(right ? "right" : "wrong");
  cudaFree(in);
  cudaFree(out);
}
