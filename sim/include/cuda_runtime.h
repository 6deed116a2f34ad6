// CUDA C++ for Fencepost: everything a .cu file sees without including anything, and the runtime API with its C++
// forms.
#pragma once

#include "fencepost_keywords.h"

#ifdef __cplusplus
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <new>
#include <type_traits>
#include <utility>
#endif

#include "channel_descriptor.h"
#include "cuda_runtime_api.h"
#include "driver_functions.h"
#include "vector_functions.h"
#include "vector_types.h"

#ifdef __cplusplus

#ifdef __CUDACC__
#include "fencepost_atomics.h"
#include "fencepost_builtin_variables.h"
#include "fencepost_cccl.h"
#include "fencepost_clusters.h"
#include "fencepost_device.h"
#include "fencepost_intrinsics.h"
#include "fencepost_nv_atomics.h"
#include "fencepost_ptx.h"
#include "math_constants.h"
#include "math_functions.h"
#include "surface_indirect_functions.h"
#include "texture_fetch_functions.h"
#include "texture_indirect_functions.h"

/// What `k<<<grid, block, shared_bytes, stream>>>` calls before clang's stub of k, which calls cudaLaunchKernel.
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes = 0,
                                                CUstream_st* stream = nullptr);

#if !defined(__has_builtin) || !__has_builtin(__builtin_assume)
#define __builtin_assume(condition) static_cast<void>(0)
#endif
#define __assume(condition) __builtin_assume(condition)
#endif  // __CUDACC__

extern "C" {
// The typed forms, below, tell the size of an element.
cudaError_t fencepost_cuda_malloc(const char* call, void** pointer, size_t bytes, int space, size_t element_bytes);
cudaError_t fencepost_cuda_malloc_async(const char* call, void** pointer, size_t bytes, cudaMemPool_t pool,
                                        cudaStream_t stream, size_t element_bytes);
cudaError_t fencepost_cuda_malloc_pitch(void** pointer, size_t* pitch, size_t width, size_t height,
                                        size_t element_bytes);
void fencepost_default_stream_per_thread();
cudaError_t fencepost_symbol_range(const char* call, size_t symbol_bytes, size_t bytes, size_t offset);
cudaError_t fencepost_symbol_bytes(size_t* bytes, size_t symbol_bytes);
}

namespace fencepost_rt {

// As fencepost::sim::MemorySpace.
constexpr int kDeviceMemory = 0, kManagedMemory = 1, kPinnedMemory = 2;
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
// For the whole program: its sources are compiled with the same --default-stream.
[[maybe_unused]] static const bool default_stream_is_per_thread = (fencepost_default_stream_per_thread(), true);
#endif
}  // namespace fencepost_rt

#define FENCEPOST_API inline __attribute__((always_inline)) cudaError_t

template <class T>
FENCEPOST_API cudaMalloc(T** pointer, size_t bytes) {
  return fencepost_cuda_malloc("cudaMalloc", (void**)(void*)pointer, bytes, fencepost_rt::kDeviceMemory, sizeof(T));
}
// One set of attributes for all copies, as CUDA 12.8 and as CUDA 13 have it.
template <class To, class From>
FENCEPOST_API cudaMemcpyBatchAsync(To** dsts, From** srcs, size_t* bytes, size_t count, cudaMemcpyAttributes attributes,
                                   size_t* failed, cudaStream_t stream) {
  size_t first = 0;
  return cudaMemcpyBatchAsync((void**)(void*)dsts, (void**)(void*)srcs, bytes, count, &attributes, &first, 1, failed,
                              stream);
}
template <class To, class From>
FENCEPOST_API cudaMemcpyBatchAsync(To* const* dsts, From* const* srcs, const size_t* bytes, size_t count,
                                   cudaMemcpyAttributes attributes, cudaStream_t stream) {
  size_t first = 0;
  return cudaMemcpyBatchAsync((void* const*)(const void*)dsts, (const void* const*)(const void*)srcs, bytes, count,
                              &attributes, &first, 1, stream);
}
template <class T>
FENCEPOST_API cudaMallocAsync(T** pointer, size_t bytes, cudaStream_t stream) {
  return fencepost_cuda_malloc_async("cudaMallocAsync", (void**)(void*)pointer, bytes, 0, stream, sizeof(T));
}
template <class T>
FENCEPOST_API cudaMallocAsync(T** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return fencepost_cuda_malloc_async("cudaMallocAsync", (void**)(void*)pointer, bytes, pool, stream, sizeof(T));
}
FENCEPOST_API cudaMallocAsync(void** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return fencepost_cuda_malloc_async("cudaMallocAsync", pointer, bytes, pool, stream, 0);
}
template <class T>
FENCEPOST_API cudaMallocFromPoolAsync(T** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return fencepost_cuda_malloc_async("cudaMallocFromPoolAsync", (void**)(void*)pointer, bytes, pool, stream, sizeof(T));
}
template <class T>
FENCEPOST_API cudaMallocHost(T** pointer, size_t bytes, unsigned int = 0) {
  return fencepost_cuda_malloc("cudaMallocHost", (void**)(void*)pointer, bytes, fencepost_rt::kPinnedMemory, sizeof(T));
}
FENCEPOST_API cudaMallocHost(void** pointer, size_t bytes, unsigned int) {
  return fencepost_cuda_malloc("cudaMallocHost", pointer, bytes, fencepost_rt::kPinnedMemory, 0);
}
template <class T>
FENCEPOST_API cudaHostAlloc(T** pointer, size_t bytes, unsigned int) {
  return fencepost_cuda_malloc("cudaHostAlloc", (void**)(void*)pointer, bytes, fencepost_rt::kPinnedMemory, sizeof(T));
}
template <class T>
FENCEPOST_API cudaMallocManaged(T** pointer, size_t bytes, unsigned int = cudaMemAttachGlobal) {
  return fencepost_cuda_malloc("cudaMallocManaged", (void**)(void*)pointer, bytes, fencepost_rt::kManagedMemory,
                               sizeof(T));
}
template <class T>
FENCEPOST_API cudaMallocPitch(T** pointer, size_t* pitch, size_t width, size_t height) {
  return fencepost_cuda_malloc_pitch((void**)(void*)pointer, pitch, width, height, sizeof(T));
}
template <class T>
FENCEPOST_API cudaHostGetDevicePointer(T** device_pointer, void* host_pointer, unsigned int flags) {
  return cudaHostGetDevicePointer((void**)(void*)device_pointer, host_pointer, flags);
}

// Symbols are variables; their address is the device's.

template <class T>
struct fencepost_symbol_size {
  static constexpr size_t value = sizeof(T);
};
/// Of an array whose bound stands elsewhere: `extern __constant__ int table[];`
template <class T>
struct fencepost_symbol_size<T[]> {
  static constexpr size_t value = static_cast<size_t>(-1);
};

template <class T>
FENCEPOST_API cudaMemcpyToSymbol(const T& symbol, const void* src, size_t bytes, size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  if (cudaError_t error = fencepost_symbol_range("cudaMemcpyToSymbol", fencepost_symbol_size<T>::value, bytes, offset))
    return error;
  return cudaMemcpyToSymbol((const void*)__builtin_addressof(symbol), src, bytes, offset, kind);
}
template <class T>
FENCEPOST_API cudaMemcpyToSymbolAsync(const T& symbol, const void* src, size_t bytes, size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0) {
  if (cudaError_t error =
          fencepost_symbol_range("cudaMemcpyToSymbolAsync", fencepost_symbol_size<T>::value, bytes, offset))
    return error;
  return cudaMemcpyToSymbolAsync((const void*)__builtin_addressof(symbol), src, bytes, offset, kind, stream);
}
template <class T>
FENCEPOST_API cudaMemcpyFromSymbol(void* dst, const T& symbol, size_t bytes, size_t offset = 0,
                                   cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  if (cudaError_t error =
          fencepost_symbol_range("cudaMemcpyFromSymbol", fencepost_symbol_size<T>::value, bytes, offset))
    return error;
  return cudaMemcpyFromSymbol(dst, (const void*)__builtin_addressof(symbol), bytes, offset, kind);
}
template <class T>
FENCEPOST_API cudaMemcpyFromSymbolAsync(void* dst, const T& symbol, size_t bytes, size_t offset = 0,
                                        cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0) {
  if (cudaError_t error =
          fencepost_symbol_range("cudaMemcpyFromSymbolAsync", fencepost_symbol_size<T>::value, bytes, offset))
    return error;
  return cudaMemcpyFromSymbolAsync(dst, (const void*)__builtin_addressof(symbol), bytes, offset, kind, stream);
}
template <class T>
FENCEPOST_API cudaGetSymbolAddress(void** pointer, const T& symbol) {
  return cudaGetSymbolAddress(pointer, (const void*)__builtin_addressof(symbol));
}
template <class T>
FENCEPOST_API cudaGetSymbolSize(size_t* bytes, const T&) {
  return fencepost_symbol_bytes(bytes, sizeof(T));
}

// Texture and surface references by their typed names; without a format, that of their type.

#ifdef __CUDACC__
template <class T, int type, cudaTextureReadMode mode>
FENCEPOST_API cudaBindTexture(size_t* offset, const fencepost_rt::texture<T, type, mode>& reference,
                              const void* pointer, const cudaChannelFormatDesc& format, size_t bytes = 0xffffffff) {
  return cudaBindTexture(offset, static_cast<const textureReference*>(&reference), pointer, &format, bytes);
}
template <class T, int type, cudaTextureReadMode mode>
FENCEPOST_API cudaBindTexture(size_t* offset, const fencepost_rt::texture<T, type, mode>& reference,
                              const void* pointer, size_t bytes = 0xffffffff) {
  return cudaBindTexture(offset, static_cast<const textureReference*>(&reference), pointer, &reference.channelDesc,
                         bytes);
}
template <class T, int type, cudaTextureReadMode mode>
FENCEPOST_API cudaBindTexture2D(size_t* offset, const fencepost_rt::texture<T, type, mode>& reference,
                                const void* pointer, const cudaChannelFormatDesc& format, size_t width, size_t height,
                                size_t pitch) {
  return cudaBindTexture2D(offset, static_cast<const textureReference*>(&reference), pointer, &format, width, height,
                           pitch);
}
template <class T, int type, cudaTextureReadMode mode>
FENCEPOST_API cudaBindTexture2D(size_t* offset, const fencepost_rt::texture<T, type, mode>& reference,
                                const void* pointer, size_t width, size_t height, size_t pitch) {
  return cudaBindTexture2D(offset, static_cast<const textureReference*>(&reference), pointer, &reference.channelDesc,
                           width, height, pitch);
}
template <class T, int type, cudaTextureReadMode mode>
FENCEPOST_API cudaBindTextureToArray(const fencepost_rt::texture<T, type, mode>& reference, cudaArray_const_t array) {
  return cudaBindTextureToArray(static_cast<const textureReference*>(&reference), array, nullptr);
}
template <class T, int type, cudaTextureReadMode mode>
FENCEPOST_API cudaBindTextureToArray(const fencepost_rt::texture<T, type, mode>& reference, cudaArray_const_t array,
                                     const cudaChannelFormatDesc& format) {
  return cudaBindTextureToArray(static_cast<const textureReference*>(&reference), array, &format);
}
template <class T, int type, cudaTextureReadMode mode>
FENCEPOST_API cudaBindTextureToMipmappedArray(const fencepost_rt::texture<T, type, mode>& reference,
                                              cudaMipmappedArray_const_t array) {
  return cudaBindTextureToMipmappedArray(static_cast<const textureReference*>(&reference), array, nullptr);
}
template <class T, int type, cudaTextureReadMode mode>
FENCEPOST_API cudaUnbindTexture(const fencepost_rt::texture<T, type, mode>& reference) {
  return cudaUnbindTexture(static_cast<const textureReference*>(&reference));
}
template <class T, int type, cudaTextureReadMode mode>
FENCEPOST_API cudaGetTextureAlignmentOffset(size_t* offset, const fencepost_rt::texture<T, type, mode>& reference) {
  return cudaGetTextureAlignmentOffset(offset, static_cast<const textureReference*>(&reference));
}
template <class T, int type>
FENCEPOST_API cudaBindSurfaceToArray(const fencepost_rt::surface<T, type>& reference, cudaArray_const_t array) {
  return cudaBindSurfaceToArray(static_cast<const surfaceReference*>(&reference), array, nullptr);
}
template <class T, int type>
FENCEPOST_API cudaBindSurfaceToArray(const fencepost_rt::surface<T, type>& reference, cudaArray_const_t array,
                                     const cudaChannelFormatDesc& format) {
  return cudaBindSurfaceToArray(static_cast<const surfaceReference*>(&reference), array, &format);
}
#endif  // __CUDACC__

// Kernels by their typed address.

template <class T>
FENCEPOST_API cudaLaunchKernel(T* function, dim3 grid, dim3 block, void** arguments, size_t shared_bytes = 0,
                               cudaStream_t stream = 0) {
  return cudaLaunchKernel((const void*)function, grid, block, arguments, shared_bytes, stream);
}
template <class T>
FENCEPOST_API cudaLaunchCooperativeKernel(T* function, dim3 grid, dim3 block, void** arguments, size_t shared_bytes = 0,
                                          cudaStream_t stream = 0) {
  return cudaLaunchCooperativeKernel((const void*)function, grid, block, arguments, shared_bytes, stream);
}
inline void cudaGridDependencySynchronize() {
#ifdef __CUDACC__
  fencepost_await_primary();
#endif
}
inline void cudaTriggerProgrammaticLaunchCompletion() {}
/// Threads that may call it at the same time are a race, as writers of any other memory are.
inline void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value) {
  *reinterpret_cast<unsigned int*>(handle) = value;
}
template <class... Parameters>
FENCEPOST_API fencepost_launch_with(const cudaLaunchConfig_t* config, void (*kernel)(Parameters...),
                                    Parameters... parameters) {
  void* addresses[] = {(void*)__builtin_addressof(parameters)..., nullptr};
  return cudaLaunchKernelExC(config, (const void*)kernel, addresses);
}
template <class... Parameters, class... Arguments>
FENCEPOST_API cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Parameters...),
                                 Arguments&&... arguments) {
  return fencepost_launch_with<Parameters...>(config, kernel, static_cast<Arguments&&>(arguments)...);
}
template <class... Arguments>
FENCEPOST_API cudaLaunchKernelEx(const cudaLaunchConfig_t* config, const cudaKernel_t kernel,
                                 Arguments&&... arguments) {
  void* addresses[] = {(void*)__builtin_addressof(arguments)..., nullptr};
  return cudaLaunchKernelExC(config, (const void*)kernel, addresses);
}
template <class T>
FENCEPOST_API cudaGetKernel(cudaKernel_t* kernel, T* function) {
  return cudaGetKernel(kernel, (const void*)function);
}
template <class T>
FENCEPOST_API cudaFuncGetName(const char** name, T* function) {
  return cudaFuncGetName(name, (const void*)function);
}
template <class T>
FENCEPOST_API cudaLibraryGetGlobal(T** address, size_t* bytes, cudaLibrary_t library, const char* name) {
  return cudaLibraryGetGlobal((void**)(void*)address, bytes, library, name);
}
template <class T>
FENCEPOST_API cudaLibraryGetManaged(T** address, size_t* bytes, cudaLibrary_t library, const char* name) {
  return cudaLibraryGetManaged((void**)(void*)address, bytes, library, name);
}
template <class T>
FENCEPOST_API cudaFuncSetCacheConfig(T* function, cudaFuncCache config) {
  return cudaFuncSetCacheConfig((const void*)function, config);
}
template <class T>
FENCEPOST_API cudaFuncSetSharedMemConfig(T* function, cudaSharedMemConfig config) {
  return cudaFuncSetSharedMemConfig((const void*)function, config);
}
template <class T>
FENCEPOST_API cudaFuncSetAttribute(T* function, cudaFuncAttribute attribute, int value) {
  return cudaFuncSetAttribute((const void*)function, attribute, value);
}
template <class T>
FENCEPOST_API cudaFuncGetAttributes(cudaFuncAttributes* attributes, T* function) {
  return cudaFuncGetAttributes(attributes, (const void*)function);
}
template <class T>
FENCEPOST_API cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T function, int block_size,
                                                            size_t dynamic_shared_bytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void*)function, block_size, dynamic_shared_bytes);
}
template <class T>
FENCEPOST_API cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, T function, int block_size,
                                                                     size_t dynamic_shared_bytes, unsigned int flags) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void*)function, block_size,
                                                                dynamic_shared_bytes, flags);
}

/// The block size of most active threads per multiprocessor, the greatest of those, and the number of blocks that fill
/// the device. `shared_bytes_of(block_size)` is the dynamic shared memory of a block.
template <class SharedBytes, class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int* grid_size, int* block_size, T function,
                                                                           SharedBytes shared_bytes_of,
                                                                           int block_size_limit = 0,
                                                                           unsigned int flags = 0) {
  if (grid_size == nullptr || block_size == nullptr) return cudaErrorInvalidValue;
  int device = 0;
  int multiprocessors = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  cudaFuncAttributes attributes;
  if (const cudaError_t error = cudaFuncGetAttributes(&attributes, (const void*)function)) return error;
  int limit = attributes.maxThreadsPerBlock;  // Launch bounds are in it.
  if (block_size_limit > 0 && block_size_limit < limit) limit = block_size_limit;
  int most_threads = 0;
  for (int size = limit; size > 0; size = size % 32 == 0 ? size - 32 : size / 32 * 32) {
    int blocks = 0;
    const cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        &blocks, (const void*)function, size, static_cast<size_t>(shared_bytes_of(size)), flags);
    if (error != cudaSuccess) return error;
    if (blocks * size > most_threads) {
      most_threads = blocks * size;
      *block_size = size;
      *grid_size = blocks * multiprocessors;
    }
  }
  return cudaSuccess;
}
template <class SharedBytes, class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid_size, int* block_size, T function,
                                                                  SharedBytes shared_bytes_of,
                                                                  int block_size_limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(grid_size, block_size, function, shared_bytes_of,
                                                                 block_size_limit);
}
template <class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* grid_size, int* block_size, T function,
                                                               size_t dynamic_shared_bytes = 0,
                                                               int block_size_limit = 0, unsigned int flags = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      grid_size, block_size, function, [dynamic_shared_bytes](int) { return dynamic_shared_bytes; }, block_size_limit,
      flags);
}
template <class T>
FENCEPOST_API cudaOccupancyMaxActiveClusters(int* clusters, T* function, const cudaLaunchConfig_t* config) {
  return cudaOccupancyMaxActiveClusters(clusters, (const void*)function, config);
}
template <class T>
FENCEPOST_API cudaOccupancyMaxPotentialClusterSize(int* cluster_size, T* function, const cudaLaunchConfig_t* config) {
  return cudaOccupancyMaxPotentialClusterSize(cluster_size, (const void*)function, config);
}
template <class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid_size, int* block_size, T function,
                                                      size_t dynamic_shared_bytes = 0, int block_size_limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeWithFlags(grid_size, block_size, function, dynamic_shared_bytes,
                                                     block_size_limit);
}
template <class T>
FENCEPOST_API cudaOccupancyAvailableDynamicSMemPerBlock(size_t* dynamic_shared_bytes, T* function, int blocks,
                                                        int block_size) {
  return cudaOccupancyAvailableDynamicSMemPerBlock(dynamic_shared_bytes, (const void*)function, blocks, block_size);
}

FENCEPOST_API cudaEventCreate(cudaEvent_t* event, unsigned int flags) { return cudaEventCreateWithFlags(event, flags); }
template <class T>
FENCEPOST_API cudaStreamAttachMemAsync(cudaStream_t stream, T* pointer, size_t bytes = 0,
                                       unsigned int flags = cudaMemAttachSingle) {
  return cudaStreamAttachMemAsync(stream, (void*)pointer, bytes, flags);
}

#undef FENCEPOST_API

#endif  // __cplusplus
