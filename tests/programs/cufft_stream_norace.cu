// Transforms that are ordered: by their stream, by an event, and as nodes of a graph that is launched twice, after the plan
// has been destroyed. Two transforms in streams that are not ordered may read the same input.
// CLEAN
// STDOUT: ^16 0 256$
// COMPILE: -lcufft
// NEEDS: /usr/lib/x86_64-linux-gnu/libfftw3f.so.3
#include <cufft.h>

#include <cstdio>

__global__ void fill(cufftComplex* out) { out[threadIdx.x] = cufftComplex{1, 0}; }
__global__ void add(const cufftComplex* values, float* sum) {
  if (threadIdx.x == 0) *sum = values[0].x + values[1].x;
}

int main() {
  cufftComplex *a, *b, *c;
  float *sum, result;
  for (cufftComplex** array : {&a, &b, &c}) cudaMalloc(array, 16 * sizeof(cufftComplex));
  cudaMalloc(&sum, sizeof(float));
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaEvent_t event;
  cudaEventCreate(&event);
  cufftHandle first, second;
  cufftPlan1d(&first, 16, CUFFT_C2C, 1);
  cufftPlan1d(&second, 16, CUFFT_C2C, 1);
  cufftSetStream(first, streams[0]);
  cufftSetStream(second, streams[1]);
  fill<<<1, 16, 0, streams[0]>>>(a);
  cudaEventRecord(event, streams[0]);
  cudaStreamWaitEvent(streams[1], event, 0);
  cufftExecC2C(first, a, b, CUFFT_FORWARD);
  cufftExecC2C(second, a, c, CUFFT_FORWARD);
  add<<<1, 32, 0, streams[0]>>>(b, sum);
  cudaMemcpyAsync(&result, sum, sizeof(float), cudaMemcpyDeviceToHost, streams[0]);
  cudaStreamSynchronize(streams[0]);
  cudaStreamSynchronize(streams[1]);
  printf("%g ", result);

  cudaGraph_t graph;
  cudaGraphExec_t launchable;
  cudaMemset(c, 0, 16 * sizeof(cufftComplex));
  cudaDeviceSynchronize();
  cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeGlobal);
  cufftExecC2C(first, a, b, CUFFT_FORWARD);
  cufftExecC2C(first, b, c, CUFFT_INVERSE);
  cudaMemcpyAsync(a, c, 16 * sizeof(cufftComplex), cudaMemcpyDeviceToDevice, streams[0]);
  cudaStreamEndCapture(streams[0], &graph);
  cudaMemcpy(&result, c, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g ", result);
  cufftDestroy(first);
  cufftDestroy(second);
  cudaGraphInstantiate(&launchable, graph, 0);
  cudaGraphLaunch(launchable, streams[0]);
  cudaGraphLaunch(launchable, streams[0]);
  cudaStreamSynchronize(streams[0]);
  cudaMemcpy(&result, c, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", result);
}
