// What an object tells the runtime of its kernels: constants that the compiler writes and sim/runtime/registration.cpp
// reads. Both include this; a change of it changes kKernelTableVersion.
#pragma once

#include <cstdint>

namespace fencepost {

constexpr std::uint64_t kKernelTableVersion = 0x66656e6365000005;  // "fence", 5

/// CUDA's limit for the parameters of a kernel, since 12.1 and compute capability 7.0. The compiler refuses more.
constexpr std::uint64_t kMostParameterBytes = 32764;

constexpr std::uint64_t kArgumentAlignment = 128;  ///< Of all that a kernel is passed: no type of CUDA's has more.

enum KernelParameterFlags : std::uint32_t {
  kIsPointer = 1,       ///< To an object or to void.
  kPointsToScalar = 2,  ///< To a number, not to a struct.
  kIsPolymorphic = 4,   ///< An object of a class with virtual functions.
};

struct KernelParameter {
  const char* name;
  std::uint64_t bytes;
  std::uint64_t offset;         ///< In a launch's arguments, which lie as a struct's members do.
  std::uint64_t element_bytes;  ///< Of what it points to; 0 of void.
  std::uint64_t flags;
};

enum KernelFlags : std::uint32_t {
  kOrdersThreads = 1,  ///< May order single threads, by more than block barriers (compiler/passes/thread_order.h).
};

/// The beginning of what a CUDA thread keeps while it waits, if its kernel is split at barriers
/// (compiler/passes/split_kernels.cpp): LLVM's coroutine frame.
struct ThreadFrame {
  void (*resume)(ThreadFrame*);  ///< Runs the thread to its next barrier, or to its end.
  void (*unused)(ThreadFrame*);
  const void* pc;  ///< Of the barrier, as a return address; null: the thread has returned from the kernel.
};

struct KernelFrame {
  /// Makes a ThreadFrame in `frame`; the arguments are read when it is first resumed. Null: the kernel is not split.
  ThreadFrame* (*begin)(void* arguments, void* frame);
  std::uint64_t bytes;
  std::uint64_t alignment;
};

/// A kernel's second code, which calls the detector for accesses outside of every object alone
/// (compiler/checks/unchecked_kernels.cpp).
struct UncheckedKernel {
  void (*run)(void* arguments);  ///< As KernelEntry::run.
  const KernelFrame* frame;      ///< Null: there is no such code.
};

struct KernelEntry {
  const char* symbol;  ///< Its mangled name, by which __cudaRegisterFunction asks for it.
  /// One CUDA thread; the arguments are aligned to kArgumentAlignment. Null if the kernel is split.
  void (*run)(void* arguments);
  const void* code;  ///< The kernel's own function.
  const KernelParameter* parameters;
  std::uint64_t parameter_count;
  std::uint64_t flags;
  const KernelFrame* frame;
  const UncheckedKernel* unchecked;
};

struct DeviceVariable {
  const char* symbol;  ///< Its mangled name.
  const void* address;
  std::uint64_t bytes;
  std::uint64_t is_constant;  ///< __constant__, not __device__.
};

/// The "fat binary" that clang's registration hands to __cudaRegisterFatBinary.
struct KernelTable {
  std::uint64_t version;
  const KernelEntry* kernels;
  std::uint64_t kernel_count;
  const DeviceVariable* variables;  ///< Those that the object defines.
  std::uint64_t variable_count;
};

}  // namespace fencepost
