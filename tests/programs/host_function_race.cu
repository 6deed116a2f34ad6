// A host function put into a stream writes managed memory: kernels of other streams, and the host, must wait for it.
// FINDING: race error global host-device write@f read@h
// FINDING: race error global stream write@f read@k element=data[0] message="cudaLaunchHostFunc"
#include <cstdio>

__global__ void use(const int* data, int* out) {
  *out = *data;  // @k
}

void set(void* data) {
  *static_cast<int*>(data) = 5;  // @f
}

int main() {
  int *data, *out;
  cudaMallocManaged(&data, sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  cudaLaunchHostFunc(s, set, data);
  printf("%d\n", *data);  // @h
  use<<<1, 1, 0, t>>>(data, out);
  cudaDeviceSynchronize();
}
