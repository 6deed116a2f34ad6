// Waiting for an event that was never recorded waits for nothing.
// FINDING: race error global stream write@w write@w object=data
__global__ void produce(int* data) {
  data[threadIdx.x] = 1;  // @w
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  cudaEvent_t done;
  cudaEventCreate(&done);
  produce<<<1, 64, 0, s>>>(data);
  cudaStreamWaitEvent(t, done);
  produce<<<1, 64, 0, t>>>(data);
  cudaDeviceSynchronize();
}
