// A communicator as its ranks share it, and the parts of its operations that have come. All of it is used while a
// Meeting lives.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/interface/events.h"
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
struct Side;  // What a rank reads and writes, and what of it is put aside: perform.cpp.
class Line;   // To ranks in other processes: remote.h.

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
  std::shared_ptr<Side> side{};  ///< Set if the others are told of it, or told it.
  bool is_told = false;
  bool is_wrong = false;  ///< An operand is.
  // Of another process's.
  int process = 0;                     ///< As an index.
  std::uint64_t position = 0;          ///< In the log.
  std::vector<std::uint64_t> known{};  ///< What its process knew of the others.
  // Of a split.
  int color = 0, key = 0;
  std::set<int> excluded{};  ///< These ranks do not call it.
  ncclComm_t* split = nullptr;

  [[nodiscard]] std::string awaited() const override;
  [[nodiscard]] bool waits_for_processes() const override;
  [[nodiscard]] std::string loss() const override;
  void give_up() override;
};
using Parts = std::vector<std::shared_ptr<Part>>;

/// The end of a rank's communicator.
struct Leave {
  const char* call;
  const void* pc;     ///< Null: of another process.
  std::string place;  ///< "app.cu:31"
};

struct Clique {
  explicit Clique(std::vector<DeviceNumber> its_devices)
      : devices(std::move(its_devices)), collectives(devices.size()), left(devices.size()), marks(devices.size()) {}

  [[nodiscard]] int size() const { return static_cast<int>(devices.size()); }
  [[nodiscard]] bool is_local(int rank) const;

  const std::vector<DeviceNumber> devices;                     ///< Of the ranks.
  std::vector<std::deque<std::shared_ptr<Part>>> collectives;  ///< Of each rank, in order, that lack others.
  /// Sends and receives, from a rank to a rank.
  std::map<std::pair<int, int>, std::deque<std::shared_ptr<Part>>> sends, receives;
  std::vector<std::optional<Leave>> left;  ///< By what a rank has ended its communicator.
  /// The last operation of each rank in each stream, as an event.
  std::vector<std::map<StreamNumber, std::uint64_t>> marks;
  bool broken = false;  ///< Ranks have called what does not go together: nothing more is done.

  // With ranks in other processes.

  std::shared_ptr<Line> line{};  ///< Null: there are none.
  std::string name{};            ///< The same in all processes, one of those that share the line.
  std::vector<int> processes{};  ///< Of each rank, as an index.
  int splits = 0;
};

/// Makes a handle for each rank that is this process's; `place` tells where it goes. Such a clique hears of the others.
void add_handles(const std::shared_ptr<Clique>&, const std::function<ncclComm_t*(int rank)>& place);

/// The rank's part is there; does what is complete now.
void post(const std::shared_ptr<Part>&);

/// The rank of this process ends its communicator: who waits for it waits in vain.
void leave(Clique&, int rank, const NcclCall&);
/// The rank has ended it.
void note_leave(Clique&, int rank, const Leave&);
/// What the rank waits for will not be done, though its calls are as they should be.
void drop_waiting(Clique&, int rank);
/// Ranks of another process have given up.
void note_break(Clique&);

/// Looks at the operands of a part that the others are told of, and puts aside what it reads.
void put_aside(Part&);
/// What it has put aside: its numbers, and the factor of its reduction.
std::pair<std::span<const std::byte>, std::span<const std::byte>> data_of(const Part&);
/// Of a part of another process: what it has put aside there, and which of it nobody has written; its addresses count
/// from the beginning of the numbers.
void set_data(Part&, std::vector<std::byte> numbers, std::vector<std::byte> factor, std::vector<MemoryRange> unwritten);

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
