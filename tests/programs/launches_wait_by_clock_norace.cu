// A launch that waits for a later one in another stream, and for the host, in loops that read a clock, as the waits of
// libcu++ do: it lets them come, though it may end by itself.
// SCHEDULE-DEPENDENT: how often threads look while they wait
// CLEAN
#include <cstdio>

constexpr long long kForEver = 1LL << 60;

__device__ bool is_set(int* flag) {
  const long long start = clock64();
  while (atomicAdd(flag, 0) == 0) {
    if (clock64() - start > kForEver) return false;
  }
  __threadfence_system();
  return true;
}

__global__ void wait(int* of_launch, volatile int* of_host, int* data, int* out) {
  if (!is_set(of_launch)) return;
  *out = *data + 1;
  const long long start = clock64();
  while (*of_host == 0) {
    if (clock64() - start > kForEver) return;
  }
  __threadfence_system();
  *out += 10;
}

__global__ void set(int* flag, int* data) {
  *data = 4;
  __threadfence();
  atomicExch(flag, 1);
}

int main() {
  int *flag, *data, *out;
  volatile int* of_host;
  cudaMalloc(&flag, sizeof(int));
  cudaMalloc(&data, sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMallocHost((void**)&of_host, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  *of_host = 0;
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaDeviceSynchronize();
  wait<<<1, 1, 0, a>>>(flag, of_host, data, out);
  set<<<1, 1, 0, b>>>(flag, data);
  cudaStreamSynchronize(b);
  *of_host = 1;
  cudaStreamSynchronize(a);
  int result = 0;
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  std::printf("%d\n", result);
  return result != 15;
}
