// Atomic objects that are volatile, too: their operations stay atomic ones.
// CLEAN
// STDOUT: ^64 42 64$
#include <cstdio>
#include <cuda/atomic>

__global__ void k(volatile cuda::atomic<int, cuda::thread_scope_device>* counter, int* flag, int* data) {
  counter->fetch_add(1, cuda::memory_order_relaxed);
  volatile cuda::atomic_ref<int, cuda::thread_scope_device> raised(*flag);
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    *data = 42;
    raised.store(1, cuda::memory_order_release);
  }
  if (blockIdx.x == 1 && threadIdx.x == 0) {
    while (raised.load(cuda::memory_order_acquire) == 0) {
    }
    data[1] = *data;
  }
}

int main() {
  cuda::atomic<int, cuda::thread_scope_device>* counter;
  int *flag, *data;
  cudaMallocManaged(&counter, sizeof(*counter));
  cudaMallocManaged(&flag, sizeof(int));
  cudaMallocManaged(&data, 2 * sizeof(int));
  *counter = 0;
  *flag = 0;
  k<<<2, 32>>>(counter, flag, data);
  cudaDeviceSynchronize();
  volatile cuda::std::atomic<int> host{counter->load()};
  printf("%d %d %d\n", counter->load(), data[1], host.load());
}
