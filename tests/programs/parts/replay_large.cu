// For test_replay.py: blocks that read in an order that no page can tell shortly.
#include <cstdlib>

__global__ void scatter(int* out, int rounds, int reads) {
  __shared__ int tile[1024];
  int t = threadIdx.x;
  tile[t] = t * 7919 % 10007;
  for (int round = 0; round < rounds; ++round) {
    __syncthreads();
    int sum = blockIdx.x;
    for (int k = 0; k < reads; ++k) sum += tile[(t * 389 + k * 97) % 1024];
    __syncthreads();
    tile[t] = sum % 10007;
  }
  out[blockIdx.x * 1024 + t] = tile[t];
}

int main(int argc, char** argv) {
  int* out;
  cudaMalloc(&out, 2 * 1024 * sizeof(int));
  scatter<<<2, 1024>>>(out, atoi(argv[1]), atoi(argv[2]));
  cudaDeviceSynchronize();
}
