// While a kernel waits for the host, another stream's kernel writes what it has read, and one that follows the first
// in its stream, and is held back, writes what the host reads meanwhile without waiting.
// FINDING: race error global stream read@early write@beside
// FINDING: race error global host-device write@follows read@reads
#include <cstdio>

__global__ void read_then_wait(volatile unsigned* latch, int* data, int* sum) {
  *sum = data[0];  // @early
  while (*latch < 1) { }
}
__global__ void write_beside(int* data) { data[0] = 1; }  // @beside
__global__ void write_after(int* data) { data[1] = 1; }   // @follows

int main() {
  volatile unsigned* latch;
  int *data, *sum;
  cudaMallocHost((void**)&latch, sizeof *latch);
  cudaMallocManaged(&data, 2 * sizeof *data);
  cudaMalloc(&sum, sizeof *sum);
  data[0] = data[1] = 0;
  *latch = 0;
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  read_then_wait<<<1, 1, 0, a>>>((unsigned*)latch, data, sum);
  write_after<<<1, 1, 0, a>>>(data);
  write_beside<<<1, 1, 0, b>>>(data);
  cudaStreamSynchronize(b);
  *latch = 1;
  const int read = data[1];  // @reads
  cudaDeviceSynchronize();
  printf("%d\n", read >= 0);
}
