// What processes share whose ranks are of one communicator, or of those split from it: which ranks have come, and a log
// of what they call, which each process reads as a whole. It is a file without a name (memfd_create) that the id of the
// communicator tells, so nothing is left of it when its processes have ended, however they did.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/runtime/mapped/process_file.h"

namespace fencepost::sim {

/// By which others open it.
struct ChannelId {
  std::uint64_t number;
  ProcessFile file;

  bool operator==(const ChannelId&) const = default;
};

/// A rank that comes.
struct Newcomer {
  int rank = 0, ranks = 0;
  std::string call;    ///< "ncclCommInitRank at app.cu:31".
  std::string device;  ///< What no other rank must have.
};

/// As long as they are used, a Meeting lives.
class Channel {
 public:
  static constexpr int kMostRanks = 1024;

  /// A new one, known to this process alone, until it is released. Nothing: the system refuses.
  static std::optional<ChannelId> make();
  /// Null: its process has ended, or it was released.
  static std::shared_ptr<Channel> open(const ChannelId&);
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  // ---- ranks come ----

  enum class Formation : std::uint32_t { kOpen, kFormed, kFailed };
  /// What keeps the rank from coming, and the one that it does not go with.
  struct Refusal {
    enum Why { kOtherCount, kTwice, kSameDevice } why;
    int other_rank, other_count;
    std::string other_call;
  };
  /// Nothing: it has come. With the last of them the communicator is formed; a refusal fails it for all.
  std::optional<Refusal> come(const Newcomer&);
  [[nodiscard]] Formation formation() const;
  /// The ranks that have not come give up.
  void fail();
  [[nodiscard]] bool has_come(int rank) const;
  /// Of each rank its process, as an index. Of a communicator that is formed.
  [[nodiscard]] std::vector<int> processes_of_ranks() const;
  /// Nobody else can come: the id is of no more use.
  static void release(const ChannelId&);

  // ---- processes ----

  [[nodiscard]] int own_index() const { return own_; }
  [[nodiscard]] int process_count() const;
  /// The number by which the system knows it.
  [[nodiscard]] int process_number(int index) const;
  [[nodiscard]] bool has_ended(int index) const;

  // ---- the log, from position 0 on ----

  /// Appends the pieces, one behind the other, as one record, at the position that is returned. Nothing: the system has
  /// no memory left.
  std::optional<std::uint64_t> append(std::span<const std::span<const std::byte>> pieces);
  /// Up to where it is complete.
  [[nodiscard]] std::uint64_t end() const;
  [[nodiscard]] bool read(std::uint64_t position, void* to, std::size_t bytes) const;
  /// This process reads no more of what is before it.
  void pass(std::uint64_t position);

 private:
  struct Shared;
  class Lock;
  Channel(int file, Shared* shared) : file_(file), shared_(shared) {}

  int file_;
  Shared* shared_;
  int own_ = 0;
};

}  // namespace fencepost::sim
