// What is a thread's or block's own, a grid that it launches cannot access.
// COMPILE: -rdc=true -lcudadevrt
// STDOUT: ^launched 1$
// FINDING: api-error error none none *@local message="its argument `to` points to a local variable of the thread that launches"
// FINDING: api-error error none none *@shared message="its argument `to` points to shared memory of the block that launches"
#include <cstdio>

__global__ void put(int* to) { *to = 1; }

__global__ void start(int* data) {
  __shared__ int tile[32];
  int own[32] = {};
  put<<<1, 1>>>(own);   // @local
  put<<<1, 1>>>(tile);  // @shared
  put<<<1, 1>>>(data);
}

int main() {
  int* data;
  cudaMallocManaged(&data, sizeof(int));
  *data = 0;
  start<<<1, 1>>>(data);
  cudaDeviceSynchronize();
  printf("launched %d\n", *data);
}
