// Conditional nodes of graphs: if with else, while with a default value, from a capture, nested, of several branches, and
// switch; an update, and calls that are wrong.
// CLEAN
// STDOUT: ^if 100 10 while 10 captured 0 6 switch 1 2 0 nested 6 branches 9$
// STDOUT: ^updated 5$
// STDOUT: ^errors 1 1 1 801 801 1 5$
// STDOUT: ^dot 1$
#include <cstdio>
#include <cstring>

__global__ void set_to(cudaGraphConditionalHandle condition, const int* value) { cudaGraphSetConditional(condition, *value); }
__global__ void add(int* p, int n) { *p += n; }
__global__ void count_down(cudaGraphConditionalHandle condition, int* n) {
  if (--*n == 0) cudaGraphSetConditional(condition, 0);
}
__global__ void test(cudaGraphConditionalHandle condition, int* n, int* count) {
  if (*n > 0) {
    --*n;
    ++*count;
  }
  cudaGraphSetConditional(condition, *n);
}

int* word;  // What kernels read, and what they count.
int* count;

void begin(int value) {
  cudaMemcpy(word, &value, sizeof value, cudaMemcpyHostToDevice);
  cudaMemset(count, 0, sizeof *count);
}
int counted() {
  int result;
  cudaMemcpy(&result, count, sizeof result, cudaMemcpyDeviceToHost);
  return result;
}
int run(cudaGraphExec_t exec, int value) {
  begin(value);
  cudaGraphLaunch(exec, 0);
  return counted();
}

cudaGraphNode_t add_kernel(cudaGraph_t graph, void* kernel, void** arguments, cudaGraphNode_t before = nullptr) {
  cudaGraphNodeParams parameters = {cudaGraphNodeTypeKernel};
  parameters.kernel.func = kernel;
  parameters.kernel.gridDim = parameters.kernel.blockDim = dim3(1);
  parameters.kernel.kernelParams = arguments;
  cudaGraphNode_t node;
  cudaGraphAddNode(&node, graph, &before, nullptr, before != nullptr ? 1 : 0, &parameters);
  return node;
}
cudaError_t add_choice(cudaGraph_t graph, cudaGraphConditionalHandle handle, cudaGraphConditionalNodeType type, unsigned size,
                       cudaGraph_t** bodies, cudaGraphNode_t before = nullptr) {
  cudaGraphNodeParams parameters = {cudaGraphNodeTypeConditional};
  parameters.conditional.handle = handle;
  parameters.conditional.type = type;
  parameters.conditional.size = size;
  cudaGraphNode_t node;
  const cudaError_t error = cudaGraphAddNode(&node, graph, &before, nullptr, before != nullptr ? 1 : 0, &parameters);
  *bodies = parameters.conditional.phGraph_out;
  return error;
}

/// set_to -> a node of `size` bodies, which add 1, 10 or 100, the last one first.
cudaGraph_t with_bodies(cudaGraphConditionalNodeType type, unsigned size, int factor = 1) {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandle handle;
  cudaGraphConditionalHandleCreate(&handle, graph);
  void* setting[] = {&handle, &word};
  cudaGraph_t* bodies;
  add_choice(graph, handle, type, size, &bodies, add_kernel(graph, (void*)set_to, setting));
  for (int i = 0, n = type == cudaGraphCondTypeIf ? 100 : factor; i < (int)size; ++i) {
    void* adding[] = {&count, &n};
    add_kernel(bodies[i], (void*)add, adding);
    n = type == cudaGraphCondTypeIf ? n / 10 : n + 1;
  }
  return graph;
}
cudaGraphExec_t instantiate(cudaGraph_t graph) {
  cudaGraphExec_t exec = nullptr;
  cudaGraphInstantiate(&exec, graph);
  return exec;
}

int main() {
  cudaMalloc(&word, sizeof *word);
  cudaMalloc(&count, sizeof *count);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t* bodies;

  cudaGraphExec_t exec = instantiate(with_bodies(cudaGraphCondTypeIf, 2));
  const int yes = run(exec, 7);
  printf("if %d %d ", yes, run(exec, 0));

  // Do … while: the body, a capture, ends it.
  cudaGraph_t loop;
  cudaGraphCreate(&loop, 0);
  cudaGraphConditionalHandle handle;
  cudaGraphConditionalHandleCreate(&handle, loop, 1, cudaGraphCondAssignDefault);
  add_choice(loop, handle, cudaGraphCondTypeWhile, 1, &bodies);
  cudaStreamBeginCaptureToGraph(stream, bodies[0], nullptr, nullptr, 0, cudaStreamCaptureModeGlobal);
  add<<<1, 1, 0, stream>>>(count, 1);
  count_down<<<1, 1, 0, stream>>>(handle, word);
  cudaStreamEndCapture(stream, nullptr);
  exec = instantiate(loop);
  const int first = run(exec, 4);
  printf("while %d ", first + run(exec, 6));  // The second time the default value is there again.

  // A node in a stream that is captured.
  cudaGraph_t captured;
  cudaStreamCaptureStatus status;
  const cudaGraphNode_t* last;
  size_t waits_for;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaStreamGetCaptureInfo(stream, &status, nullptr, &captured);
  cudaGraphConditionalHandle while_left;
  cudaGraphConditionalHandleCreate(&while_left, captured);
  test<<<1, 1, 0, stream>>>(while_left, word, count);
  cudaStreamGetCaptureInfo(stream, &status, nullptr, &captured, &last, &waits_for);
  cudaGraphNodeParams parameters = {cudaGraphNodeTypeConditional};
  parameters.conditional = {while_left, cudaGraphCondTypeWhile, 1, nullptr};
  cudaGraphNode_t node;
  cudaGraphAddNode(&node, captured, last, nullptr, waits_for, &parameters);
  cudaStreamUpdateCaptureDependencies(stream, &node, 1, cudaStreamSetCaptureDependencies);
  add<<<1, 1, 0, stream>>>(word, 0);
  cudaStreamEndCapture(stream, &captured);
  void* testing[] = {&while_left, &word, &count};
  add_kernel(parameters.conditional.phGraph_out[0], (void*)test, testing);
  exec = instantiate(captured);
  const int none = run(exec, 0);
  printf("captured %d %d ", none, run(exec, 6));

  cudaGraphExec_t select = instantiate(with_bodies(cudaGraphCondTypeSwitch, 2));
  const int zeroth = run(select, 0), second = run(select, 1);
  printf("switch %d %d %d ", zeroth, second, run(select, 2));

  // A loop within a loop: 3 times 2.
  cudaGraph_t outer;
  cudaGraphCreate(&outer, 0);
  int* times;
  cudaMalloc(&times, sizeof *times);
  cudaGraphConditionalHandle outer_handle, inner_handle;
  cudaGraphConditionalHandleCreate(&outer_handle, outer, 1, cudaGraphCondAssignDefault);
  add_choice(outer, outer_handle, cudaGraphCondTypeWhile, 1, &bodies);
  cudaGraph_t body = bodies[0];
  cudaGraphConditionalHandleCreate(&inner_handle, body, 1, cudaGraphCondAssignDefault);
  cudaMemsetParams two = {times, 0, 2, 1, 1, 1};
  cudaMemsetParams zero = {times, 0, 0, 4, 1, 1};
  cudaGraphNode_t zeroed, filled;
  cudaGraphAddMemsetNode(&zeroed, body, nullptr, 0, &zero);
  cudaGraphAddMemsetNode(&filled, body, &zeroed, 1, &two);
  add_choice(body, inner_handle, cudaGraphCondTypeWhile, 1, &bodies, filled);
  int one = 1;
  void* counting[] = {&count, &one};
  void* inner_down[] = {&inner_handle, &times};
  void* outer_down[] = {&outer_handle, &word};
  add_kernel(bodies[0], (void*)count_down, inner_down, add_kernel(bodies[0], (void*)add, counting));
  size_t nodes = 3;
  cudaGraphNode_t all[3];
  cudaGraphGetNodes(body, all, &nodes);
  add_kernel(body, (void*)count_down, outer_down, all[2]);
  exec = instantiate(outer);
  printf("nested %d ", run(exec, 3));

  // A body of two branches: 3 times in each iteration.
  cudaGraph_t wide;
  cudaGraphCreate(&wide, 0);
  cudaGraphConditionalHandle wide_handle;
  cudaGraphConditionalHandleCreate(&wide_handle, wide, 1, cudaGraphCondAssignDefault);
  add_choice(wide, wide_handle, cudaGraphCondTypeWhile, 1, &bodies);
  void* wide_down[] = {&wide_handle, &word};
  void* other[] = {&times, &one};
  const cudaGraphNode_t a = add_kernel(bodies[0], (void*)add, counting);
  const cudaGraphNode_t b = add_kernel(bodies[0], (void*)add, other);
  add_kernel(bodies[0], (void*)count_down, wide_down, b);
  cudaGraphNode_t c = add_kernel(bodies[0], (void*)add, counting, a);
  cudaGraphAddDependencies(bodies[0], &b, &c, 1);
  add_kernel(bodies[0], (void*)add, counting, c);
  exec = instantiate(wide);
  printf("branches %d\n", run(exec, 3));

  // The same nodes with other numbers, and another handle.
  cudaGraphExecUpdateResultInfo info;
  const cudaGraph_t changed = with_bodies(cudaGraphCondTypeSwitch, 2, 4);
  cudaGraphExecUpdate(select, changed, &info);
  printf("updated %d\n", run(select, 1));

  cudaGraph_t wrong, copy;
  cudaGraphCreate(&wrong, 0);
  cudaGraphConditionalHandle wrong_handle;
  cudaGraphConditionalHandleCreate(&wrong_handle, wrong);
  const int sizes = add_choice(wrong, wrong_handle, cudaGraphCondTypeWhile, 2, &bodies);
  const int twice = add_choice(changed, wide_handle, cudaGraphCondTypeIf, 1, &bodies);
  const int unknown = add_choice(changed, 5, cudaGraphCondTypeIf, 1, &bodies);
  const int cloned = cudaGraphClone(&copy, wide);
  const int child = cudaGraphAddChildGraphNode(&node, wrong, nullptr, 0, wide);
  cudaGraphInstantiateParams instantiation = {};
  const int unused = cudaGraphInstantiateWithParams(&exec, wrong, &instantiation);
  printf("errors %d %d %d %d %d %d %d\n", sizes, twice, unknown, cloned, child, unused, instantiation.result_out);
  cudaGetLastError();

  cudaGraphDebugDotPrint(outer, "/dev/stderr", 0);
  printf("dot 1\n");
  cudaGraphDestroy(wrong);
  cudaGraphDestroy(changed);
  cudaGraphExecDestroy(select);
}
