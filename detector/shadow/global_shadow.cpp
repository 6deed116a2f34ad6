#include "detector/shadow/global_shadow.h"

#include <sys/mman.h>

#include <cassert>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "detector/shadow/access_state.h"

namespace fencepost::detector {

__thread AccessState access_state = {};

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
  past = reserve_zeroed_array<WordPast>(words);
  values = reserve_zeroed_array<std::uint32_t>(words);
  const std::size_t pages = words / kPageWords + 1;
  touched = reserve_zeroed_array<std::uint8_t>(pages);
  backed_ = reserve_zeroed_array<std::uint8_t>(pages + 1);
  past_backed_ = reserve_zeroed_array<std::uint8_t>(pages);
  modes = reserve_zeroed_array<std::atomic<std::uint8_t>>(pages);
  writers = shared_writers != nullptr ? shared_writers : reserve_zeroed_array<std::uint32_t>(pages);
}

void GlobalShadow::touch_page(std::size_t page) {
  touched[page] = past_backed_[page] != 0 ? kTouched | kHasPast : kTouched;
  touched_pages.push_back(static_cast<std::uint32_t>(page));
  if (backed_[page] == 0) back(page);
  // The next one, too, where an array is walked through.
  if (page > 0 && backed_[page - 1] != 0 && backed_[page + 1] == 0) back(page + 1);
}

/// A cell is read before it is written: each page would be mapped twice, first to the page of zeros, and the second
/// time all processors must hear of it. An older kernel than Linux 5.14 does so.
void GlobalShadow::back(std::size_t page) {
  backed_[page] = 1;
  madvise(cells.cells + page * kPageWords, kPageWords * sizeof(Cell), MADV_POPULATE_WRITE);
}

void GlobalShadow::back_past(std::size_t page) {
  assert(touched[page] != 0);
  touched[page] |= kHasPast;
  if (past_backed_[page] != 0) return;
  past_backed_[page] = 1;
  madvise(past + page * kPageWords, kPageWords * sizeof(WordPast), MADV_POPULATE_WRITE);
}

}  // namespace fencepost::detector
