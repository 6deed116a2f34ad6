// What ends the wait of a kernel of several blocks: the host before it asks, a kernel or a host function in another stream,
// another thread; two that wait in one stream; a graph behind one; a stream and an event that are destroyed meanwhile.
// CLEAN
// SCHEDULE-DEPENDENT: how often a thread looks depends on when the others do
// STDOUT: ^query 4 kernel 4 function 4 thread 4 two 13 graph 5 destroyed 5 barrier 6$
#include <chrono>
#include <cooperative_groups.h>
#include <cstdio>
#include <thread>

struct Shared {
  unsigned latch, second;
  int count;
};

__global__ void wait_and_count(Shared* shared) {
  while (*(volatile unsigned*)&shared->latch < 1) { }
  if (threadIdx.x == 0) atomicAdd(&shared->count, 1);
}
__global__ void wait_for_second(Shared* shared) {
  while (*(volatile unsigned*)&shared->second < 1) { }
}
__global__ void set(Shared* shared) { *(volatile unsigned*)&shared->latch = 1; }
__global__ void add(Shared* shared, int n) { atomicAdd(&shared->count, n); }
__global__ void wait_in_grid(Shared* shared) {
  if (blockIdx.x == 1) {
    while (*(volatile unsigned*)&shared->latch < 1) { }
  }
  cooperative_groups::this_grid().sync();
  if (threadIdx.x == 0) atomicAdd(&shared->count, 3);
}

void set_latch(unsigned* latch) { *(volatile unsigned*)latch = 1; }

int main() {
  Shared* shared;
  cudaMallocManaged(&shared, sizeof *shared);
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  const auto begin = [&] {
    cudaDeviceSynchronize();
    *shared = {};
  };

  begin();
  wait_and_count<<<4, 64, 0, a>>>(shared);
  while (cudaStreamQuery(a) == cudaErrorNotReady) set_latch(&shared->latch);
  printf("query %d ", shared->count);

  begin();
  wait_and_count<<<4, 64, 0, a>>>(shared);
  set<<<1, 1, 0, b>>>(shared);
  cudaDeviceSynchronize();
  printf("kernel %d ", shared->count);

  begin();
  wait_and_count<<<4, 64, 0, a>>>(shared);
  cudaLaunchHostFunc(b, [](void* latch) { set_latch((unsigned*)latch); }, &shared->latch);
  cudaDeviceSynchronize();
  printf("function %d ", shared->count);

  begin();
  wait_and_count<<<4, 64, 0, a>>>(shared);
  std::thread other([=] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    set_latch(&shared->latch);
  });
  cudaDeviceSynchronize();
  other.join();
  printf("thread %d ", shared->count);

  begin();
  wait_and_count<<<1, 1, 0, a>>>(shared);
  add<<<1, 1, 0, a>>>(shared, 2);
  wait_for_second<<<1, 1, 0, a>>>(shared);
  add<<<1, 1, 0, a>>>(shared, 10);
  set_latch(&shared->latch);
  set_latch(&shared->second);
  cudaStreamSynchronize(a);
  printf("two %d ", shared->count);

  begin();
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
  add<<<1, 1, 0, a>>>(shared, 4);
  cudaStreamEndCapture(a, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  wait_and_count<<<1, 1, 0, a>>>(shared);
  cudaGraphLaunch(exec, a);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  set_latch(&shared->latch);
  cudaStreamSynchronize(a);
  printf("graph %d ", shared->count);

  begin();
  cudaStream_t gone;
  cudaEvent_t waited;
  cudaStreamCreateWithFlags(&gone, cudaStreamNonBlocking);
  cudaEventCreate(&waited);
  wait_and_count<<<1, 1, 0, gone>>>(shared);
  cudaEventRecord(waited, gone);
  cudaStreamWaitEvent(b, waited, 0);
  add<<<1, 1, 0, b>>>(shared, 4);
  cudaEventDestroy(waited);
  cudaStreamDestroy(gone);
  set_latch(&shared->latch);
  cudaStreamSynchronize(b);
  printf("destroyed %d ", shared->count);

  begin();
  void* arguments[] = {&shared};
  cudaLaunchCooperativeKernel((void*)wait_in_grid, 2, 32, arguments, 0, a);
  set_latch(&shared->latch);
  cudaDeviceSynchronize();
  printf("barrier %d\n", shared->count);
}
