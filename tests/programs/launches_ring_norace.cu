// Three launches hand a token round, in each order of their launches; then a ring that a kernel starts which is launched
// last, with a launch and a copy that are held back behind each, and events between them.
// CLEAN
// STDOUT: ^ring 9 9 9 9 9 9 late 1111 copied 1 1 1 cudaSuccess$
// SCHEDULE-DEPENDENT: how often threads look while they wait
#include <cstdio>

__global__ void pass(volatile int* token, int* count, int place, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    while (*token != place) { }
    __threadfence();
    if (threadIdx.x == 0) *count += 1;
    __syncthreads();
    __threadfence();
    if (threadIdx.x == 0) *token = (place + 1) % 3;
  }
}
__global__ void chain(volatile int* flags, int place) {
  while (flags[place + 1] == 0) { }
  flags[place] = 1;
}
__global__ void begin(volatile int* flags) { flags[3] = 1; }
__global__ void take(const volatile int* flags, int place, int* out) { out[place] = flags[place]; }

int main() {
  const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  int *memory, host[8];
  cudaMalloc(&memory, 8 * sizeof(int));
  cudaStream_t streams[4];
  for (cudaStream_t& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  printf("ring");
  for (const auto& order : orders) {
    cudaMemset(memory, 0, 8 * sizeof(int));
    cudaDeviceSynchronize();
    for (const int place : order) pass<<<1, 33, 0, streams[place]>>>(memory, memory + 1, place, 3);
    cudaDeviceSynchronize();
    cudaMemcpy(host, memory, sizeof host, cudaMemcpyDeviceToHost);
    printf(" %d", host[1]);
  }
  cudaMemset(memory, 0, 8 * sizeof(int));
  cudaDeviceSynchronize();
  int* pinned;
  cudaMallocHost(&pinned, 3 * sizeof(int));
  cudaEvent_t events[3];
  for (int place = 0; place < 3; ++place) {
    cudaEventCreate(&events[place]);
    chain<<<1, 1, 0, streams[place]>>>(memory, place);
    take<<<1, 1, 0, streams[place]>>>(memory, place, memory + 4);
    cudaMemcpyAsync(pinned + place, memory + 4 + place, sizeof(int), cudaMemcpyDeviceToHost, streams[place]);
    cudaEventRecord(events[place], streams[place]);
    cudaStreamDestroy(streams[place]);
  }
  begin<<<1, 1, 0, streams[3]>>>(memory);
  for (cudaEvent_t event : events) cudaStreamWaitEvent(streams[3], event, 0);
  cudaMemcpyAsync(host, memory, 4 * sizeof(int), cudaMemcpyDeviceToHost, streams[3]);
  const cudaError_t error = cudaStreamSynchronize(streams[3]);
  printf(" late %d%d%d%d copied %d %d %d %s\n", host[0], host[1], host[2], host[3], pinned[0], pinned[1], pinned[2],
         cudaGetErrorName(error));
}
