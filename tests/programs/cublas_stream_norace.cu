// The same with an event between, in one stream, and in a graph; and a result that the host waits for. The elements between the
// columns of C are others'.
// CLEAN
// NEEDS: /usr/lib/x86_64-linux-gnu/libopenblas.so.0
// STDOUT: ^64 960 2 512$
#include <cublas_v2.h>

#include <cstdio>

__global__ void fill(float* values, float value) { values[threadIdx.x] = value; }
__global__ void fill_between(float* values) { values[8 + threadIdx.x % 8 + 16 * (threadIdx.x / 8)] = 7; }

int main() {
  float *a, *b, *c;
  for (float** matrix : {&a, &b, &c}) cudaMalloc(matrix, 128 * sizeof(float));
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) cudaStreamCreate(&stream);
  cudaEvent_t event;
  cudaEventCreate(&event);
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSetStream(handle, streams[0]);
  const float one = 1, zero = 0;
  const auto N = CUBLAS_OP_N;
  fill<<<1, 64, 0, streams[0]>>>(a, 1);
  fill<<<1, 64, 0, streams[0]>>>(b, 1);
  fill_between<<<1, 64, 0, streams[1]>>>(c);
  cublasSgemm(handle, N, N, 8, 8, 8, &one, a, 8, b, 8, &zero, c, 16);
  cudaEventRecord(event, streams[0]);
  cudaStreamWaitEvent(streams[1], event);
  cublasSetStream(handle, streams[1]);
  float sum, all;
  cublasSasum(handle, 8, c, 1, &sum);
  cublasSasum(handle, 128 - 8, c, 1, &all);
  all += 8 * 7;  // The last column's rest.

  // A graph of a product and a kernel, launched twice: C becomes 2 * 2 * … of what it was.
  cudaStreamBeginCapture(streams[1], cudaStreamCaptureModeGlobal);
  const float two = 2;
  cublasSgemm(handle, N, N, 8, 8, 8, &zero, a, 8, b, 8, &two, c, 16);
  fill<<<1, 64, 0, streams[1]>>>(b, 2);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamEndCapture(streams[1], &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  float none;
  cudaMemcpyAsync(&none, b, sizeof(float), cudaMemcpyDeviceToHost, streams[1]);
  cudaStreamSynchronize(streams[1]);
  for (int i = 0; i < 3; ++i) cudaGraphLaunch(exec, streams[1]);
  float after, of_b;
  cublasSasum(handle, 8, c, 1, &after);
  cublasSasum(handle, 1, b, 1, &of_b);
  printf("%g %g %g %g\n", sum, all, of_b, after);
  // The host may look at managed memory when the handle has been destroyed, which waits.
  float* managed;
  cudaMallocManaged(&managed, sizeof(float));
  managed[0] = 3;
  cublasSscal(handle, 1, &two, managed, 1);
  cublasDestroy(handle);
  if (managed[0] != 6) printf("not scaled\n");
}
