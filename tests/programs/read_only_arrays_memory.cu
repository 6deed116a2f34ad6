// Of arrays that a launch only reads it is still told what nobody wrote, what lies outside, and what is not aligned;
// of memory that was freed and allocated again, too.
// FINDING: uninitialized-read error global none read@gap
// FINDING: out-of-bounds error global none read@outside
// FINDING: misaligned error global none read@odd
// FINDING: uninitialized-read error global none read@again
// FINDING-COUNT: 4
#include <cstdint>

constexpr int n = 1 << 14;

__device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void copy(const int* from, int* to) { to[index()] = from[index()]; }
__global__ void scattered(const int* from, int* to, int seed) {
  to[index()] = from[(index() * 7919 + seed) % n];  // @gap
}
__global__ void past(const int* from, int* to, int far) {
  to[index()] = from[(index() * 7919) % n + far];  // @outside
}
__global__ void shifted(const char* from, int* to, int by) {
  to[index()] = *(const int*)(from + (index() * 7919) % n * 4 % (4 * n - 8) + by);  // @odd
}
__global__ void after(const int* from, int* to) {
  to[index()] = from[(index() * 7919) % n];  // @again
}

int main() {
  int *a, *b;
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  cudaMemset(b, 0, n * sizeof(int));
  cudaMemset(a, 0, 6000 * sizeof(int));
  cudaMemset(a + 6001, 0, (n - 6001) * sizeof(int));  // All but one.
  scattered<<<n / 128, 128>>>(a, b, 3);
  copy<<<n / 128, 128>>>(b, a);
  scattered<<<n / 128, 128>>>(a, b, 4);  // Now it is written.
  past<<<n / 128, 128>>>(a, b, 0);
  past<<<n / 128, 128>>>(a, b, 1);
  shifted<<<n / 128, 128>>>((const char*)a, b, 0);
  shifted<<<n / 128, 128>>>((const char*)a, b, 2);
  after<<<n / 128, 128>>>(a, b);
  // The same addresses, once enough else was freed (Arena::kQuarantine).
  cudaFree(a);
  for (int i = 0; i < 40; ++i) {
    cudaMalloc(&a, 1 << 20);
    cudaFree(a);
  }
  cudaMalloc(&a, n * sizeof(int));
  after<<<n / 128, 128>>>(a, b);
  cudaDeviceSynchronize();
}
