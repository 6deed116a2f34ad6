// The edges of a graph order its nodes, and the stream orders its launches; branches with memory of their own do not meet.
// CLEAN
// STDOUT: ^manual 7 15 22 37$
// STDOUT: ^captured 12 24$
// STDOUT: ^types 2 0 0 0 3 5 4$
#include <cstdio>

__global__ void add(int* p, int n) { p[threadIdx.x] += n; }
__global__ void sum(const int* a, const int* b, int* to) { atomicAdd(to, a[threadIdx.x] + b[threadIdx.x]); }

struct Result {
  int* to;
  int seen;
};
void look(void* user) {
  auto* result = static_cast<Result*>(user);
  result->seen = *result->to;
}

int main() {
  int *a, *b, *total;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  cudaMallocManaged(&total, sizeof(int));
  cudaMemset(b, 0, 64 * sizeof(int));
  *total = 0;

  cudaGraph_t graph, child;
  cudaGraphCreate(&graph, 0);
  cudaGraphCreate(&child, 0);
  cudaGraphNode_t fill, add_a, add_b, sums, host, nothing, inner, children;
  cudaMemsetParams memset = {a, 0, 5, 4, 64, 1};
  cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &memset);
  int seven = 2, ten = 15;
  void* of_a[] = {&a, &seven};
  cudaKernelNodeParams kernel = {(void*)add, dim3(1), dim3(64), 0, of_a, nullptr};
  cudaGraphAddKernelNode(&add_a, graph, &fill, 1, &kernel);
  void* of_b[] = {&b, &ten};
  kernel.kernelParams = of_b;
  cudaGraphAddKernelNode(&add_b, graph, nullptr, 0, &kernel);
  void* of_sum[] = {&a, &b, &total};
  kernel = {(void*)sum, dim3(1), dim3(64), 0, of_sum, nullptr};
  cudaGraphNode_t both[] = {add_a, add_b};
  cudaGraphAddKernelNode(&sums, graph, both, 2, &kernel);
  Result result = {total, 0};
  cudaHostNodeParams function = {look, &result};
  cudaGraphAddHostNode(&host, graph, nullptr, 0, &function);
  cudaGraphAddDependencies(graph, &sums, &host, 1);
  cudaGraphAddEmptyNode(&nothing, graph, &host, 1);
  int minus = -1;
  void* of_child[] = {&a, &minus};
  kernel = {(void*)add, dim3(1), dim3(1), 0, of_child, nullptr};
  cudaGraphAddKernelNode(&inner, child, nullptr, 0, &kernel);
  cudaGraphAddChildGraphNode(&children, graph, &nothing, 1, child);

  seven = ten = 1000;  // Arguments were taken when the node was made.
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, s);
  cudaStreamSynchronize(s);
  const int after_one = result.seen;
  cudaGraphLaunch(exec, s);
  cudaStreamSynchronize(s);
  int first[2], other;
  cudaMemcpy(first, a, sizeof(first), cudaMemcpyDeviceToHost);
  cudaMemcpy(&other, b, sizeof(other), cudaMemcpyDeviceToHost);
  // 64 * (7 + 15), then 64 * (7 + 30) more.
  printf("manual %d %d %d %d\n", first[1], other / 2, after_one / 64, (*total - after_one) / 64);
  if (first[0] != 6 || after_one != 64 * 22 || *total != 64 * 59) printf("wrong: %d %d %d\n", first[0], after_one, *total);

  cudaStream_t t;
  cudaStreamCreate(&t);
  cudaEvent_t fork, join;
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  cudaGraph_t captured;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMemsetAsync(a, 0, 64 * sizeof(int), s);
  cudaEventRecord(fork, s);
  cudaStreamWaitEvent(t, fork, 0);
  add<<<1, 32, 0, s>>>(a, 12);
  add<<<1, 32, 0, t>>>(a + 32, 24);
  cudaEventRecord(join, t);
  cudaStreamWaitEvent(s, join, 0);
  add<<<1, 64, 0, s>>>(a, 0);
  cudaStreamEndCapture(s, &captured);
  cudaGraphExec_t run;
  cudaGraphInstantiate(&run, captured, 0);
  for (int i = 0; i < 3; ++i) cudaGraphLaunch(run, i == 1 ? t : s);
  cudaDeviceSynchronize();
  int values[64];
  cudaMemcpy(values, a, sizeof(values), cudaMemcpyDeviceToHost);
  printf("captured %d %d\n", values[31], values[32]);

  cudaGraphNode_t nodes[16];
  size_t count = 16;
  cudaGraphGetNodes(graph, nodes, &count);
  printf("types");
  for (size_t i = 0; i < count; ++i) {
    cudaGraphNodeType type;
    cudaGraphNodeGetType(nodes[i], &type);
    printf(" %d", type);
  }
  printf("\n");
  cudaGraphExecDestroy(run);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(captured);
  cudaGraphDestroy(child);
  cudaGraphDestroy(graph);
  cudaFree(a);
  cudaFree(b);
  cudaFree(total);
}
