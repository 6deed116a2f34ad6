// Threads of the host have their whole stack, however many bytes the `__shared__` variables of all kernels are.
// CLEAN
// STDOUT: ^1023$
#include <cstdio>
#include <thread>

template <int number>
__global__ void use(int* out) {
  __shared__ int values[12 * 1024 - number];
  values[threadIdx.x] = number;
  out[threadIdx.x] = values[threadIdx.x];
}

template <int number>
void launch(int* out) {
  use<number><<<1, 32>>>(out);
  if constexpr (number > 0) launch<number - 1>(out);
}

int depth(int n) {
  volatile char room[6 * 1024];
  room[n] = static_cast<char>(n);
  return n == 0 ? 0 : depth(n - 1) + (room[n] == static_cast<char>(n));
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof *out);
  launch<159>(out);  // 7.5 MiB.
  cudaDeviceSynchronize();
  int reached = 0;
  std::thread([&reached] { reached = depth(1023); }).join();  // 6 MiB.
  std::printf("%d\n", reached);
  cudaFree(out);
}
