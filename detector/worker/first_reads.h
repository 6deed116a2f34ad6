// Who read device memory that the running launch only reads, where its end wants to know: in programs with streams.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "detector/shadow/access_state.h"
#include "detector/shadow/footprint.h"
#include "detector/shadow/global_shadow.h"

namespace fencepost::detector {

/// Of each word of such pages (QuietPages) one line that reads it, and the least of its threads: 8 bytes, which kernels
/// look at themselves. Reads of a word by further lines are none of these: cells and history have them.
///
/// Which line a word has here depends on the order of the threads; what is here and in the history together does not.
///
/// Thread safety: as WorkerShadow.
class FirstReads {
 public:
  /// Forgets what was noted.
  void begin_launch();
  /// What kernels look at of it. `first_rank`: of the block's first thread in the launch.
  void begin_block(const GlobalShadow& arena, std::size_t window_word, std::uint64_t first_rank, AccessState& state);
  /// Of blocks that need not look here.
  static void leave_out(const std::uint8_t* no_tags, AccessState& state);

  /// The page is one of these, as far as is known.
  [[nodiscard]] bool has(std::size_t page) const { return tags_ != nullptr && tags_[page] == tag_; }
  void add(std::size_t page);
  /// Notes a read, whose pages it has, by `thread` of the block; `access`: as a cell has it, without mask. `offset`:
  /// from the begin of the arena. False if some word has another line: then nothing is noted.
  bool note(std::uintptr_t offset, std::size_t bytes, std::uint64_t access, std::uint32_t thread);

  /// Some read was not noted for another line's.
  [[nodiscard]] bool refused() const { return refused_; }
  [[nodiscard]] const std::vector<std::uint32_t>& pages() const { return pages_; }
  /// Of a word of one of pages(): the read, or 0.
  [[nodiscard]] std::uint64_t read(std::size_t word) const {
    return reads_[word] >> first_read::kBits == tag_ ? reads_[word] & first_read::kMask : 0;
  }

  /// More threads than that a launch must not have.
  static constexpr std::uint64_t kMostThreads = std::uint64_t{1} << first_read::kRankBits;

 private:
  static constexpr std::uint64_t kTags = std::uint64_t{1} << (64 - first_read::kBits);

  std::uint64_t* reads_ = nullptr;  ///< By word of the arena: the launch's tag, and the read.
  std::uint8_t* tags_ = nullptr;    ///< By page: the tag of the launch that it was added in.
  std::size_t words_ = 0, page_count_ = 0;
  std::uint64_t tag_ = 1;
  std::uint64_t first_ = 0;  ///< Tag and rank of the block's first thread.
  bool refused_ = false;
  std::vector<std::uint32_t> pages_;
};

}  // namespace fencepost::detector
