// What an object tells the runtime of its kernels: constants that the compiler writes and sim/runtime/registration.cpp
// reads. Both include this; a change of it, or of what code tells the detector (detector/abi), changes
// kKernelTableVersion: programs keep code objects for later.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fencepost {

constexpr std::uint64_t kKernelTableVersion = 0x66656e6365000013;  // "fence", 19

/// CUDA's limit for the parameters of a kernel, since 12.1 and compute capability 7.0. The compiler refuses more.
constexpr std::uint64_t kMostParameterBytes = 32764;

constexpr std::uint64_t kArgumentAlignment = 128;  ///< Of all that a kernel is passed: no type of CUDA's has more.

enum KernelParameterFlags : std::uint32_t {
  kIsPointer = 1,      ///< To an object or to void.
  kIsPolymorphic = 2,  ///< An object of a class with virtual functions.
};

struct KernelParameter {
  const char* name;
  std::uint64_t bytes;
  std::uint64_t offset;         ///< In a launch's arguments, which lie as a struct's members do.
  std::uint64_t element_bytes;  ///< Of what it points to; 0 of void.
  std::uint64_t flags;
  /// What it points to, a line "KIND OFFSET BYTES COUNT NAME" for each part that has no parts itself. KIND: `i`, `u`,
  /// `f` (a `__half`, too), `b` (`__nv_bfloat16`), or `?` of none of these numbers; COUNT: elements of an array inside
  /// a struct, else 0; NAME: with those around it, "position.x". A number alone has one line and no name, an array of
  /// numbers its bounds instead: "[16][8]". Empty: not known.
  const char* pointee;
};

enum KernelFlags : std::uint32_t {
  kOrdersThreads = 1,  ///< May order single threads, by more than block barriers (compiler/passes/thread_order.h).
  kNotChecked = 2,     ///< Compiled without checks: what it accesses is not told.
  kLooksAtOthers = 4,  ///< Uses what volatile or atomic operations find, and so may wait for others.
  /// Such an operation, not a fence or a barrier alone, or it waits for a cluster or for what it launches.
  kLearnsOfOthers = 8,
};

/// Threads of a block that go on one after the other, in the compiler's loop over them
/// (compiler/threads/thread_loops.cpp): those of ranks [first, end), which all wait at the same barrier or have not
/// begun.
struct ThreadLoop {
  std::byte* frames;            ///< Of all threads of the block, by rank: what each keeps while it waits.
  std::uint32_t first, end;     ///< first == end: to tell only the address of `place`.
  std::uint32_t x, y, z;        ///< threadIdx of the first.
  std::uint32_t width, height;  ///< blockDim.x and .y
  std::uint32_t place;          ///< Where the first has stopped, once it has: number of a barrier; 0: it has returned.
  std::uint32_t last;           ///< Where the last that ran has stopped.
  std::uint32_t capacity;       ///< Threads that there are frames for, a multiple of kFrameGroup.
  std::uint32_t together;  ///< 1. Becomes 0, by the loop or by who runs in it, when it ends behind the running thread.
};

/// In a place's number: an operation of the warp, not the block's barrier. Only lanes that called fencepost_ask_… stop
/// there, and were told to.
constexpr std::uint32_t kOfWarp = std::uint32_t{1} << 31;

constexpr std::uint32_t kFrameGroup = 64;

/// A kernel's loop over threads. Null: there is none.
///
/// What threads keep lies in frames of `frame_bytes` one behind the other; or, if the kernel has parts, part by part:
/// for the first part one element for each thread, then those of the second, and so on.
struct KernelThreads {
  /// Lets the threads go on, each to its next barrier or to its end, as long as they come to the same one. Returns the
  /// address of where the last that ran has stopped, as a return address; null: it has returned.
  const void* (*run)(void* arguments, ThreadLoop* loop);
  std::uint64_t frame_bytes;  ///< 0: threads do not wait.
  std::uint64_t frame_alignment;
  std::uint64_t start, start_bytes;  ///< Where in a frame, its parts one behind the other, zeros are before it begins.
  std::uint64_t has_of_warp;         ///< 1: some of its places are kOfWarp; the loop goes over one warp at a time.
  const std::uint64_t* parts;        ///< Bytes of each, which are its alignment or a multiple of it; null: no parts.
  std::uint64_t part_count;
};

/// A kernel's second code, which calls the detector for accesses outside of every object alone
/// (compiler/checks/unchecked_kernels.cpp).
struct UncheckedKernel {
  void (*run)(void* arguments);  ///< As KernelEntry::run.
  const KernelThreads* threads;  ///< Null: there is no such code.
};

/// What a kernel writes to, of memory that is allocated: only what pointers point into that lie at these offsets in a
/// launch's arguments. One past the end of an allocation points to none, and an index may still leave it.
struct KernelWrites {
  const std::uint64_t* offsets;
  std::uint64_t count;  ///< kAnythingWritten: it may write anywhere.
};
constexpr std::uint64_t kAnythingWritten = ~std::uint64_t{0};

struct KernelEntry {
  const char* symbol;  ///< Its mangled name, by which __cudaRegisterFunction asks for it.
  /// One CUDA thread; the arguments are aligned to kArgumentAlignment. Null if there is a loop over threads.
  void (*run)(void* arguments);
  const void* code;  ///< The kernel's own function. One byte further it is what LaunchInfo::entry_pc says.
  const KernelParameter* parameters;
  std::uint64_t parameter_count;
  std::uint64_t flags;
  const KernelThreads* threads;
  const UncheckedKernel* unchecked;
  std::uint64_t cluster[3];    ///< Blocks of a cluster in each direction, as __cluster_dims__ says. Zeros: it has none.
  std::uint64_t most_threads;  ///< Of a block, as __launch_bounds__ says; 0: it says nothing.
  const KernelWrites* writes;
  const std::uint64_t* static_shared_bytes;  ///< Of its `__shared__` variables and those of functions that it calls.
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
  std::uint64_t warp_size;     ///< Threads of a warp that the code is made for.
  std::uint64_t architecture;  ///< That it is compiled for: 90 of sm_90.
};

}  // namespace fencepost
