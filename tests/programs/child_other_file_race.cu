// A kernel of another file, and a grid three generations away from the launch that races with it.
// SOURCES: parts/child_other_file.cu
// COMPILE: -rdc=true -lcudadevrt
// STDOUT: ^7$
// FINDING: race error global stream write@w read@r object=data element=data[0] message="sum in .* accesses data.0. while start, which launches it"
#include <cstdio>

__global__ void through(const int* data, int* to, int depth);

__global__ void start(int* data, int* to) {
  data[0] = 6;
  through<<<1, 1>>>(data, to, 2);
  data[0] = 7;  // @w
}

int main() {
  int *data, *to;
  cudaMalloc(&data, sizeof(int));
  cudaMallocManaged(&to, sizeof(int));
  start<<<1, 1>>>(data, to);
  cudaDeviceSynchronize();
  printf("%d\n", *to);
}
