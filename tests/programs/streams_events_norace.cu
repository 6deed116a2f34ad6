// Streams and events: work of one stream in order, events that order streams and measure time.
// CLEAN
// STDOUT: ^6 1 0$
#include <cstdio>

__global__ void add(int* data, int value) { *data += value; }

int main() {
  int* data;
  cudaMallocManaged(&data, sizeof(int));
  *data = 0;
  cudaStream_t a, b;
  cudaEvent_t start, stop;
  cudaStreamCreate(&a);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEventCreate(&start);
  cudaEventCreateWithFlags(&stop, cudaEventDefault);
  cudaEventRecord(start, a);
  add<<<1, 1, 0, a>>>(data, 1);
  add<<<1, 1, 0, a>>>(data, 2);
  cudaEventRecord(stop, a);
  cudaStreamWaitEvent(b, stop, 0);
  add<<<1, 1, 0, b>>>(data, 3);
  cudaStreamSynchronize(b);
  float milliseconds = -1;
  cudaEventSynchronize(stop);
  cudaEventElapsedTime(&milliseconds, start, stop);
  printf("%d %d %d\n", *data, milliseconds >= 0, cudaStreamQuery(a));
  cudaEventDestroy(start), cudaEventDestroy(stop);
  cudaStreamDestroy(a), cudaStreamDestroy(b);
}
