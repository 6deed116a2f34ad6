// Functions of the driver API by their names: those of cuda.h are found, in the form that they have there.
// CLEAN
// STDOUT: ^all right$
#include <cudaTypedefs.h>
#include <cuda_runtime.h>

#include <cstdio>

#define EXPECT(condition) \
  if (!(condition)) std::printf("line %d is wrong\n", __LINE__), ++wrong

template <class Pointer>
Pointer function(const char* name, unsigned version, cudaDriverEntryPointQueryResult expected, int& wrong) {
  void* pointer = &wrong;
  auto status = static_cast<cudaDriverEntryPointQueryResult>(7);
  EXPECT(cudaGetDriverEntryPointByVersion(name, &pointer, version, cudaEnableDefault, &status) == cudaSuccess);
  EXPECT(status == expected);
  EXPECT((pointer != nullptr) == (expected == cudaDriverEntryPointSuccess));
  return reinterpret_cast<Pointer>(pointer);
}

int main() {
  int wrong = 0;
  void* pointer = nullptr;
  EXPECT(cudaGetDriverEntryPoint("cuMemAlloc", &pointer, cudaEnableDefault) == cudaSuccess && pointer != nullptr);
  CUdeviceptr memory = 0;
  EXPECT(reinterpret_cast<PFN_cuMemAlloc>(pointer)(&memory, 64) == CUDA_SUCCESS);
  const auto set = function<PFN_cuMemcpyHtoD_v3020>("cuMemcpyHtoD", 12080, cudaDriverEntryPointSuccess, wrong);
  const int number = 5;
  EXPECT(set(memory, &number, sizeof number) == CUDA_SUCCESS);
  int back = 0;
  EXPECT(cudaMemcpy(&back, reinterpret_cast<void*>(memory), sizeof back, cudaMemcpyDeviceToHost) == cudaSuccess);
  EXPECT(back == 5);
  EXPECT(cuMemFree(memory) == CUDA_SUCCESS);

  function<void*>("cuMemAllocAsync", 11010, cudaDriverEntryPointVersionNotSufficent, wrong);
  function<void*>("cuMemAllocAsync", 11020, cudaDriverEntryPointSuccess, wrong);
  function<void*>("cuMemAdvise", 12010, cudaDriverEntryPointSuccess, wrong);
  function<void*>("cuMemAdvise", 12020, cudaDriverEntryPointSuccess, wrong);
  function<void*>("cuGetExportTable", 12080, cudaDriverEntryPointSymbolNotFound, wrong);
  const auto refused =
      function<PFN_cuMulticastCreate_v12010>("cuMulticastCreate", 12080, cudaDriverEntryPointSymbolNotFound, wrong);
  EXPECT(refused == nullptr);
  CUuuid uuid = {};
  const auto identify =
      function<PFN_cuDeviceGetUuid_v9020>("cuDeviceGetUuid", 12080, cudaDriverEntryPointSuccess, wrong);
  EXPECT(identify(&uuid, 0) == CUDA_SUCCESS);
  EXPECT(sizeof(CUstreamBatchMemOpParams) == 48);
  EXPECT(cudaGetDriverEntryPoint(nullptr, &pointer, cudaEnableDefault) == cudaErrorInvalidValue);
  EXPECT(cudaGetDriverEntryPoint("cuInit", &pointer, 3) == cudaErrorInvalidValue);
  if (wrong == 0) std::puts("all right");
}
