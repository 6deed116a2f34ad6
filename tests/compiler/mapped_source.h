// Small sources as clang maps them, without our headers: some names that they use are declared in front.
#pragma once

#include <memory>
#include <string>

#include "compiler/source/mapped_source.h"

namespace fencepost::compiler {

/// `source` as the text of `file`, errors and all.
inline std::unique_ptr<MappedSource> mapped(const std::string& source, const std::string& file = "scan.cu") {
  static const std::string kDeclared = R"(# 1 "declared.h" 1 3
typedef decltype(sizeof(0)) size_t;
struct uint3 { unsigned x, y, z; };
struct dim3 { dim3(unsigned = 1, unsigned = 1, unsigned = 1); };
typedef struct CUstream_st* cudaStream_t;
typedef int cudaError_t;
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0);
cudaError_t cudaLaunchKernel(const void*, dim3, dim3, void**, size_t, cudaStream_t);
cudaError_t cudaMemcpyAsync(void*, const void*, size_t, int, cudaStream_t = 0);
cudaError_t cudaMemsetAsync(void*, int, size_t, cudaStream_t = 0);
cudaError_t cudaMemset(void*, int, size_t);
cudaError_t cudaLaunchHostFunc(cudaStream_t, void (*)(void*), void*);
extern const __device__ uint3 threadIdx;
__device__ void __syncthreads();
__device__ int __syncthreads_count(int);
__device__ int __shfl_sync(unsigned, int, int);
template <class... T> __host__ __device__ int f(T...);
__host__ __device__ int g();
__host__ __device__ int h();
struct Block { __device__ void sync() const { __syncthreads(); } };
extern __device__ int s[64], t, x, y, sum, laneId, data[64], b[64];
)";
  compiler::Translation translation;
  translation.source = file;
  translation.device_source = file;
  translation.preprocessed_arguments = {"-std=c++20"};
  for (const std::string keyword : {"global", "device", "host", "shared", "constant"}) {
    translation.preprocessed_arguments.push_back("-D__" + keyword + "__=__attribute__((" + keyword + "))");
  }
  std::string text = kDeclared + "# 1 \"" + file + "\" 2\n" + source;
  auto map = compiler::map_source(translation, compiler::Side::kDevice, text, /*errors_too=*/true);
  return std::make_unique<MappedSource>(text, map.value_or(compiler::SourceMap()));
}

}  // namespace fencepost::compiler
