// Without it they are in one, the legacy default stream. Streams of their own, waited for, are clean either way.
// CLEAN
#include <thread>

__global__ void add(int* data) { data[threadIdx.x] += 1; }

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMemset(data, 0, 64 * sizeof(int));
  cudaDeviceSynchronize();
  std::thread([&] { add<<<1, 64>>>(data); }).join();
  std::thread([&] { add<<<1, 64>>>(data); }).join();
  for (int i = 0; i < 2; ++i) {
    std::thread([&] {
      add<<<1, 64, 0, cudaStreamPerThread>>>(data);
      cudaStreamSynchronize(cudaStreamPerThread);
    }).join();
  }
  cudaDeviceSynchronize();
}
