// FINDING: race error shared intra-block write@w read@r object=tile occurrences=3200
// FINDING-COUNT: 1
// Each kernel is launched by an OS thread of its own, and two threads at a time end and begin.
#include <thread>

__global__ void turn(int* data, bool waits) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  tile[t] = data[t];  // @w
  if (waits) __syncthreads();
  data[t] = tile[63 - t] + 1;  // @r
}

int main() {
  int* data = nullptr;
  cudaMalloc(&data, 2 * 64 * sizeof(int));
  cudaMemset(data, 0, 2 * 64 * sizeof(int));
  for (int i = 0; i < 50; ++i) {
    const auto launch = [i](int* own) {
      cudaStream_t stream;
      cudaStreamCreate(&stream);
      turn<<<1, 64, 0, stream>>>(own, i % 2 == 0);
      cudaStreamSynchronize(stream);
      cudaStreamDestroy(stream);
    };
    std::thread first(launch, data), second(launch, data + 64);
    first.join();
    second.join();
  }
  return 0;
}
