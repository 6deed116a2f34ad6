// The host touches managed memory while a kernel may still run: reads, writes, also by memset.
// FINDING: race error global host-device write@k read@h object=data element=data[0] hint="cudaDeviceSynchronize"
// FINDING: race error global host-device *@k write@i object=data element=data[3]
// FINDING: race error global host-device *@k write@m object=data element=data[0]
#include <cstdio>
#include <cstring>

__global__ void fill(int* data) {
  data[threadIdx.x] = 1;  // @k
}

int main() {
  int* data;
  cudaMallocManaged(&data, 64 * sizeof(int));
  data[0] = 7;
  fill<<<1, 64>>>(data);
  printf("%d\n", data[0]);  // @h
  data[3] = 2;              // @i
  memset(data, 0, 8);       // @m
  cudaDeviceSynchronize();
}
