#include "sim/nccl/clique.h"

#include <algorithm>

#include "sim/library/live.h"
#include "sim/nccl/remote.h"
#include "sim/runtime/event.h"

namespace fencepost::sim {
namespace {

std::deque<std::shared_ptr<Part>>& queue_of(const Part& part) {
  Clique& clique = *part.clique;
  if (part.kind == PartKind::kSend) return clique.sends[{part.rank, part.root}];
  if (part.kind == PartKind::kReceive) return clique.receives[{part.root, part.rank}];
  return clique.collectives[part.rank];
}

std::string rank_text(int rank) { return "rank " + std::to_string(rank); }

/// "ncclSum", where it says more than the name of the call.
std::string details_of(const Part& part) {
  std::string text;
  if (part.kind == PartKind::kSplit) {
    for (const int rank : part.excluded) text += (text.empty() ? " without ranks " : ", ") + std::to_string(rank);
    return text;
  }
  text = " of " + std::to_string(part.count) + " " + name_of(part.type);
  if (reduces(part.kind)) text += ", " + name_of(part.reduction);
  if (has_root(part.kind)) text += ", root " + std::to_string(part.root);
  return text;
}

bool agree(const Part& a, const Part& b) {
  if (is_point_to_point(a.kind)) return a.count == b.count && a.type == b.type;
  if (a.kind != b.kind) return false;
  if (a.kind == PartKind::kSplit) return a.excluded == b.excluded;
  return a.count == b.count && a.type == b.type && (!has_root(a.kind) || a.root == b.root) &&
         (!reduces(a.kind) ||
          (a.reduction.has_factor == b.reduction.has_factor && a.reduction.operation == b.reduction.operation));
}

/// All that wait for others.
Parts waiting_parts(const Clique& clique) {
  Parts all;
  const auto add = [&](const auto& queue) { all.insert(all.end(), queue.begin(), queue.end()); };
  for (const auto& queue : clique.collectives) add(queue);
  for (const auto& entry : clique.sends) add(entry.second);
  for (const auto& entry : clique.receives) add(entry.second);
  return all;
}

/// Nothing more is done.
void break_off(Clique& clique, ncclResult_t result) {
  clique.broken = true;
  for (const auto& part : waiting_parts(clique)) part->complete(result);
  for (auto& queue : clique.collectives) queue.clear();
  clique.sends.clear();
  clique.receives.clear();
  Meeting::tell();
}

/// Parts that should go together; false, and told, if they do not.
bool check_agreement(const Parts& parts) {
  const Part& first = *parts.front();
  const auto other = std::ranges::find_if(parts, [&](const auto& part) { return !agree(first, *part); });
  if (other == parts.end()) return true;
  const Part& second = **other;
  const bool same_call = first.kind == second.kind || is_point_to_point(first.kind);
  const auto text = [&](const Part& part) {
    return rank_text(part.rank) + " calls " + text_of(part, same_call ? details_of(part) : "");
  };
  // In other processes it is told, too.
  if (const std::vector<CallSite> sites = sites_of({*other, parts.front()}); !sites.empty()) {
    observers().calls->on_calls_at_odds(text(second) + ", " + text(first),
                                        is_point_to_point(first.kind)
                                            ? "what one rank sends, the other must receive: as many, of the same type"
                                            : "all ranks of a communicator make the same calls in the same order",
                                        sites);
  }
  for (const auto& part : parts) part->complete(ncclInvalidUsage);
  break_off(*first.clique, ncclInvalidUsage);
  return false;
}

void finish(const Parts& parts) {
  if (check_agreement(parts)) {
    if (parts.front()->kind == PartKind::kSplit) {
      perform_split(parts);
    } else {
      perform(parts);
    }
  }
  for (const auto& part : parts) {
    if (part->group != nullptr && --part->group->open == 0) part->group->join();
  }
  Meeting::tell();
}

std::shared_ptr<Part> take_first(std::deque<std::shared_ptr<Part>>& queue) {
  std::shared_ptr<Part> first = queue.front();
  queue.pop_front();
  return first;
}

/// These wait for a rank that has left.
void fail_in_vain(const Clique& clique, int rank, const Arrivals& in_vain) {
  const Leave& call = *clique.left[rank];
  const CallSite site{.by = rank_text(rank) + ", in " + call.call, .pc = call.pc, .is_over = true};
  Meeting::fail(
      in_vain,
      std::string(", and ended its communicator: ") + call.call + (call.place.empty() ? "" : " at " + call.place),
      "let all ranks make the call before one ends its communicator", call.pc == nullptr ? nullptr : &site);
}

/// The ranks that a part of this process waits for.
std::vector<int> awaited_ranks(const Part& part) {
  if (is_point_to_point(part.kind)) return {part.root};
  // Its place among its rank's.
  const Clique& clique = *part.clique;
  const auto& own = clique.collectives[part.rank];
  const auto place = std::ranges::find_if(own, [&](const auto& other) { return other.get() == &part; }) - own.begin();
  std::vector<int> missing;
  for (int other = 0; other < clique.size(); ++other) {
    if (part.excluded.contains(other)) continue;
    if (static_cast<std::ptrdiff_t>(clique.collectives[other].size()) <= place) missing.push_back(other);
  }
  return missing;
}

}  // namespace

bool Clique::is_local(int rank) const { return line == nullptr || processes[rank] == line->channel().own_index(); }

std::string Part::awaited() const {
  if (is_point_to_point(kind)) {
    return rank_text(root) + ", which has not called " +
           (kind == PartKind::kSend ? "ncclRecv from it" : "ncclSend to it");
  }
  const std::vector<int> missing = awaited_ranks(*this);
  std::string text = missing.size() == 1 ? "rank " : "ranks ";
  for (std::size_t i = 0; i < missing.size(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(missing[i]);
  return text + (missing.size() == 1 ? ", which has not come" : ", which have not come");
}

bool Part::waits_for_processes() const {
  return std::ranges::any_of(awaited_ranks(*this), [this](int other) { return !clique->is_local(other); });
}

std::string Part::loss() const {
  for (const int other : awaited_ranks(*this)) {
    if (clique->is_local(other)) continue;
    Channel& channel = clique->line->channel();
    const int process = clique->processes[other];
    if (!channel.has_ended(process)) continue;
    const std::string number = std::to_string(channel.process_number(process));
    return awaited_ranks(*this).size() == 1 ? ", and its process, " + number + ", has ended"
                                            : "; process " + number + ", of " + rank_text(other) + ", has ended";
  }
  return {};
}

void Part::give_up() {
  std::erase_if(queue_of(*this), [this](const auto& part) { return part.get() == this; });
  if (!clique->broken && clique->line != nullptr) clique->line->tell_break(*clique);
  clique->broken = true;
}

void StreamsOfGroup::join() const {
  if (streams.size() < 2) return;
  std::vector<std::uint64_t> events;
  for (const StreamNumber stream : streams) {
    events.push_back(new_event_number());
    observers().streams->on_event_record(events.back(), stream, nullptr);
  }
  for (const StreamNumber stream : streams) {
    for (const std::uint64_t event : events) observers().streams->on_stream_wait_event(stream, event, nullptr);
  }
  for (const std::uint64_t event : events) observers().streams->on_event_end(event);
}

namespace {

/// Tells the other processes of a part of this one, unless they know. False: that cannot be done, and the part fails.
bool tell_others(Part& part) {
  if (part.clique->line == nullptr || part.is_remote || part.is_told) return true;
  part.is_told = true;
  if (part.kind != PartKind::kSplit) put_aside(part);
  if (part.clique->line->tell(part)) return true;
  part.clique->broken = true;
  part.complete(ncclSystemError);
  return false;
}

/// Does what all ranks have called. A rank's next call is told to the others when the one before is done: it may read
/// what that writes.
void advance(Clique& clique) {
  while (!clique.broken) {
    for (auto& queue : clique.collectives) {
      if (queue.empty() || tell_others(*queue.front())) continue;
      queue.pop_front();
      return;
    }
    const std::set<int>* excluded = nullptr;
    for (const auto& queue : clique.collectives) {
      if (!queue.empty() && !queue.front()->excluded.empty()) excluded = &queue.front()->excluded;
    }
    std::vector<int> called;
    for (int rank = 0; rank < clique.size(); ++rank) {
      if (excluded == nullptr || !excluded->contains(rank)) called.push_back(rank);
    }
    if (std::ranges::any_of(called, [&](int rank) { return clique.collectives[rank].empty(); })) return;
    Parts parts;
    for (const int rank : called) parts.push_back(take_first(clique.collectives[rank]));
    finish(parts);
  }
}

}  // namespace

void post(const std::shared_ptr<Part>& part) {
  const std::shared_ptr<Clique> keeps = part->clique;
  Clique& clique = *keeps;
  if (clique.broken) return part->complete(ncclInvalidUsage);
  if (is_point_to_point(part->kind)) {
    if (!tell_others(*part)) return;
    queue_of(*part).push_back(part);
    const bool sends = part->kind == PartKind::kSend;
    const auto way = sends ? std::pair(part->rank, part->root) : std::pair(part->root, part->rank);
    auto &from = clique.sends[way], &to = clique.receives[way];
    if (from.empty() || to.empty()) {
      if (clique.left[part->root]) fail_in_vain(clique, part->root, {part});
      return;
    }
    std::shared_ptr<Part> sender = take_first(from), receiver = take_first(to);
    return finish({std::move(sender), std::move(receiver)});
  }
  queue_of(*part).push_back(part);
  advance(clique);
  if (part->done) return;
  for (int rank = 0; rank < clique.size(); ++rank) {
    if (part->excluded.contains(rank)) continue;
    if (clique.collectives[rank].empty() && clique.left[rank]) return fail_in_vain(clique, rank, {part});
  }
}

void note_leave(Clique& clique, int rank, const Leave& how) {
  clique.left[rank] = how;
  Arrivals in_vain;
  for (const auto& part : waiting_parts(clique)) {
    if (part->excluded.contains(rank)) continue;
    if (is_point_to_point(part->kind) ? part->root == rank : clique.collectives[rank].empty()) in_vain.push_back(part);
  }
  fail_in_vain(clique, rank, in_vain);
}

void leave(Clique& clique, int rank, const NcclCall& call) {
  if (clique.line != nullptr) clique.line->tell_leave(clique, rank, call);
  note_leave(clique, rank, {call.name, call.pc, place_of(call)});
}

void drop_waiting(Clique& clique, int rank) {
  for (const auto& part : waiting_parts(clique)) {
    if (part->rank != rank) continue;
    std::erase(queue_of(*part), part);
    part->complete(ncclSuccess);
  }
  Meeting::tell();
}

void note_break(Clique& clique) {
  if (!clique.broken) break_off(clique, ncclRemoteError);
}

void add_handles(const std::shared_ptr<Clique>& clique, const std::function<ncclComm_t*(int rank)>& place) {
  if (clique->line != nullptr) clique->line->add(clique);
  for (int rank = 0; rank < clique->size(); ++rank) {
    if (clique->is_local(rank)) *place(rank) = Live<ncclComm>::add(new ncclComm{.clique = clique, .rank = rank});
  }
}

}  // namespace fencepost::sim
