// The driver API's graphs, captured and built; what they keep alive; launches by the calls that CUDA 4 replaced.
// COMPILE: -lcuda
// CLEAN
// STDOUT: ^all right$
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>

#define EXPECT(condition) \
  if (!(condition)) std::printf("line %d is wrong\n", __LINE__), ++wrong

__global__ void add(int* data, int n, float by) {
  if (threadIdx.x < n) data[threadIdx.x] += static_cast<int>(by);
}

int destroyed = 0;
void destroy(void* object) { destroyed += *static_cast<int*>(object); }
void count(void* number) { ++*static_cast<int*>(number); }

int main() {
  int wrong = 0;
  cuInit(0);
  CUcontext context;
  EXPECT(cuCtxCreate(&context, 0, 0) == CUDA_SUCCESS);
  CUfunction function;
  cudaGetFuncBySymbol(&function, (const void*)add);
  size_t offset = 0, bytes = 0, parameters = 0;
  EXPECT(cuFuncGetParamInfo(function, 2, &offset, &bytes) == CUDA_SUCCESS && offset == 12 && bytes == 4);
  EXPECT(cuFuncGetParamInfo(function, 3, &offset, &bytes) == CUDA_ERROR_INVALID_VALUE);
  EXPECT(cuFuncGetParamCount(function, &parameters) == CUDA_SUCCESS && parameters == 3);

  CUdeviceptr data;
  EXPECT(cuMemAlloc(&data, 32 * sizeof(int)) == CUDA_SUCCESS && cuMemsetD32(data, 0, 32) == CUDA_SUCCESS);
  int n = 32, back[32];
  float by = 2;
  void* arguments[] = {&data, &n, &by};

  // As before CUDA 4: 1.
  EXPECT(cuFuncSetBlockShape(function, 32, 1, 1) == CUDA_SUCCESS && cuFuncSetSharedSize(function, 0) == CUDA_SUCCESS);
  EXPECT(cuParamSetSize(function, 16) == CUDA_SUCCESS && cuParamSetv(function, 0, &data, 8) == CUDA_SUCCESS);
  EXPECT(cuParamSeti(function, 8, 32) == CUDA_SUCCESS && cuParamSetf(function, 12, 1.f) == CUDA_SUCCESS);
  EXPECT(cuParamSetv(function, 4095, &data, 8) == CUDA_ERROR_INVALID_VALUE);
  EXPECT(cuFuncSetBlockShape(function, 0, 1, 1) == CUDA_ERROR_INVALID_VALUE);
  EXPECT(cuLaunch(function) == CUDA_SUCCESS);

  // Captured: 1 + 2 each time.
  CUstream stream;
  EXPECT(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS && cuCtxSynchronize() == CUDA_SUCCESS);
  EXPECT(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL) == CUDA_SUCCESS);
  EXPECT(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, stream, arguments, nullptr) == CUDA_SUCCESS);
  CUstreamCaptureStatus status;
  CUgraph captured;
  const CUgraphNode* nodes;
  size_t count_of_nodes = 0;
  EXPECT(cuStreamGetCaptureInfo(stream, &status, nullptr, nullptr, &nodes, &count_of_nodes) == CUDA_SUCCESS);
  EXPECT(status == CU_STREAM_CAPTURE_STATUS_ACTIVE && count_of_nodes == 1);
  EXPECT(cuStreamEndCapture(stream, &captured) == CUDA_SUCCESS);
  CUgraphExec exec;
  EXPECT(cuGraphInstantiate(&exec, captured, 0) == CUDA_SUCCESS);
  EXPECT(cuGraphLaunch(exec, stream) == CUDA_SUCCESS && cuGraphLaunch(exec, stream) == CUDA_SUCCESS);
  EXPECT(cuStreamSynchronize(stream) == CUDA_SUCCESS && cuGraphExecDestroy(exec) == CUDA_SUCCESS);
  EXPECT(cuMemcpyDtoH(back, data, sizeof back) == CUDA_SUCCESS && back[0] == 5 && back[31] == 5);

  // Built: set to 7, add 2, copied to the host, counted.
  CUgraph built;
  CUgraphNode set, kernel, copied, called;
  EXPECT(cuGraphCreate(&built, 0) == CUDA_SUCCESS);
  const CUDA_MEMSET_NODE_PARAMS fill = {data, 0, 7, 4, 32, 1};
  EXPECT(cuGraphAddMemsetNode(&set, built, nullptr, 0, &fill, context) == CUDA_SUCCESS);
  CUDA_KERNEL_NODE_PARAMS launch = {};
  launch.func = function;
  launch.gridDimX = launch.gridDimY = launch.gridDimZ = launch.blockDimY = launch.blockDimZ = 1;
  launch.blockDimX = 32;
  launch.kernelParams = arguments;
  EXPECT(cuGraphAddKernelNode(&kernel, built, &set, 1, &launch) == CUDA_SUCCESS);
  CUDA_MEMCPY3D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.srcDevice = data;
  copy.dstMemoryType = CU_MEMORYTYPE_HOST;
  copy.dstHost = back;
  copy.WidthInBytes = sizeof back;
  copy.Height = copy.Depth = 1;
  EXPECT(cuGraphAddMemcpyNode(&copied, built, &kernel, 1, &copy, context) == CUDA_SUCCESS);
  int calls = 0;
  const CUDA_HOST_NODE_PARAMS call = {count, &calls};
  EXPECT(cuGraphAddHostNode(&called, built, &copied, 1, &call) == CUDA_SUCCESS);
  CUgraphNodeType type;
  EXPECT(cuGraphNodeGetType(kernel, &type) == CUDA_SUCCESS && type == CU_GRAPH_NODE_TYPE_KERNEL);
  size_t edges = 0;
  EXPECT(cuGraphGetEdges(built, nullptr, nullptr, &edges) == CUDA_SUCCESS && edges == 3);

  // An object is there until the program, both graphs and the executable have let go of it.
  int of_program = 5;
  CUuserObject object;
  EXPECT(cuUserObjectCreate(&object, &of_program, destroy, 1, 0) == CUDA_ERROR_INVALID_VALUE);
  EXPECT(cuUserObjectCreate(&object, &of_program, destroy, 2, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC) == CUDA_SUCCESS);
  EXPECT(cuGraphRetainUserObject(built, object, 1, CU_GRAPH_USER_OBJECT_MOVE) == CUDA_SUCCESS);
  EXPECT(cuGraphRetainUserObject(built, object, 2, CU_GRAPH_USER_OBJECT_MOVE) == CUDA_ERROR_INVALID_VALUE);
  EXPECT(cuUserObjectRelease(object, 2) == CUDA_ERROR_INVALID_VALUE);
  CUgraph clone;
  EXPECT(cuGraphClone(&clone, built) == CUDA_SUCCESS && cuGraphInstantiate(&exec, built, 0) == CUDA_SUCCESS);
  EXPECT(cuGraphReleaseUserObject(clone, object, 2) == CUDA_ERROR_INVALID_VALUE);
  EXPECT(cuGraphReleaseUserObject(clone, object, 1) == CUDA_SUCCESS);
  EXPECT(cuUserObjectRelease(object, 1) == CUDA_SUCCESS && cuGraphDestroy(built) == CUDA_SUCCESS && destroyed == 0);
  EXPECT(cuGraphLaunch(exec, stream) == CUDA_SUCCESS && cuStreamSynchronize(stream) == CUDA_SUCCESS);
  EXPECT(back[0] == 9 && calls == 1);
  EXPECT(cuGraphExecDestroy(exec) == CUDA_SUCCESS && destroyed == 5);
  EXPECT(cuUserObjectRetain(object, 1) == CUDA_ERROR_INVALID_VALUE);
  EXPECT(cuGraphDestroy(clone) == CUDA_SUCCESS && cuGraphDestroy(captured) == CUDA_SUCCESS);
  if (wrong == 0) std::puts("all right");
}
