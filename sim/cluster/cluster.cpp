#include "sim/cluster/cluster.h"

#include <utility>

#include "sim/cluster/places.h"

extern "C" __thread unsigned char fencepost_dynamic_shared[];

namespace fencepost::sim {

Cluster::Cluster(const LaunchInfo& launch, std::uint64_t first)
    : members_(launch.cluster.count()), threads_(static_cast<std::uint32_t>(launch.block.count())) {
  for (std::uint32_t i = 0; i < size(); ++i) {
    members_[i].block = block_begun_at(launch, first + i);
    members_[i].threads.resize(threads_);
  }
}

void Cluster::come(std::uint32_t member) {
  members_[member].shared = reinterpret_cast<std::byte*>(fencepost_dynamic_shared);
  ++came_;
}

void Cluster::end(std::uint32_t member, bool completed) {
  has_failed_ = has_failed_ || !completed;
  members_[member].has_ended = true;
  members_[member].returned = nullptr;
  ++ended_;
}

bool Cluster::arrive(std::uint32_t member, ThreadRank thread, const void* pc) {
  Member& of = members_[member];
  const bool has_waited = !std::exchange(of.threads[thread].waits_for, true);
  of.threads[thread].phase = phase_;
  of.threads[thread].pc = pc;
  if (of.arrived.contains(thread)) return false;
  of.arrived.insert(thread);
  ++of.arrived_count;
  return has_waited;
}

bool Cluster::wait(std::uint32_t member, ThreadRank thread) {
  return std::exchange(members_[member].threads[thread].waits_for, false);
}

bool Cluster::has_left(const Member& of, ThreadRank thread) const {
  return of.has_ended || (of.returned != nullptr && of.returned->contains(thread));
}

bool Cluster::is_complete() const {
  if (has_failed_) return false;
  std::uint64_t accounted = 0;
  std::uint64_t arrived = 0;
  for (const Member& member : members_) {
    arrived += member.arrived_count;
    accounted += member.arrived_count;
    if (member.has_ended) accounted += threads_;
    if (member.returned == nullptr) continue;
    if (*member.stopped) return false;
    accounted += member.returned->count();
  }
  if (arrived == 0 || accounted < std::uint64_t{threads_} * size()) return false;
  for (const Member& member : members_) {
    if (member.has_ended || member.arrived_count == threads_) continue;
    for (ThreadRank thread = 0; thread < threads_; ++thread) {
      if (!member.arrived.contains(thread) && !has_left(member, thread)) return false;
    }
  }
  return true;
}

std::optional<Cluster::Divergence> Cluster::divergence() const {
  std::optional<Divergence> found;
  for (const Member& member : members_) {
    for (ThreadRank thread = 0; thread < threads_ && !found; ++thread) {
      if (member.arrived.contains(thread)) {
        found = Divergence{.block = member.block, .first = {thread, member.threads[thread].pc}};
      }
    }
  }
  if (!found) return std::nullopt;
  for (const Member& member : members_) {
    if (member.arrived_count == threads_) continue;
    for (ThreadRank thread = 0; thread < threads_; ++thread) {
      if (member.arrived.contains(thread)) continue;
      found->left = member.block;
      found->thread_left = thread;
      return found;
    }
  }
  return std::nullopt;
}

void Cluster::begin_next_phase() {
  ++phase_;
  for (Member& member : members_) {
    member.arrived.clear();
    member.arrived_count = 0;
  }
}

}  // namespace fencepost::sim
