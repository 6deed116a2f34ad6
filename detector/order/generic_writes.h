// Which writes to shared memory the asynchronous proxy has to be told of before it reads there.
//
// Bulk copies and wgmma access memory through a proxy of their own (PTX ISA, "Async proxy"). They see what a thread
// wrote only if a `fence.proxy.async` lies between, somewhere on the way by which the write happens before them
// ("Causality Order"): the thread that wrote may execute it, or the one that starts the copy, or one in between.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>

#include "detector/shadow/shadow_cell.h"

namespace fencepost::detector {

/// Of each byte of a block's shared memory, who wrote it last through the generic proxy. Thread safety: none.
class GenericWrites {
 public:
  struct Write {
    SiteId site = 0;
    std::uint8_t kind = 0;
    std::uint8_t mask = 0;  ///< Bytes of the word; 0: there is no such write.
    std::uint16_t thread = 0;
    std::uint16_t rank = 0;  ///< Of the writer's block in its cluster.
    std::uint32_t interval = 0, segment = 0;
  };

  /// `word`: as Record::word.
  void add(std::uint64_t word, const Write& write);
  /// The bytes were written through the asynchronous proxy.
  void remove(std::uint64_t word, std::uint8_t mask);
  /// The writes to the word; their masks do not overlap.
  [[nodiscard]] std::span<const Write> of(std::uint64_t word) const;

 private:
  static constexpr std::uint64_t kPageWords = 64;
  using Word = std::array<Write, 4>;  ///< Each byte may be another thread's.
  using Page = std::array<Word, kPageWords>;

  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;  ///< By word / kPageWords.
  std::uint64_t last_number_ = ~std::uint64_t{0};
  Page* last_ = nullptr;  ///< The page of that number.
};

}  // namespace fencepost::detector
