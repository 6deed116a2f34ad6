// Where the runtime lies: in a checked program, or in the shared library that programs load which nobody compiled with
// us.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fencepost::sim {

/// The image that this code is a part of. Its bytes from `begin` to `end` are code, constants and variables.
struct Image {
  const char* path = "/proc/self/exe";  ///< Of its file.
  bool is_library = false;
  std::uintptr_t bias = 0;                       ///< What the loader adds to the addresses in the file.
  std::uintptr_t begin = 0, end = 0;             ///< With .bss.
  std::uintptr_t data_begin = 0, data_end = 0;   ///< What may be written.
  std::size_t tls_bytes = 0, tls_alignment = 1;  ///< The thread-local variables.
  std::size_t program_tls_alignment = 1;         ///< Of those of the program, which may be another image.
  std::int64_t tls_distance = 0;  ///< Their first byte, from the thread pointer: the same in each thread.

  [[nodiscard]] bool contains(std::uintptr_t address) const { return address >= begin && address < end; }
};

/// Read once, by a constructor: a signal handler may ask. Thread safety: full.
const Image& own_image();

/// The first byte of the calling thread's thread-local variables.
std::uintptr_t own_thread_variables();

/// From the thread pointer to a thread-local variable of the calling thread: the same in each thread.
std::int64_t own_distance(const void* variable);

}  // namespace fencepost::sim
