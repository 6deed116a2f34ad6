// A race in the first launch is still reported when the second launch crashes.
// FINDING: race error global intra-warp write@w write@w launch=1
// FINDING: invalid-address error * * write@null launch=2
__global__ void racy(int* data) {
  *data = threadIdx.x;  // @w
}

__global__ void fails(int* data) {
  *data = 1;  // @null
}

int main() {
  int* data;
  cudaMalloc(&data, sizeof(int));
  racy<<<1, 32>>>(data);
  fails<<<1, 1>>>(nullptr);
  cudaDeviceSynchronize();
}
