// A question whose answer is dropped, or is "not yet", orders nothing: the host does not know that the stream is done.
// FINDING: race error global host-device write@k#0 read@dropped object=data
// FINDING: race error global host-device write@k#0 read@cast object=data
// FINDING: race error global host-device write@k#0 read@event object=data
// FINDING: race error global host-device write@k#0 read@time object=data
// FINDING: race error global host-device write@k#0 read@driver object=data
// FINDING: race error global host-device write@k#0 read@twice object=data
// FINDING: race error global host-device write@k#0 read@ignored object=data
// STDOUT: ^not ready 1$
#include <cuda.h>

#include <cstdio>

__global__ void add(int* data) { *data += 1; }  // @k

int main() {
  int* data;
  cudaMallocManaged(&data, sizeof(int));
  *data = 0;
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  int sum = 0;

  add<<<1, 1, 0, s>>>(data);
  cudaStreamQuery(s);
  sum += *data;  // @dropped
  cudaStreamSynchronize(s);

  add<<<1, 1, 0, s>>>(data);
  (void)cudaStreamQuery(s);
  sum += *data;  // @cast
  cudaStreamSynchronize(s);

  add<<<1, 1, 0, s>>>(data);
  cudaEventRecord(end, s);
  static_cast<void>(cudaEventQuery(end));
  sum += *data;  // @event
  cudaStreamSynchronize(s);

  cudaEventRecord(begin, s);
  add<<<1, 1, 0, s>>>(data);
  cudaEventRecord(end, s);
  float milliseconds;
  cudaEventElapsedTime(&milliseconds, begin, end);
  sum += *data;  // @time
  cudaStreamSynchronize(s);

  add<<<1, 1, 0, s>>>(data);
  (void)cuStreamQuery(s);
  sum += *data;  // @driver
  cudaStreamSynchronize(s);

  add<<<1, 1, 0, s>>>(data);
  for (int i = 0; i < 3; ++i) cudaStreamQuery(s);
  sum += *data;  // @twice
  cudaStreamSynchronize(s);

  add<<<1, 1, 0, s>>>(data);
  const cudaError_t answer = cudaStreamQuery(s);
  sum += *data;  // @ignored
  printf("not ready %d\n", answer == cudaErrorNotReady);
  cudaStreamSynchronize(s);
  return sum == 0;
}
