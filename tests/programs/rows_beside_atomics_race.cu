// Reads that are told at once, before the loop over threads, and the atomic operations of the same loop: on the same
// words by different threads that is a race, on those of its own thread it is none.
// FINDING: race error global intra-block atomic@atomic read@read object=data
__global__ void moves(int* data, int n) {
  const int i = threadIdx.x;
  const int v = data[i];                 // @read
  atomicAdd(&data[(i * 7 + 3) % n], v);  // @atomic
}

__global__ void adds(int* data, const int* amount) {
  const int i = threadIdx.x;
  atomicAdd(&data[i], amount[i] + data[i]);
}

int main() {
  int* data;
  cudaMalloc(&data, 128 * sizeof(int));
  cudaMemset(data, 0, 128 * sizeof(int));
  adds<<<1, 64>>>(data, data + 64);
  moves<<<1, 64>>>(data, 64);
  cudaDeviceSynchronize();
  cudaFree(data);
}
