// CUDA's declaration keywords. Included first by cuda_runtime.h, in device and in host code.
//
// For clang they are attributes. In a source that is preprocessed apart (`fencepost-nvcc -E`, --contracts and the like)
// they stay tokens, for what reads it; each is defined as itself, so that `#ifdef __device__` holds and nobody's
// fallback erases it. __noinline__ stays undefined for the sake of `__attribute__((__noinline__))` in the standard
// library.
#pragma once

// fencepost-nvcc defines no __CUDA__, by which programs know clang: nvcc has none.
#if defined(__clang__) && defined(__CUDACC__) && !defined(__FENCEPOST_KEEP_KEYWORDS__)
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#if __has_attribute(fencepost_shared)  // Of fencepost-nvcc's: constructors do not run (compiler/leniency).
#define __shared__ __attribute__((shared, fencepost_shared))
#else
#define __shared__ __attribute__((shared))
#endif
#define __constant__ __attribute__((constant))
#elif defined(__CUDACC__)
#define __global__ __global__
#define __device__ __device__
#define __host__ __host__
#define __shared__ __shared__
#define __constant__ __constant__
#else
#define __global__
#define __device__
#define __host__
#define __shared__
#define __constant__
#endif

// Where the runtime finds them: the host may use them, too.
#define __managed__ __attribute__((section("fencepost_managed")))
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
// `#if __CUDA_ARCH_HAS_FEATURE__(SM90_ALL)`: true in code for sm_90a.
#define __CUDA_ARCH_HAS_FEATURE__(feature) __CUDA_ARCH_FEAT_##feature
// fencepost-nvcc looks at them.
#if defined(__clang__) && defined(__CUDACC__)
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __block_size__(threads, ...) __VA_OPT__(__attribute__((annotate("fencepost_block_size"))))
#define __cluster_dims__(...) __attribute__((annotate("fencepost_cluster_dims", __VA_ARGS__)))
#elif defined(__CUDACC__)
#define __launch_bounds__(...)
#define __block_size__(...)
#define __cluster_dims__(...) __attribute__((fencepost_cluster_dims(__VA_ARGS__)))
#else
#define __launch_bounds__(...)
#define __block_size__(...)
#define __cluster_dims__(...)
#endif
#define __maxnreg__(...)
#define __nv_pure__
#define __device_builtin__
#define __cudart_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define CUDARTAPI
#define CUDAAPI
#define CUDA_CB
#define CUDART_CB

// What NVIDIA's samples test to learn whether the runtime API is there (the include guards of its headers).
#ifndef __DRIVER_TYPES_H__
#define __DRIVER_TYPES_H__
#endif
#ifndef __HOST_DEFINES_H__
#define __HOST_DEFINES_H__
#endif
#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__
#endif

/// On the declaration of a function that contains a barrier: keeps two calls of it in the source two calls in the code,
/// and one call one, so that a barrier can be told by where it was called from.
#if defined(__clang__)
#define FENCEPOST_BARRIER __attribute__((noinline, convergent, nomerge))
#else
#define FENCEPOST_BARRIER __attribute__((noinline, noclone))
#endif
