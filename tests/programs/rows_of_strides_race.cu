// Only the first threads make a last turn, up to a bound that one element more makes wrong: block 1 writes it, too. And
// a stride that is less than the threads are many lets two threads write some elements.
// FINDING: race error global inter-block write@low write@high object=data
// FINDING: race error global intra-block write@short write@short object=data
__global__ void halves(int* data, int middle, int n) {
  if (blockIdx.x == 0) {
    for (int i = threadIdx.x; i <= middle; i += blockDim.x) data[i] = 1;  // @low
  } else {
    for (int i = middle + threadIdx.x; i < n; i += blockDim.x) data[i] = 2;  // @high
  }
}

__global__ void narrow(int* data, int n) {
  for (int i = threadIdx.x; i < n; i += 40) data[i] = threadIdx.x;  // @short
}

int main() {
  int* data;
  cudaMalloc(&data, 4000 * sizeof(int));
  halves<<<2, 64>>>(data, 1000, 2500);
  narrow<<<1, 64>>>(data, 1000);
  cudaDeviceSynchronize();
}
