// Events, through a third stream too; a later record of the event takes the place of an earlier one.
// CLEAN
__global__ void produce(int* data) { data[threadIdx.x] = 1; }
__global__ void consume(const int* data, int* out) { out[threadIdx.x] = data[threadIdx.x]; }

int main() {
  int *data, *out;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaStream_t s, t, u;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  cudaStreamCreateWithFlags(&u, cudaStreamNonBlocking);
  cudaEvent_t first, second;
  cudaEventCreate(&first);
  cudaEventCreateWithFlags(&second, cudaEventDisableTiming);
  cudaEventRecord(first, s);
  produce<<<1, 64, 0, s>>>(data);
  cudaEventRecord(first, s);
  cudaStreamWaitEvent(u, first);
  cudaEventRecord(second, u);
  cudaStreamWaitEvent(t, second);
  consume<<<1, 64, 0, t>>>(data, out);
  cudaEventRecord(first, t);
  cudaEventSynchronize(first);
  produce<<<1, 64, 0, u>>>(data);
  cudaDeviceSynchronize();
}
