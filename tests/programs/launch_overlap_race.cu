// A launch with programmatic stream serialisation may begin before the one before it has ended. Without a wait for that
// one, what it reads of it is a race: whether that lets it begin early, or says nothing; and to write what the other reads.
// The third may begin before the first has ended, too: the same pair of calls, by their lines.
// FINDING: race error global stream write@first#0 read@second#0 occurrences=2
// FINDING: race error global stream write@early#0 read@second#0
// FINDING: race error global stream read@second#0 write@third#0
#include <cstdio>

__global__ void first(int* data) { data[threadIdx.x] = threadIdx.x; }  // @first
__global__ void early(int* data) {
  asm volatile("griddepcontrol.launch_dependents;");
  data[threadIdx.x] = threadIdx.x;  // @early
}
__global__ void second(const int* data, int* sums) { sums[threadIdx.x] = data[threadIdx.x] + 1; }  // @second
__global__ void third(int* data) { data[threadIdx.x] = 7; }  // @third

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
  int *data, *others, *sums;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMalloc(&others, 32 * sizeof(int));
  cudaMalloc(&sums, 32 * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  first<<<1, 32, 0, stream>>>(data);
  overlapping(stream, second, data, sums);
  overlapping(stream, third, data);
  cudaDeviceSynchronize();
  // In the default stream.
  early<<<1, 32>>>(others);
  overlapping(0, second, others, sums);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
