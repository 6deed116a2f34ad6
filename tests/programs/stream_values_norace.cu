// Streams write words and wait for them: what one did before it wrote comes before what another does that waited, whoever
// was issued first; so do a kernel that looks at the word, one that writes it, and the host.
// CLEAN
// COMPILE: -lcuda
// STDOUT: ^5 5 5 7 9 11 cudaSuccess$
#include <cuda.h>

#include <cstdio>

__global__ void produce(int* data, int value) { data[threadIdx.x] = value; }
__global__ void consume(const int* data, int* out) { out[threadIdx.x] = data[threadIdx.x]; }
__global__ void look(volatile unsigned* word, const int* data, int* out) {
  while (*word != 3) { }
  __threadfence_system();
  *out = *data;
}
__global__ void write(volatile unsigned* word, int* data) {
  *data = 9;
  __threadfence_system();
  *word = 0xf0;
}

int main() {
  int *data, *out, back[6];
  unsigned* word;
  unsigned long long* wide;
  volatile unsigned* of_host;
  cudaMalloc(&data, 6 * 32 * sizeof(int));
  cudaMalloc(&out, 6 * 32 * sizeof(int));
  cudaMalloc(&word, 4 * sizeof(unsigned));
  cudaMalloc(&wide, sizeof *wide);
  cudaMallocHost((void**)&of_host, sizeof *of_host);
  cudaMemset(word, 0, 4 * sizeof(unsigned));
  cudaMemset(wide, 0, sizeof *wide);
  *of_host = 0;
  cudaDeviceSynchronize();
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  const auto at = [&](int i) { return CUdeviceptr(word + i); };

  // Written before the other waits.
  produce<<<1, 32, 0, a>>>(data, 5);
  cuStreamWriteValue32(a, at(0), 1, CU_STREAM_WRITE_VALUE_DEFAULT);
  cuStreamWaitValue32(b, at(0), 1, CU_STREAM_WAIT_VALUE_GEQ);
  consume<<<1, 32, 0, b>>>(data, out);

  // … and behind it; words of 8 bytes, that go round.
  cuStreamWaitValue64(b, CUdeviceptr(wide), ~0ull, CU_STREAM_WAIT_VALUE_EQ);
  cuStreamWaitValue64(b, CUdeviceptr(wide), ~0ull - 5, CU_STREAM_WAIT_VALUE_GEQ | CU_STREAM_WAIT_VALUE_FLUSH);
  consume<<<1, 32, 0, b>>>(data + 32, out + 32);
  produce<<<1, 32, 0, a>>>(data + 32, 5);
  cuStreamWriteValue64(a, CUdeviceptr(wide), ~0ull, CU_STREAM_WRITE_VALUE_DEFAULT);

  // By lists.
  CUstreamBatchMemOpParams both[2] = {};
  both[0].operation = both[0].waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_32;
  both[0].waitValue.address = at(1);
  both[0].waitValue.value = 4;
  both[0].waitValue.flags = CU_STREAM_WAIT_VALUE_AND;
  both[1].operation = both[1].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
  both[1].writeValue.address = at(1);
  both[1].writeValue.value = 0;
  cuStreamBatchMemOp(b, 2, both, 0);
  consume<<<1, 32, 0, b>>>(data + 64, out + 64);
  produce<<<1, 32, 0, a>>>(data + 64, 5);
  cuStreamWriteValue32(a, at(1), 6, CU_STREAM_WRITE_VALUE_DEFAULT);

  // A kernel looks, a copy engine writes.
  cudaStreamSynchronize(a);
  look<<<1, 1, 0, b>>>(word + 2, data + 96, out + 96);
  const int seven = 7;
  cudaMemcpyAsync(data + 96, &seven, sizeof(int), cudaMemcpyHostToDevice, a);
  cuStreamWriteValue32(a, at(2), 3, CU_STREAM_WRITE_VALUE_DEFAULT);

  // A kernel writes.
  write<<<1, 1, 0, a>>>(word + 3, data + 128);
  cuStreamWaitValue32(b, at(3), 0xfffffff0, CU_STREAM_WAIT_VALUE_NOR);
  consume<<<1, 1, 0, b>>>(data + 128, out + 128);

  // The host writes.
  cuStreamWaitValue32(a, CUdeviceptr(of_host), 1, CU_STREAM_WAIT_VALUE_EQ);
  produce<<<1, 1, 0, a>>>(out + 160, 11);
  *of_host = 1;

  const cudaError_t error = cudaDeviceSynchronize();
  for (int i = 0; i < 6; ++i) cudaMemcpy(back + i, out + 32 * i, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %d %d %d %d %d %s\n", back[0], back[1], back[2], back[3], back[4], back[5], cudaGetErrorName(error));
}
