// threadIdx, blockIdx, blockDim, gridDim, warpSize.
//
// They live in thread-local storage of the OS thread that runs the block, under the names fencepost_thread_idx,
// fencepost_block_idx, fencepost_block_dim and fencepost_grid_dim; the engine writes them whenever a CUDA thread gets
// its turn. A kernel reads them all the time, so a read must be one instruction and must not count as a memory access:
//  - g++ does not instrument reads of an `extern const` aggregate and may keep them in registers. A type with
//    constructors, as dim3, would lose that; hence BlockDim and GridDim.
//  - clang instruments every load, so there the variables are empty objects whose members are read by inline assembly.
//    This needs -fdeclspec, and a program that is linked as an executable: thread-local offsets are fixed at link time.
#pragma once

#include "vector_types.h"

#ifdef __cplusplus

namespace fencepost_rt {

#if defined(__clang__) && defined(__CUDACC__) && !defined(__CUDA__)

#define FENCEPOST_READ_MEMBER(member, symbol, offset)                                           \
  __declspec(property(get = fencepost_get_##member)) unsigned int member;                       \
  static __attribute__((always_inline)) inline unsigned int fencepost_get_##member() noexcept { \
    unsigned int value;                                                                         \
    __asm__("movl %%fs:" symbol "@tpoff+" offset ", %0" : "=r"(value));                         \
    return value;                                                                               \
  }
#define FENCEPOST_BUILTIN_TYPE(type, symbol)                                 \
  struct type {                                                              \
    FENCEPOST_READ_MEMBER(x, symbol, "0")                                    \
    FENCEPOST_READ_MEMBER(y, symbol, "4")                                    \
    FENCEPOST_READ_MEMBER(z, symbol, "8")                                    \
    __attribute__((always_inline)) inline operator uint3() const noexcept {  \
      return uint3{fencepost_get_x(), fencepost_get_y(), fencepost_get_z()}; \
    }                                                                        \
  }

FENCEPOST_BUILTIN_TYPE(ThreadIndex, "fencepost_thread_idx");
FENCEPOST_BUILTIN_TYPE(BlockIndex, "fencepost_block_idx");
FENCEPOST_BUILTIN_TYPE(BlockDim, "fencepost_block_dim");
FENCEPOST_BUILTIN_TYPE(GridDim, "fencepost_grid_dim");

#undef FENCEPOST_BUILTIN_TYPE
#undef FENCEPOST_READ_MEMBER

#else

#define FENCEPOST_BUILTIN_TYPE(type)                                                                           \
  struct type {                                                                                                \
    unsigned int x, y, z;                                                                                      \
    __attribute__((always_inline)) inline constexpr operator uint3() const noexcept { return uint3{x, y, z}; } \
  }

FENCEPOST_BUILTIN_TYPE(ThreadIndex);
FENCEPOST_BUILTIN_TYPE(BlockIndex);
FENCEPOST_BUILTIN_TYPE(BlockDim);
FENCEPOST_BUILTIN_TYPE(GridDim);

#undef FENCEPOST_BUILTIN_TYPE

#endif

}  // namespace fencepost_rt

#if defined(__clang__) && defined(__CUDACC__) && !defined(__CUDA__)
static const fencepost_rt::ThreadIndex threadIdx __attribute__((unused)) = {};
static const fencepost_rt::BlockIndex blockIdx __attribute__((unused)) = {};
static const fencepost_rt::BlockDim blockDim __attribute__((unused)) = {};
static const fencepost_rt::GridDim gridDim __attribute__((unused)) = {};
#else
extern const __thread uint3 threadIdx __asm__("fencepost_thread_idx");
extern const __thread uint3 blockIdx __asm__("fencepost_block_idx");
extern const __thread fencepost_rt::BlockDim blockDim __asm__("fencepost_block_dim");
extern const __thread fencepost_rt::GridDim gridDim __asm__("fencepost_grid_dim");
#endif

static const int warpSize __attribute__((unused)) = 32;

__attribute__((always_inline)) inline dim3::dim3(const fencepost_rt::ThreadIndex& v) : x(v.x), y(v.y), z(v.z) {}
__attribute__((always_inline)) inline dim3::dim3(const fencepost_rt::BlockIndex& v) : x(v.x), y(v.y), z(v.z) {}
__attribute__((always_inline)) inline dim3::dim3(const fencepost_rt::BlockDim& v) : x(v.x), y(v.y), z(v.z) {}
__attribute__((always_inline)) inline dim3::dim3(const fencepost_rt::GridDim& v) : x(v.x), y(v.y), z(v.z) {}

#endif  // __cplusplus
