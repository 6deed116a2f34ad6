// The report is written when the program ends by exit().
// EXIT: 66
// FINDING: race error global intra-warp write@w write@w
#include <cstdlib>

__global__ void k(int* data) {
  *data = threadIdx.x;  // @w
}

int main() {
  int* data;
  cudaMalloc(&data, sizeof(int));
  k<<<1, 32>>>(data);
  exit(0);
}
