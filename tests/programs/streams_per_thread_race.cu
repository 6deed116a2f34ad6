// With --default-stream per-thread, launches of two host threads are in two streams.
// COMPILE: --default-stream per-thread
// FINDING: race error global stream *@w *@w object=data
#include <thread>

__global__ void add(int* data) {
  data[threadIdx.x] += 1;  // @w
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMemset(data, 0, 64 * sizeof(int));
  cudaDeviceSynchronize();
  std::thread([&] { add<<<1, 64>>>(data); }).join();
  std::thread([&] { add<<<1, 64>>>(data); }).join();
  cudaDeviceSynchronize();
}
