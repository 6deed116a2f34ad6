// What the strong writes to a location hand to who observes them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "detector/order/past.h"

namespace fencepost::detector {

/// How far a fence or an atomic operation reaches.
enum class Reach : std::uint8_t { kBlock, kCluster, kDevice };

/// Where a thread is. In a launch without clusters of several blocks each block is a cluster of its own.
struct Home {
  std::uint64_t block = 0, cluster = 0;
};

/// What release patterns make visible, by the scope of their first operations.
struct Released {
  Past to_all;      ///< Of device scope.
  Past to_cluster;  ///< Of that scope or cluster scope, by threads of one cluster: what that cluster may learn.
  Past to_block;    ///< Of any scope, by threads of one block: what that block may learn.
  friend bool operator==(const Released&, const Released&) = default;
};
Released joined(const Released& a, const Released& b);

/// The last strong write to a location, and the chain of read-modify-writes that it continues.
class Message {
 public:
  Message() = default;
  Message(std::size_t bytes, const Home& home, Reach reach) : bytes_(bytes), home_(home), reach_(reach) {}

  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// True if an operation of the same bytes by a thread of that block is morally strong with the last write (PTX ISA,
  /// "Morally Strong Operations").
  [[nodiscard]] bool is_morally_strong_with(const Home& home, Reach reach) const {
    const Reach nearer = std::min(reach, reach_);
    return home.block == home_.block || nearer == Reach::kDevice ||
           (nearer == Reach::kCluster && home.cluster == home_.cluster);
  }
  /// A read-modify-write of these takes the place of the last write.
  void continue_by(const Home& home, Reach reach) {
    home_ = home;
    reach_ = reach;
  }
  /// What a release pattern of a thread of the last writer's block made visible, and the fences that came before.
  void add(const Released& released, const FencePasts& fences);

  [[nodiscard]] Released released_to(const Home& home) const;
  [[nodiscard]] FencePasts fences() const { return content_ == nullptr ? FencePasts{} : content_->fences; }

 private:
  struct Content {
    Past to_all;
    std::unordered_map<std::uint64_t, Past> to_cluster, to_block;
    FencePasts fences;
  };
  std::size_t bytes_ = 0;
  Home home_;
  Reach reach_ = Reach::kDevice;
  std::unique_ptr<Content> content_;  ///< Null: nothing to tell, as most atomic operations have it.
};

/// The messages of one memory, by location: address and size. Thread safety: none.
class Messages {
 public:
  /// Null: the last write to the location was not a strong one of just these bytes.
  [[nodiscard]] Message* find(std::uintptr_t address, std::size_t bytes);
  /// Ends what overlaps the bytes, and begins anew.
  Message& begin(std::uintptr_t address, Message message);
  /// A plain write, of at most 16 bytes.
  void end(std::uintptr_t address, std::size_t bytes);
  void clear() { by_address_.clear(); }

 private:
  static constexpr std::size_t kLargest = 16;
  std::unordered_map<std::uintptr_t, Message> by_address_;
  std::size_t sizes_ = 0;  ///< That messages have had, each a power of two; united.
};

}  // namespace fencepost::detector
