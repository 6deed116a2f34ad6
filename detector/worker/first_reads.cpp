#include "detector/worker/first_reads.h"

#include <sys/mman.h>

#include <algorithm>

namespace fencepost::detector {
namespace {

/// Calls `visit(word, mask)` for the words that the bytes lie in.
template <class Visit>
bool each_word(std::uintptr_t offset, std::size_t bytes, Visit visit) {
  const std::uintptr_t end = offset + bytes;
  for (std::uintptr_t at = offset; at < end;) {
    const std::uintptr_t word = at / kWordBytes, next = std::min((word + 1) * kWordBytes, end);
    const auto mask = static_cast<unsigned>(((1U << (next - at)) - 1) << at % kWordBytes);
    if (!visit(word, mask)) return false;
    at = next;
  }
  return true;
}

}  // namespace

void FirstReads::begin_launch() {
  refused_ = false;
  if (pages_.empty()) return;
  pages_.clear();
  if (++tag_ < kTags) return;
  tag_ = 1;
  for (const auto& [memory, bytes] : {std::pair<void*, std::size_t>{reads_, words_ * sizeof(std::uint64_t)},
                                      std::pair<void*, std::size_t>{tags_, page_count_}}) {
    madvise(memory, bytes, MADV_DONTNEED);
  }
}

void FirstReads::begin_block(const GlobalShadow& arena, std::size_t window_word, std::uint64_t first_rank,
                             AccessState& state) {
  if (reads_ == nullptr) {
    words_ = arena.cells.bytes / kWordBytes + 1;
    page_count_ = words_ / GlobalShadow::kPageWords + 1;
    reads_ = reserve_zeroed_array<std::uint64_t>(words_);
    tags_ = reserve_zeroed_array<std::uint8_t>(page_count_);
  }
  first_ = tag_ << first_read::kBits | first_rank;
  state.first_reads = reads_ + window_word;
  state.read_tags = tags_ + window_word / GlobalShadow::kPageWords;
  state.read_tag = tag_;
  state.first_read_here = first_;
}

void FirstReads::leave_out(const std::uint8_t* no_tags, AccessState& state) {
  state.first_reads = nullptr;
  state.read_tags = no_tags;
  state.read_tag = ~std::uint64_t{0};
  state.first_read_here = 0;
}

void FirstReads::add(std::size_t page) {
  tags_[page] = static_cast<std::uint8_t>(tag_);
  pages_.push_back(static_cast<std::uint32_t>(page));
}

bool FirstReads::note(std::uintptr_t offset, std::size_t bytes, std::uint64_t access, std::uint32_t thread) {
  const auto read_of = [&](unsigned mask) { return first_read::make(access | cell::tag(0, mask), first_ + thread); };
  const bool fits = each_word(offset, bytes, [&](std::size_t word, unsigned mask) {
    const std::uint64_t known = reads_[word];
    return known >> first_read::kBits != tag_ || first_read::are_alike(known, read_of(mask));
  });
  if (!fits) {
    refused_ = true;
    return false;
  }
  each_word(offset, bytes, [&](std::size_t word, unsigned mask) {
    const std::uint64_t here = read_of(mask);
    std::uint64_t& known = reads_[word];
    known = first_read::are_alike(known, here) ? std::min(known, here) : here;
    return true;
  });
  return true;
}

}  // namespace fencepost::detector
