// `template` before a name that no list follows, as NVIDIA's and GNU's compilers take it.
// CLEAN
#include <cstdio>

struct Copy {
  template <class T>
  __device__ void put(T* to, T value) { *to = value; }
};

template <class Action, class T>
__global__ void each(T* data, Action action) {
  action.template put(data + threadIdx.x, T(threadIdx.x * 3));
}

int main() {
  int *data, host[32];
  cudaMalloc(&data, sizeof host);
  each<<<1, 32>>>(data, Copy());
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(data);
  for (int i = 0; i < 32; ++i) {
    if (host[i] != i * 3) return 1;
  }
}
