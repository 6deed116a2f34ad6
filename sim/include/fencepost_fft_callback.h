// cuFFT's callbacks: device functions of the program's, by their address. Kernels of its own call them, so that they
// are checked as all that kernels do; cufftExec… launches those, before or behind the transform. Included by cufftXt.h.
#pragma once

#include "cuda_runtime.h"

/// Where the elements of an array are, the outermost dimension first.
struct FencepostFftElements {
  long long count;
  long long counts[4], strides[4];
};

extern "C" cufftResult fencepost_set_fft_callback(cufftHandle plan, void** callback_routine, cufftXtCallbackType cbType,
                                                  void** caller_info, const void* kernel);

extern __shared__ char fencepost_fft_shared[];

static __device__ inline size_t fencepost_fft_offset(const FencepostFftElements& elements, long long index) {
  long long offset = 0;
  for (int d = 3; d >= 0; --d) {
    offset += index % elements.counts[d] * elements.strides[d];
    index /= elements.counts[d];
  }
  return static_cast<size_t>(offset);
}

/// A thread for each element: what the callback makes of it is what is transformed.
template <class T>
__global__ void cufft_load(T (*callback)(void*, size_t, void*, void*), void* data, void* info,
                           FencepostFftElements elements, T* loaded) {
  const long long index = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
  if (index >= elements.count) return;
  const size_t offset = fencepost_fft_offset(elements, index);
  loaded[offset] = callback(data, offset, info, fencepost_fft_shared);
}

/// A thread for each element, of which the callback is told.
template <class T>
__global__ void cufft_store(void (*callback)(void*, size_t, T, void*, void*), void* data, void* info,
                            FencepostFftElements elements, const T* transformed) {
  const long long index = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
  if (index >= elements.count) return;
  const size_t offset = fencepost_fft_offset(elements, index);
  callback(data, offset, transformed[offset], info, fencepost_fft_shared);
}

/// A template, so that only programs that call it have the kernels.
template <int = 0>
inline cufftResult cufftXtSetCallback(cufftHandle plan, void** callback_routine, cufftXtCallbackType cbType,
                                      void** caller_info) {
  const void* const kernels[] = {reinterpret_cast<const void*>(cufft_load<cufftComplex>),
                                 reinterpret_cast<const void*>(cufft_load<cufftDoubleComplex>),
                                 reinterpret_cast<const void*>(cufft_load<cufftReal>),
                                 reinterpret_cast<const void*>(cufft_load<cufftDoubleReal>),
                                 reinterpret_cast<const void*>(cufft_store<cufftComplex>),
                                 reinterpret_cast<const void*>(cufft_store<cufftDoubleComplex>),
                                 reinterpret_cast<const void*>(cufft_store<cufftReal>),
                                 reinterpret_cast<const void*>(cufft_store<cufftDoubleReal>)};
  const bool is_type = static_cast<unsigned>(cbType) < sizeof kernels / sizeof *kernels;
  return fencepost_set_fft_callback(plan, callback_routine, cbType, caller_info, is_type ? kernels[cbType] : nullptr);
}
