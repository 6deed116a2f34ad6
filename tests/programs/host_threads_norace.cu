// CLEAN
// Each kernel is launched by an OS thread of its own: what a thread had of shadow memory, a later one takes over. More
// of them than fit in the addresses of a process.
#include <thread>

__global__ void turn(int* data) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  tile[t] = data[t];
  __syncthreads();
  data[t] = tile[63 - t] + 1;
}

int main() {
  int* data = nullptr;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMemset(data, 0, 64 * sizeof(int));
  for (int i = 0; i < 1200; ++i) {
    std::thread([data] {
      turn<<<1, 64>>>(data);
      cudaDeviceSynchronize();
    }).join();
  }
  int host[64];
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; ++i) {
    if (host[i] != 1200) return 1;
  }
  return 0;
}
