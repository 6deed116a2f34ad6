// Calls of the C library that touch managed memory too early.
// FINDING: race error global host-device write@k read@compare
// FINDING: race error global host-device write@k read@copy
// FINDING: race error global host-device write@k read@write
// FINDING: race error global host-device write@k write@read offset=128
#include <cstdio>
#include <cstring>

__global__ void fill(int* data) {
  data[threadIdx.x] = 1;  // @k
}

int main() {
  int* data;
  int copy[64] = {};
  cudaMallocManaged(&data, sizeof copy);
  fill<<<1, 64>>>(data);
  if (memcmp(copy, data, sizeof copy) == 0) return 1;  // @compare
  memcpy(copy, data, sizeof copy);                     // @copy
  FILE* const file = tmpfile();
  if (fwrite(data, sizeof(int), 64, file) != 64) return 1;  // @write
  rewind(file);
  if (fread(data + 32, sizeof(int), 32, file) != 32) return 1;  // @read
  cudaDeviceSynchronize();
  memset(data, 0, sizeof copy);
}
