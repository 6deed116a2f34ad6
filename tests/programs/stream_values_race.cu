// A stream writes a word, and the other one does not wait for it; or that waits, but for a word that comes without what
// was before it; or the word is written by what is no strong access.
// COMPILE: -lcuda
// FINDING: race error global stream write@produces read@consumes object=data launch=2
// FINDING: race error global stream write@produces read@consumes object=data launch=4
// FINDING: race error global stream write@fills volatile-read@waits object=word
#include <cuda.h>

#include <cstdio>

__global__ void produce(int* data) {
  data[threadIdx.x] = 5;  // @produces
}
__global__ void consume(const int* data, int* out) {
  out[threadIdx.x] = data[threadIdx.x];  // @consumes
}

int main() {
  int *data, *out;
  unsigned* word;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMalloc(&word, 3 * sizeof(unsigned));
  cudaMemset(word, 0, 3 * sizeof(unsigned));
  cudaDeviceSynchronize();
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);

  produce<<<1, 32, 0, a>>>(data);
  cuStreamWriteValue32(a, CUdeviceptr(word), 1, CU_STREAM_WRITE_VALUE_DEFAULT);
  consume<<<1, 32, 0, b>>>(data, out);
  cudaDeviceSynchronize();

  produce<<<1, 32, 0, a>>>(data + 32);
  cuStreamWriteValue32(a, CUdeviceptr(word + 1), 1, CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER);
  cuStreamWaitValue32(b, CUdeviceptr(word + 1), 1, CU_STREAM_WAIT_VALUE_EQ);
  consume<<<1, 32, 0, b>>>(data + 32, out + 32);
  cudaDeviceSynchronize();

  cudaMemsetAsync(word + 2, 1, sizeof(unsigned), a);  // @fills
  cuStreamWaitValue32(b, CUdeviceptr(word + 2), 0x01010101, CU_STREAM_WAIT_VALUE_EQ);  // @waits
  cudaDeviceSynchronize();
}
