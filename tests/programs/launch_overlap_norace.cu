// Launches with programmatic stream serialisation that wait for the one before them, by either name; that touch nothing of
// it; that follow a copy, an event or the host's waiting; and ordinary launches behind them.
// CLEAN
// STDOUT: ^32 cudaSuccess$
#include <cstdio>

__global__ void first(int* data) {
  data[threadIdx.x] = threadIdx.x;
  asm volatile("griddepcontrol.launch_dependents;");
}
__global__ void waits(const int* data, int* sums) {
  asm volatile("griddepcontrol.wait;" ::: "memory");
  sums[threadIdx.x] = data[threadIdx.x] + 1;
}
__global__ void synchronises(const int* data, int* sums) {
  cudaGridDependencySynchronize();
  sums[threadIdx.x] = data[threadIdx.x] + 1;
}
__global__ void does_not(const int* data, int* sums) { sums[threadIdx.x] = data[threadIdx.x] + 1; }

template <class Kernel, class... Arguments>
void overlapping(cudaStream_t stream, Kernel kernel, Arguments... arguments) {
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 32;
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, kernel, arguments...);
}

int main() {
  int *data, *others, *sums, *apart, last;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMalloc(&others, 32 * sizeof(int));
  cudaMalloc(&sums, 32 * sizeof(int));
  cudaMalloc(&apart, 32 * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemset(others, 0, 32 * sizeof(int));
  cudaDeviceSynchronize();
  first<<<1, 32, 0, stream>>>(data);
  overlapping(stream, waits, data, sums);
  overlapping(stream, synchronises, data, sums);
  overlapping(stream, does_not, others, apart);        // Overlaps, with nothing in common.
  does_not<<<1, 32, 0, stream>>>(sums, apart);         // An ordinary launch comes after all of them.
  cudaMemcpyAsync(others, data, 32 * sizeof(int), cudaMemcpyDeviceToDevice, stream);
  overlapping(stream, does_not, others, apart);        // The one before it is no launch.
  first<<<1, 32, 0, stream>>>(data);
  cudaStreamSynchronize(stream);
  overlapping(stream, does_not, data, sums);           // The host has waited.
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaEventRecord(event, stream);
  cudaStreamWaitEvent(0, event, 0);
  first<<<1, 32>>>(data);
  overlapping(0, waits, data, sums);
  // In a graph edges order, and a launch of the graph follows the one before.
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  overlapping(stream, does_not, data, sums);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, stream);
  cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
  cudaMemcpy(&last, sums + 31, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %s\n", last, cudaGetErrorName(cudaGetLastError()));
}
