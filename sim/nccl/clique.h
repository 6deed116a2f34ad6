// A communicator as its ranks share it, and the parts of its operations that have come. All of it is used while a
// Meeting lives.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "sim/nccl/meeting.h"
#include "sim/nccl/numbers.h"
#include "sim/runtime/devices/current.h"

namespace fencepost::sim {

enum class PartKind : std::uint8_t {
  kAllReduce,
  kReduce,
  kBroadcast,
  kAllGather,
  kReduceScatter,
  kAllToAll,
  kGather,
  kScatter,
  kSend,
  kReceive,
  kSplit,
};
inline bool is_point_to_point(PartKind kind) { return kind == PartKind::kSend || kind == PartKind::kReceive; }
inline bool reduces(PartKind kind) {
  return kind == PartKind::kAllReduce || kind == PartKind::kReduce || kind == PartKind::kReduceScatter;
}
inline bool has_root(PartKind kind) {
  return kind == PartKind::kReduce || kind == PartKind::kBroadcast || kind == PartKind::kGather ||
         kind == PartKind::kScatter;
}

struct Clique;

/// A group's operations of one rank in several streams, which count as put into each of them (NCCL's guide, Group
/// Calls).
struct StreamsOfGroup {
  std::set<StreamNumber> streams;
  DeviceNumber device = 0;
  std::size_t open = 0;  ///< Operations that are not done.

  /// Later work of each of them comes after the earlier work of all.
  void join() const;
};

/// What a rank does in an operation.
struct Part : Arrival {
  PartKind kind{};
  std::shared_ptr<Clique> clique;
  // Of communication.
  const void* send = nullptr;
  void* receive = nullptr;
  std::size_t count = 0;  ///< As the call is given it.
  ncclDataType_t type = ncclInt8;
  Reduction reduction{};
  int root = 0;  ///< Or the peer.
  StreamNumber stream = 0;
  std::shared_ptr<StreamsOfGroup> group{};
  // Of a split.
  int color = 0, key = 0;
  ncclComm_t* split = nullptr;

  [[nodiscard]] std::string awaited() const override;
  void give_up() override;
};
using Parts = std::vector<std::shared_ptr<Part>>;

struct Clique {
  explicit Clique(std::vector<DeviceNumber> its_devices)
      : devices(std::move(its_devices)), collectives(devices.size()), left(devices.size()), marks(devices.size()) {}

  [[nodiscard]] int size() const { return static_cast<int>(devices.size()); }

  const std::vector<DeviceNumber> devices;                     ///< Of the ranks.
  std::vector<std::deque<std::shared_ptr<Part>>> collectives;  ///< Of each rank, in order, that lack others.
  /// Sends and receives, from a rank to a rank.
  std::map<std::pair<int, int>, std::deque<std::shared_ptr<Part>>> sends, receives;
  std::vector<std::optional<NcclCall>> left;  ///< By what a rank has ended its communicator.
  /// The last operation of each rank in each stream, as an event.
  std::vector<std::map<StreamNumber, std::uint64_t>> marks;
  bool broken = false;  ///< Ranks have called what does not go together: nothing more is done.
};

/// The rank's part is there; does what is complete now.
void post(const std::shared_ptr<Part>&);

/// The rank ends its communicator: who waits for it waits in vain.
void leave(Clique&, int rank, const NcclCall&);

/// Does the work of parts that go together, in the order of ranks; of one communicator.
void perform(const Parts&);
/// … that split it.
void perform_split(const Parts&);

/// Bytes that the part reads from its send buffer, or writes to its receive buffer.
std::size_t bytes_read(const Part&);
std::size_t bytes_written(const Part&);

}  // namespace fencepost::sim

/// One rank's handle.
struct ncclComm {
  std::shared_ptr<fencepost::sim::Clique> clique;
  int rank = 0;
  bool finalized = false;
  std::map<int, fencepost::sim::Reduction> reductions{};  ///< Of ncclRedOpCreatePreMulSum.
  int next_reduction = ncclNumOps;
};
