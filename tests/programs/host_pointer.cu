// A kernel reads memory of the host.
// SCHEDULE-DEPENDENT: the first thread to fail is named
// FINDING: invalid-address error * * read@r message="reads host memory"
#include <vector>

__global__ void k(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];  // @r
}

int main() {
  std::vector<int> in(32, 1);
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  k<<<1, 32>>>(in.data(), out);
  cudaDeviceSynchronize();
}
