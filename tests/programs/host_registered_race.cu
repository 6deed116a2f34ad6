// Memory of the program's own, registered.
// FINDING: race error global host-device write@k#7 read@h object="registered host memory" offset=28 bytes=256
// FINDING: race error global host-device write@c read@i object=host element=host[0]
#include <cstdio>
#include <cstdlib>

__global__ void fill(int* out) {
  out[threadIdx.x] = 1;  // @k
}

int main() {
  constexpr size_t kBytes = 64 * sizeof(int);
  static int host[64];
  int* const heap = static_cast<int*>(malloc(kBytes));
  int *out, *data;
  cudaMalloc(&data, kBytes);
  cudaMemset(data, 0, kBytes);
  cudaHostRegister(heap, kBytes, cudaHostRegisterMapped);
  cudaHostGetDevicePointer(&out, heap, 0);
  fill<<<1, 64>>>(out);
  printf("%d\n", heap[7]);  // @h
  cudaDeviceSynchronize();
  printf("%d\n", heap[7]);
  cudaHostRegister(host, sizeof host, cudaHostRegisterDefault);
  cudaMemcpyAsync(host, data, sizeof host, cudaMemcpyDeviceToHost, cudaStreamPerThread);  // @c
  printf("%d\n", host[0]);                                                                // @i
  cudaHostUnregister(host);
  printf("%d\n", host[0]);
}
