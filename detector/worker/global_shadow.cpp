#include "detector/worker/global_shadow.h"

#include <sys/mman.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace fencepost::detector {

void* reserve_zeroed(std::size_t bytes) {
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    std::fprintf(
        stderr,
        "fencepost: error: cannot reserve %zu GiB of addresses for shadow memory: %s; is there a limit on virtual "
        "memory (ulimit -v)? Fewer --jobs need less\n",
        bytes >> 30, std::strerror(errno));
    std::_Exit(70);
  }
  return memory;
}

void GlobalShadow::set_range(std::uintptr_t begin, std::size_t bytes) {
  // Cells are found by (address - begin) / 4, which must agree with address / 4.
  const std::uintptr_t aligned = begin / kWordBytes * kWordBytes;
  cells = {aligned, begin + bytes - aligned, nullptr};
}

void GlobalShadow::reserve(std::uint32_t* shared_writers) {
  const std::size_t words = cells.bytes / kWordBytes + 1;
  cells.cells = reserve_zeroed_array<Cell>(words);
  heads = reserve_zeroed_array<std::uint32_t>(words);
  values = reserve_zeroed_array<std::uint32_t>(words);
  const std::size_t pages = words / kPageWords + 1;
  touched = reserve_zeroed_array<std::uint8_t>(pages);
  modes = reserve_zeroed_array<std::atomic<std::uint8_t>>(pages);
  writers = shared_writers != nullptr ? shared_writers : reserve_zeroed_array<std::uint32_t>(pages);
}

}  // namespace fencepost::detector
