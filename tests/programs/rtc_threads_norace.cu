// Host threads compile, load and launch at once; the child of a fork loads code of its own.
// CLEAN
// STDOUT: ^all right$
#include <cuda.h>
#include <nvrtc.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

std::string compile(int value) {
  const std::string source = "__device__ int value = " + std::to_string(value) + R"(;
extern "C" __global__ void copy(int* out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = value;
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
})";
  nvrtcProgram program;
  nvrtcCreateProgram(&program, source.c_str(), nullptr, 0, nullptr, nullptr);
  if (nvrtcCompileProgram(program, 0, nullptr) != NVRTC_SUCCESS) return {};
  size_t bytes = 0;
  nvrtcGetPTXSize(program, &bytes);
  std::string ptx(bytes, '\0');
  nvrtcGetPTX(program, ptx.data());
  nvrtcDestroyProgram(&program);
  return ptx;
}

/// Loads it, and leaves it loaded.
bool gives(const std::string& ptx, int value) {
  CUcontext context;
  CUmodule module;
  CUfunction copy;
  CUdeviceptr data;
  cuDevicePrimaryCtxRetain(&context, 0);
  cuCtxSetCurrent(context);
  if (cuModuleLoadData(&module, ptx.c_str()) != CUDA_SUCCESS) return false;
  if (cuModuleGetFunction(&copy, module, "copy") != CUDA_SUCCESS) return false;
  cuMemAlloc(&data, 64 * sizeof(int));
  void* arguments[] = {&data};
  for (int i = 0; i < 10; ++i) {
    if (cuLaunchKernel(copy, 1, 1, 1, 64, 1, 1, 0, CU_STREAM_PER_THREAD, arguments, nullptr) != CUDA_SUCCESS)
      return false;
  }
  cuStreamSynchronize(CU_STREAM_PER_THREAD);
  int values[64];
  cuMemcpyDtoH(values, data, sizeof(values));
  cuMemFree(data);
  return values[5] == value;
}

int main() {
  cuInit(0);
  std::atomic<int> mistakes{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([i, &mistakes] {
      const std::string ptx = compile(i);
      for (int time = 0; time < 4; ++time) mistakes += gives(ptx, i) ? 0 : 1;
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::string ptx = compile(100);
  const pid_t child = fork();
  if (child == 0) _exit(gives(ptx, 100) ? 0 : 1);
  int status = 1;
  waitpid(child, &status, 0);
  if (status != 0 || !gives(ptx, 100)) ++mistakes;
  if (mistakes == 0) std::puts("all right");
}
