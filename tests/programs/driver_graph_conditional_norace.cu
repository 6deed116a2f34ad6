// Conditional nodes of the driver API's graphs: if with else, while, switch; the other nodes that cuGraphAddNode makes and
// changes, and calls that are wrong.
// COMPILE: -lcuda
// CLEAN
// STDOUT: ^if 100 10 while 4 switch 1 2 0$
// STDOUT: ^nodes 9 1$
// STDOUT: ^changed 14 5$
// STDOUT: ^errors 1 1 801 1$
#include <cuda.h>

#include <cstdio>

__global__ void set_to(cudaGraphConditionalHandle condition, const int* value) { cudaGraphSetConditional(condition, *value); }
__global__ void add(int* p, int n) { *p += n; }
__global__ void count_down(cudaGraphConditionalHandle condition, int* n) {
  if (--*n == 0) cudaGraphSetConditional(condition, 0);
}

CUdeviceptr word, count;

CUgraphNodeParams launch(const void* kernel, void** arguments) {
  CUgraphNodeParams parameters = {CU_GRAPH_NODE_TYPE_KERNEL};
  cudaGetFuncBySymbol(&parameters.kernel.func, kernel);
  parameters.kernel.gridDimX = parameters.kernel.gridDimY = parameters.kernel.gridDimZ = 1;
  parameters.kernel.blockDimX = parameters.kernel.blockDimY = parameters.kernel.blockDimZ = 1;
  parameters.kernel.kernelParams = arguments;
  return parameters;
}
CUgraphNode add_node(CUgraph graph, CUgraphNodeParams parameters, CUgraphNode before = nullptr) {
  CUgraphNode node = nullptr;
  if (cuGraphAddNode(&node, graph, &before, before != nullptr ? 1 : 0, &parameters) != CUDA_SUCCESS) std::puts("no node");
  return node;
}
CUresult add_choice(CUgraph graph, CUgraphConditionalHandle handle, CUgraphConditionalNodeType type, unsigned size,
                    CUgraph** bodies, CUgraphNode before = nullptr) {
  CUgraphNodeParams parameters = {CU_GRAPH_NODE_TYPE_CONDITIONAL};
  parameters.conditional.handle = handle;
  parameters.conditional.type = type;
  parameters.conditional.size = size;
  CUgraphNode node;
  const CUresult result = cuGraphAddNode_v2(&node, graph, &before, nullptr, before != nullptr ? 1 : 0, &parameters);
  *bodies = parameters.conditional.phGraph_out;
  return result;
}

CUgraphExec instantiate(CUgraph graph) {
  CUgraphExec exec = nullptr;
  cuGraphInstantiate(&exec, graph, 0);
  return exec;
}
int run(CUgraphExec exec, int value) {
  int counted = 0;
  cuMemsetD32(word, value, 1);
  cuMemsetD32(count, 0, 1);
  cuGraphLaunch(exec, nullptr);
  cuMemcpyDtoH(&counted, count, sizeof counted);
  return counted;
}

/// set_to, then a node whose bodies add the numbers.
CUgraphExec with_bodies(CUgraphConditionalNodeType type, int first, int second) {
  CUgraph graph, *bodies;
  cuGraphCreate(&graph, 0);
  CUgraphConditionalHandle handle;
  cuGraphConditionalHandleCreate(&handle, graph, nullptr, 0, 0);
  void* setting[] = {&handle, &word};
  add_choice(graph, handle, type, 2, &bodies, add_node(graph, launch((const void*)set_to, setting)));
  void* adding[] = {&count, &first};
  add_node(bodies[0], launch((const void*)add, adding));
  adding[1] = &second;
  add_node(bodies[1], launch((const void*)add, adding));
  return instantiate(graph);
}

void called(void* times) { ++*static_cast<int*>(times); }

int main() {
  cuInit(0);
  CUcontext context;
  cuCtxCreate(&context, 0, 0);
  cuMemAlloc(&word, sizeof(int));
  cuMemAlloc(&count, sizeof(int));

  CUgraphExec exec = with_bodies(CU_GRAPH_COND_TYPE_IF, 100, 10);
  const int yes = run(exec, 7);
  std::printf("if %d %d ", yes, run(exec, 0));

  CUgraph loop, *bodies;
  cuGraphCreate(&loop, 0);
  CUgraphConditionalHandle handle;
  cuGraphConditionalHandleCreate(&handle, loop, context, 1, CU_GRAPH_COND_ASSIGN_DEFAULT);
  add_choice(loop, handle, CU_GRAPH_COND_TYPE_WHILE, 1, &bodies);
  int one = 1;
  void* counting[] = {&count, &one};
  void* down[] = {&handle, &word};
  add_node(bodies[0], launch((const void*)count_down, down), add_node(bodies[0], launch((const void*)add, counting)));
  std::printf("while %d ", run(instantiate(loop), 4));

  exec = with_bodies(CU_GRAPH_COND_TYPE_SWITCH, 1, 2);
  const int zeroth = run(exec, 0), second = run(exec, 1);
  std::printf("switch %d %d %d\n", zeroth, second, run(exec, 2));

  // Memory that the graph allocates, set to 7, 2 added by a child graph, copied to the host, freed.
  CUgraph all, child;
  cuGraphCreate(&all, 0);
  cuGraphCreate(&child, 0);
  CUgraphNodeParams parameters = {CU_GRAPH_NODE_TYPE_MEM_ALLOC};
  parameters.alloc.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  parameters.alloc.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  parameters.alloc.bytesize = sizeof(int);
  CUgraphNode node;
  cuGraphAddNode(&node, all, nullptr, 0, &parameters);
  CUdeviceptr data = parameters.alloc.dptr;
  CUgraphNodeParams fill = {CU_GRAPH_NODE_TYPE_MEMSET};
  fill.memset = {data, 0, 7, 4, 1, 1, context};
  const CUgraphNode filled = node = add_node(all, fill, node);
  int two = 2, back = 0, calls = 0;
  void* adding[] = {&data, &two};
  add_node(child, launch((const void*)add, adding));
  parameters = {CU_GRAPH_NODE_TYPE_GRAPH};
  parameters.graph.graph = child;
  node = add_node(all, parameters, node);
  parameters = {CU_GRAPH_NODE_TYPE_MEMCPY};
  CUDA_MEMCPY3D& copy = parameters.memcpy.copyParams;
  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.srcDevice = data;
  copy.dstMemoryType = CU_MEMORYTYPE_HOST;
  copy.dstHost = &back;
  copy.WidthInBytes = sizeof back;
  copy.Height = copy.Depth = 1;
  node = add_node(all, parameters, node);
  CUevent event;
  cuEventCreate(&event, 0);
  parameters = {CU_GRAPH_NODE_TYPE_EVENT_RECORD};
  parameters.eventRecord.event = event;
  node = add_node(all, parameters, node);
  parameters = {CU_GRAPH_NODE_TYPE_WAIT_EVENT};
  parameters.eventWait.event = event;
  node = add_node(all, parameters, add_node(all, {CU_GRAPH_NODE_TYPE_EMPTY}, node));
  parameters = {CU_GRAPH_NODE_TYPE_HOST};
  parameters.host = {called, &calls};
  add_node(all, parameters, node);
  parameters = {CU_GRAPH_NODE_TYPE_MEM_FREE};
  parameters.free.dptr = data;
  add_node(all, parameters, node);
  exec = instantiate(all);
  cuGraphLaunch(exec, nullptr);
  cuCtxSynchronize();
  std::printf("nodes %d %d\n", back, calls);

  fill.memset.value = 12;
  cuGraphExecNodeSetParams(exec, filled, &fill);
  cuGraphLaunch(exec, nullptr);
  cuCtxSynchronize();
  const int by_exec = back;
  fill.memset.value = 3;
  cuGraphNodeSetParams(filled, &fill);
  cuGraphLaunch(instantiate(all), nullptr);
  cuCtxSynchronize();
  std::printf("changed %d %d\n", by_exec, back);

  const int sizes = add_choice(all, handle, CU_GRAPH_COND_TYPE_WHILE, 2, &bodies);
  const int unknown = add_choice(all, 5, CU_GRAPH_COND_TYPE_IF, 1, &bodies);
  parameters = {CU_GRAPH_NODE_TYPE_GRAPH};
  parameters.graph = {child, CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE};
  const int moved = cuGraphAddNode(&node, all, nullptr, 0, &parameters);
  const int null = cuGraphAddNode(&node, all, nullptr, 0, nullptr);
  std::printf("errors %d %d %d %d\n", sizes, unknown, moved, null);
  cudaGetLastError();
}
