// A stream waits for a value that nobody writes. Wrong arguments are errors.
// COMPILE: -lcuda
// FINDING: api-error error none none read@waits message="cuStreamWaitValue32: deadlock: the stream waits for a value that nobody writes; there is 0"
// FINDING: api-error error none none read@outside message="cuStreamWriteValue32"
// STDOUT: ^1 1 1 900$
// STDOUT: ^cudaErrorLaunchTimeout$
#include <cuda.h>

#include <cstdio>

__global__ void follows(int* data) { *data = 1; }

int main() {
  int* data;
  unsigned* word;
  cudaMalloc(&data, sizeof(int));
  cudaMalloc(&word, sizeof(unsigned));
  cudaMemset(word, 0, sizeof(unsigned));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  const int flags = cuStreamWaitValue32(stream, CUdeviceptr(word), 1, 8);
  const int odd = cuStreamWriteValue64(stream, CUdeviceptr(word) + 4, 1, 0);
  const int outside = cuStreamWriteValue32(stream, CUdeviceptr(word) + 4, 1, 0);  // @outside
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  const int captured = cuStreamWriteValue32(stream, CUdeviceptr(word), 1, 0);
  cudaGraph_t graph;
  cudaStreamEndCapture(stream, &graph);
  printf("%d %d %d %d\n", flags, odd, outside, captured);
  cuStreamWaitValue32(stream, CUdeviceptr(word), 1, CU_STREAM_WAIT_VALUE_GEQ);  // @waits
  follows<<<1, 1, 0, stream>>>(data);
  puts(cudaGetErrorName(cudaStreamSynchronize(stream)));
}
