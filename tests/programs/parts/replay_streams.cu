// For test_replay.py: operations in two streams, ordered by an event, by the default stream and by the host; and a
// race.
__global__ void fill(int* data, int value) { data[threadIdx.x] = value; }

__global__ void add(const int* a, int* sum) { sum[threadIdx.x] += a[threadIdx.x]; }

int main() {
  int *data, *sum, *host;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMalloc(&sum, 64 * sizeof(int));
  cudaMallocHost(&host, 64 * sizeof(int));
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
  cudaEvent_t filled;
  cudaEventCreate(&filled);
  cudaMemset(sum, 0, 64 * sizeof(int));                                       // @set
  fill<<<1, 64, 0, one>>>(data, 1);                                           // @fill
  cudaEventRecord(filled, one);                                               // @record
  cudaStreamSynchronize(0);                                                   // @known
  cudaStreamWaitEvent(two, filled);                                           // @wait
  add<<<1, 64, 0, two>>>(data, sum);                                          // @add
  fill<<<1, 64, 0, one>>>(sum, 7);                                            // @racy
  cudaDeviceSynchronize();                                                    // @all
  cudaMemcpyAsync(host, sum, 64 * sizeof(int), cudaMemcpyDeviceToHost, two);  // @copy
  cudaStreamSynchronize(two);                                                 // @end
}
