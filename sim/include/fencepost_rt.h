// What rewritten CUDA code calls. Included first into every translation unit by fencepost-nvcc.
//
// `k<<<g, b, shared, stream>>>(args)` becomes `(::fencepost_rt::configure(g, b, shared, stream), k(args))`.
// `__global__ void k(T* a, int n) { BODY }` becomes
//   __attribute__((noinline)) void k(T* a, int n) {
//     if (__builtin_expect(::fencepost_rt::on_host(), 0)) {
//       ::fencepost_rt::bind(a, n);
//       ::fencepost_rt::launch("a,n", [=] { k<T>(a, n); }, a, n); return; }
//     BODY }
// so that the host's call evaluates and converts the arguments once, and each CUDA thread re-enters the kernel with its
// own copy of the parameters.
#pragma once

#include <stddef.h>
#include <type_traits>

struct CUstream_st;

namespace fencepost_rt {

struct Extent {
  unsigned x, y, z;
};

/// True outside kernels. When called from a kernel's prologue its return address names the kernel.
extern "C" bool fencepost_on_host() noexcept;
inline __attribute__((always_inline)) bool on_host() noexcept { return fencepost_on_host(); }

/// True in a CUDA thread: chooses between what a function has for __CUDA_ARCH__ and what it has without.
extern "C" bool fencepost_on_device() noexcept;
inline __attribute__((always_inline)) bool on_device() noexcept { return fencepost_on_device(); }

/// Stands for the body of a kernel that exists only where __CUDA_ARCH__ is not defined.
extern "C" __attribute__((noreturn)) void fencepost_lacks_device_code();
inline __attribute__((always_inline)) void lacks_device_code() { fencepost_lacks_device_code(); }

extern "C" void fencepost_configure(Extent grid, Extent block, size_t shared_bytes, CUstream_st* stream);
// ::fencepost_rt::configure(dim3, dim3, size_t = 0, cudaStream_t = 0) is in cuda_runtime.h, where dim3 is known.

/// Non-null while cudaLaunchKernel enters a kernel: the addresses of its arguments, in order.
extern "C" void** fencepost_take_launch_arguments() noexcept;

template <class... Parameters>
void bind(Parameters&... parameters) noexcept {
  if (void** values = fencepost_take_launch_arguments()) {
    ((void)__builtin_memcpy((void*)__builtin_addressof(parameters), *values++, sizeof(parameters)), ...);
  }
}

/// One kernel argument as the report needs it: only pointers carry a value. A launch that is kept for later needs its
/// bytes.
struct Argument {
  const void* value;
  size_t element_bytes;
  bool is_pointer;
  bool is_scalar;  ///< The pointee is: a number, not a struct.
  const void* address;
  size_t bytes;
};

/// T without __restrict__, with which std::is_pointer does not know it for a pointer.
template <class T>
struct Unrestricted {
  using type = T;
};
template <class T>
struct Unrestricted<T* __restrict__> {
  using type = T*;
};
template <class T>
struct Unrestricted<T* const __restrict__> {
  using type = T*;
};

template <class Parameter>
Argument describe(const Parameter& value) {
  using T = typename Unrestricted<Parameter>::type;
  const void* const address = (const void*)__builtin_addressof(value);
  if constexpr (std::is_pointer_v<T> && std::is_object_v<std::remove_pointer_t<T>>) {
    return {
        (const void*)value, sizeof(std::remove_pointer_t<T>), true, std::is_scalar_v<std::remove_pointer_t<T>>, address,
        sizeof(value)};
  } else if constexpr (std::is_pointer_v<T> && std::is_void_v<std::remove_pointer_t<T>>) {
    return {(const void*)value, 0, true, false, address, sizeof(value)};
  } else {
    return {nullptr, 0, false, false, address, sizeof(value)};
  }
}

extern "C" void fencepost_launch(const char* names, const Argument* arguments, size_t count, void (*thread)(void*),
                                 void* closure, size_t closure_bytes);

/// Of a launch to come: the parameter `number` (from 0) is an object of a class with virtual functions.
extern "C" void fencepost_polymorphic_parameter(const char* names, size_t number);

/// Runs `body` once per CUDA thread of the configured launch. Returns when the launch is complete.
template <class Body, class... Parameters>
__attribute__((always_inline)) inline void launch(const char* names, Body body, const Parameters&... parameters) {
  const Argument arguments[] = {describe(parameters)..., Argument{nullptr, 0, false, false, nullptr, 0}};
  if constexpr ((std::is_polymorphic_v<Parameters> || ...)) {
    size_t number = 0;
    ((std::is_polymorphic_v<Parameters> ? fencepost_polymorphic_parameter(names, number++) : void(++number)), ...);
  }
  fencepost_launch(
      names, arguments, sizeof...(Parameters), [](void* closure) { (*static_cast<Body*>(closure))(); }, &body,
      sizeof(Body));
}

/// Stands behind the definition of a __constant__ variable.
struct ConstantVariable {
  ConstantVariable(const volatile void* address, size_t bytes) noexcept;
};
/// Names, separated by blanks, that the __device__ and __constant__ declarations of a source mention.
struct DeviceNames {
  explicit DeviceNames(const char* names) noexcept;
};

}  // namespace fencepost_rt
