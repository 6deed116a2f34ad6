// A kernel launches grids: they see what the launching thread wrote, and what a barrier orders before the launch; they
// follow each other in the stream of their block, with all that they launch in turn; the host's next operation follows
// them all.
// COMPILE: -rdc=true -lcudadevrt
// CLEAN
// STDOUT: ^15 30$
#include <cstdio>

struct Numbers {
  double factor;
  int summand[3];
};

__global__ void add(int* data, Numbers by) { data[threadIdx.x] = by.factor * data[threadIdx.x] + by.summand[1]; }

__global__ void add_later(int* data, Numbers by) {
  if (threadIdx.x == 0) add<<<1, 64>>>(data, by);
}

template <class T>
__global__ void twice(T* data) {
  data[threadIdx.x] *= 2;
}

template <class T>
__device__ void launch_twice(T* data) {
  twice<<<1, 64>>>(data);
  if (cudaGetLastError() != cudaSuccess) printf("not launched\n");
}

__global__ void start(int* data) { launch_twice(data); }

__global__ void fill(int* data) {
  data[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) add_later<<<1, 64>>>(data, Numbers{1.5, {0, 6, 0}});  // 7
  __syncthreads();
  if (threadIdx.x == 1) add<<<1, 64>>>(data, {1, {0, 8, 0}});  // 15
}

int main() {
  int* data;
  cudaMallocManaged(&data, 64 * sizeof(int));
  fill<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  printf("%d ", data[63]);
  start<<<1, 1>>>(data);
  cudaDeviceSynchronize();
  printf("%d\n", data[63]);
}
