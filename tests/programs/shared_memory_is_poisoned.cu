// A block does not find what an earlier block left in shared memory, static or dynamic; host thread_local variables are
// left alone.
// STDOUT: ^-1 -1 -1 7$
// OPTIONS: --jobs 1 --check race,memory,sync
// CLEAN
#include <cstdio>

thread_local int host_value = 7;

template <class T>
__global__ void leave(T* out) {
  extern __shared__ int dynamic[];
  __shared__ T first[4], second;
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 1) {
    out[0] = first[1];
    out[1] = second;
    out[2] = dynamic[3];
  }
  first[1] = second = dynamic[3] = 5;
}

int main() {
  int* out;
  cudaMallocManaged(&out, 3 * sizeof(int));
  leave<<<2, 32, 16>>>(out);
  cudaDeviceSynchronize();
  std::printf("%d %d %d %d\n", out[0], out[1], out[2], host_value);
}
