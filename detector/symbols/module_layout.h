// Where the program lies: its TLS block, its data segment, its image. Thread safety: full.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fencepost::detector {

/// The executable's TLS block of one OS thread; offset 0 is the first byte of the PT_TLS segment.
struct TlsBlock {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
};
TlsBlock tls_block_of_this_thread();

/// The executable's writable data (.data and .bss).
struct DataSegment {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
};
DataSegment data_segment();

/// What the loader adds to the addresses in the executable's file: 0 unless it is a position-independent executable.
std::uintptr_t load_bias();

/// True for addresses of the executable's image, code and constants included.
bool in_executable_image(std::uintptr_t address);

}  // namespace fencepost::detector
