#include "sim/nccl/group.h"

#include <optional>
#include <string>
#include <utility>

#include "sim/interface/user_pc.h"

namespace fencepost::sim {
namespace {

struct Group {
  int depth = 0;
  ncclResult_t error = ncclSuccess;
  Parts parts;
  struct Other {
    std::shared_ptr<Arrival> arrival;
    std::function<void()> begin;
  };
  std::vector<Other> others;
};

Group& group_of_thread() {
  static thread_local Group group;
  return group;
}

/// A rank's operations in several streams.
void group_streams(const Parts& parts) {
  std::map<std::pair<const Clique*, int>, std::shared_ptr<StreamsOfGroup>> of_rank;
  for (const auto& part : parts) {
    if (part->kind == PartKind::kSplit) continue;
    auto& streams = of_rank[{part->clique.get(), part->rank}];
    if (streams == nullptr) streams = std::make_shared<StreamsOfGroup>();
    streams->streams.insert(part->stream);
    ++streams->open;
    part->group = streams;
  }
  for (const auto& entry : of_rank) entry.second->join();
}

struct Bytes {
  const std::byte* begin;
  std::size_t count;
  [[nodiscard]] bool meets(const Bytes& other) const {
    return count != 0 && other.count != 0 && begin < other.begin + other.count && other.begin < begin + count;
  }
};
Bytes read_by(const Part& part) { return {static_cast<const std::byte*>(part.send), bytes_read(part)}; }
Bytes written_by(const Part& part) { return {static_cast<const std::byte*>(part.receive), bytes_written(part)}; }

/// "Communications within a group can be viewed as progressing independently" (NCCL's guide, Point-to-point
/// communication): none may write what another one accesses.
void check_overlaps(const Parts& parts) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Part &a = *parts[j], &b = *parts[i];
      if (a.clique != b.clique || a.rank != b.rank || a.kind == PartKind::kSplit || b.kind == PartKind::kSplit)
        continue;
      if (!is_point_to_point(a.kind) && !is_point_to_point(b.kind)) continue;
      const bool a_writes = written_by(a).meets(read_by(b)) || written_by(a).meets(written_by(b));
      if (!a_writes && !written_by(b).meets(read_by(a))) continue;
      const CallSite sites[] = {site_of(a), site_of(b)};
      observers().calls->on_calls_at_odds(
          std::string(b.call.name) + " and " + text_of(a.call) + ", in the same group, access the same memory, and " +
              (a_writes ? a.call.name : b.call.name) + " writes it",
          "the operations of a group make progress independently: give each its own memory", sites);
    }
  }
}

ncclResult_t finish_group(const Group& group) {
  if (group.error != ncclSuccess) return group.error;
  check_overlaps(group.parts);
  Meeting meeting;
  Arrivals arrivals;
  for (const Group::Other& other : group.others) {
    other.begin();
    arrivals.push_back(other.arrival);
  }
  group_streams(group.parts);
  for (const auto& part : group.parts) {
    post(part);
    arrivals.push_back(part);
  }
  return meeting.await(arrivals);
}

}  // namespace

ncclResult_t submit(std::shared_ptr<Part> part) {
  Group& group = group_of_thread();
  if (group.depth != 0) {
    group.parts.push_back(std::move(part));
    return ncclSuccess;
  }
  return finish_group({.parts = {std::move(part)}});
}

ncclResult_t submit(std::shared_ptr<Arrival> arrival, std::function<void()> begin) {
  Group& group = group_of_thread();
  if (group.depth != 0) {
    group.others.push_back({std::move(arrival), std::move(begin)});
    return ncclSuccess;
  }
  return finish_group({.others = {{std::move(arrival), std::move(begin)}}});
}

ncclResult_t fail_group(ncclResult_t error) {
  Group& group = group_of_thread();
  if (group.depth != 0 && group.error == ncclSuccess) group.error = error;
  return error;
}

void begin_group() { ++group_of_thread().depth; }

ncclResult_t end_group(const NcclCall& call) {
  Group& group = group_of_thread();
  if (group.depth == 0) return call.invalid("no ncclGroupStart came before it", ncclInvalidUsage);
  if (--group.depth != 0) return ncclSuccess;
  return finish_group(std::exchange(group, {}));
}

}  // namespace fencepost::sim
