// The functions of NCCL that make communicators, tell of them and end them.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "sim/interface/user_pc.h"
#include "sim/library/live.h"
#include "sim/nccl/group.h"
#include "sim/nccl/remote.h"
#include "sim/runtime/device.h"
#include "sim/runtime/error_state.h"

#define FENCEPOST_NCCL_CALL FENCEPOST_LIBRARY_CALL(ncclResult_t)

namespace fencepost::sim {
namespace {

/// Ids begin with it: "fencepos".
constexpr std::uint64_t kMagicOfId = 0x66656e6365706f73;

/// What is in an ncclUniqueId.
struct UniqueId {
  std::uint64_t magic;
  ChannelId channel;
};
static_assert(sizeof(UniqueId) <= sizeof(ncclUniqueId));

UniqueId content_of(const ncclUniqueId& id) {
  UniqueId content{};
  std::memcpy(&content, id.internal, sizeof(content));
  return content;
}

/// What a device is to all processes of the machine. A process that is shown a part of the devices counts them from 0.
std::string name_of_device(DeviceNumber device) {
  const char* const shown = std::getenv("CUDA_VISIBLE_DEVICES");
  std::istringstream names(shown == nullptr ? "" : shown);
  std::string name;
  for (DeviceNumber number = 0; std::getline(names, name, ','); ++number) {
    if (number == device) return name;
  }
  return std::to_string(device);
}

std::string missing_text(const std::vector<int>& missing) {
  std::string text;
  for (const int rank : missing) text += (text.empty() ? "" : ", ") + std::to_string(rank);
  return (missing.size() == 1 ? "rank " : "ranks ") + text + (missing.size() == 1 ? ", which has" : ", which have") +
         " not come";
}

struct Member;

/// A communicator of which not all ranks have come. Used while a Meeting lives.
class FormingClique : public Forming {
 public:
  FormingClique(const ChannelId& id, std::shared_ptr<Channel> channel) : id_(id), channel_(std::move(channel)) {
    all_forming().insert(this);
  }
  ~FormingClique() override { all_forming().erase(this); }
  FormingClique(const FormingClique&) = delete;
  FormingClique& operator=(const FormingClique&) = delete;

  /// Null: the id is of no use.
  static FormingClique* of(const ChannelId&);

  void come(Member&);
  [[nodiscard]] bool has_news() const override { return channel_->formation() != Channel::Formation::kOpen; }
  void look() override;
  void give_up();
  [[nodiscard]] std::vector<int> missing(int ranks) const;

 private:
  using All = std::map<std::uint64_t, std::unique_ptr<FormingClique>>;
  static All& all() {
    static auto* const all = new All;
    return *all;
  }
  void form();
  /// Ends this.
  void complete_all(ncclResult_t);

  ChannelId id_;
  std::shared_ptr<Channel> channel_;
  std::vector<Member*> members_{};  ///< Of this process.
};

/// A rank that is there.
struct Member : Arrival {
  ChannelId id{};
  int ranks = 0;
  DeviceNumber device = 0;
  ncclComm_t* place_of_handle = nullptr;
  FormingClique* clique = nullptr;  ///< As long as it is not done.

  [[nodiscard]] std::string awaited() const override { return missing_text(clique->missing(ranks)); }
  [[nodiscard]] bool waits_for_processes() const override { return true; }
  void give_up() override {
    if (clique != nullptr) clique->give_up();
  }
};

FormingClique* FormingClique::of(const ChannelId& id) {
  const auto found = all().find(id.number);
  if (found != all().end()) return found->second.get();
  std::shared_ptr<Channel> channel = Channel::open(id);
  if (channel == nullptr) return nullptr;
  return all().emplace(id.number, std::make_unique<FormingClique>(id, std::move(channel))).first->second.get();
}

void FormingClique::complete_all(ncclResult_t result) {
  for (Member* const member : members_) {
    member->clique = nullptr;
    member->complete(result);
  }
  Channel::release(id_);
  all().erase(id_.number);
  Meeting::tell();
}

void FormingClique::give_up() {
  channel_->fail();
  // Who gives up is completed by its caller.
  complete_all(ncclRemoteError);
}

std::vector<int> FormingClique::missing(int ranks) const {
  std::vector<int> missing;
  for (int rank = 0; rank < ranks; ++rank) {
    if (!channel_->has_come(rank)) missing.push_back(rank);
  }
  return missing;
}

/// What NCCL calls a duplicate GPU.
std::string same_device(int first, int second, const std::string& device) {
  return "ranks " + std::to_string(first) + " and " + std::to_string(second) + " are both of device " + device +
         ": each rank must have a device of its own" +
         (device_count() == 1 ? " (FENCEPOST_DEVICES=2 gives the run two)" : "");
}

void FormingClique::come(Member& member) {
  member.clique = this;
  const std::string device = name_of_device(member.device);
  const auto refusal = channel_->come({member.rank, member.ranks, text_of(member.call), device});
  members_.push_back(&member);
  if (!refusal) return look();
  const auto other = std::ranges::find_if(
      members_, [&](const Member* one) { return one != &member && one->rank == refusal->other_rank; });
  if (refusal->why == Channel::Refusal::kSameDevice) {
    member.call.invalid(
        same_device(refusal->other_rank, member.rank, device) +
            (other == members_.end() ? " (the other call, in another process: " + refusal->other_call + ")" : ""),
        ncclInvalidUsage);
  } else {
    const std::string what = refusal->why == Channel::Refusal::kTwice
                                 ? ": rank " + std::to_string(member.rank) + " has come already"
                                 : " is told of " + std::to_string(member.ranks) + " ranks, and of " +
                                       std::to_string(refusal->other_count) + " by another rank";
    std::vector<CallSite> sites{site_of(member)};
    if (other != members_.end()) sites.push_back(site_of(**other));
    observers().calls->on_calls_at_odds(member.call.name + what + " (the other call: " + refusal->other_call + ")", "",
                                        sites);
  }
  complete_all(ncclInvalidUsage);
}

void FormingClique::look() {
  if (channel_->formation() == Channel::Formation::kFailed) return complete_all(ncclRemoteError);
  if (channel_->formation() == Channel::Formation::kFormed) form();
}

void FormingClique::form() {
  const std::vector<int> processes = channel_->processes_of_ranks();
  std::vector<DeviceNumber> devices(processes.size());
  std::vector<Member*> by_rank(processes.size());
  for (Member* const member : members_) {
    devices[member->rank] = member->device;
    by_rank[member->rank] = member;
  }
  const auto clique = std::make_shared<Clique>(std::move(devices));
  if (members_.size() != processes.size()) {
    clique->line = std::make_shared<Line>(channel_);
    clique->processes = processes;
  }
  add_handles(clique, [&](int rank) { return by_rank[rank]->place_of_handle; });
  complete_all(ncclSuccess);
}

ncclResult_t init_rank(const NcclCall& call, ncclComm_t* place, int ranks, const ncclUniqueId& id, int rank) {
  if (place == nullptr) return fail_group(call.invalid("the place for the communicator is null"));
  if (ranks < 1) return fail_group(call.invalid("nranks is " + std::to_string(ranks)));
  if (rank < 0 || rank >= ranks) {
    return fail_group(
        call.invalid("rank is " + std::to_string(rank) + ", of " + std::to_string(ranks) + " ranks from 0 on"));
  }
  const UniqueId content = content_of(id);
  if (content.magic != kMagicOfId) return fail_group(call.invalid("its id was not made by ncclGetUniqueId"));
  if (ranks > Channel::kMostRanks) return fail_group(call.unsupported("with more than 1024 ranks"));
  if (sticky_error() != cudaSuccess) return fail_group(ncclUnhandledCudaError);
  const auto member = std::make_shared<Member>();
  member->call = call;
  member->rank = rank;
  member->id = content.channel;
  member->ranks = ranks;
  member->device = current_device();
  member->place_of_handle = place;
  return submit(member, [member] {
    FormingClique* const clique = FormingClique::of(member->id);
    if (clique != nullptr) return clique->come(*member);
    const bool is_own = member->id.file.is_of_this_process();
    member->complete(
        member->call.invalid(is_own ? "its id was used for another communicator already"
                                    : "its id was made in process " + std::to_string(member->id.file.process) +
                                          ", which has ended, or was used for another communicator already",
                             is_own ? ncclInvalidUsage : ncclSystemError));
  });
}

ncclResult_t init_all(const NcclCall& call, ncclComm_t* comms, int count, const int* devices) {
  if (comms == nullptr) return call.invalid("the place for the communicators is null");
  if (count < 1) return call.invalid("ndev is " + std::to_string(count));
  std::vector<DeviceNumber> of_ranks;
  for (int rank = 0; rank < count; ++rank) {
    const int device = devices == nullptr ? rank : devices[rank];
    if (!is_device(device)) {
      const std::string wanted = std::to_string(device + 1);
      return call.invalid("there is no device " + std::to_string(device) + ", but " + std::to_string(device_count()) +
                              (device_count() == 1 ? " device" : " devices") +
                              (device > 0 ? " (FENCEPOST_DEVICES=" + wanted + " gives the run " + wanted + ")" : ""),
                          ncclUnhandledCudaError);
    }
    const auto same = std::ranges::find(of_ranks, static_cast<DeviceNumber>(device));
    if (same != of_ranks.end()) {
      return call.invalid(same_device(static_cast<int>(same - of_ranks.begin()), rank, std::to_string(device)),
                          ncclInvalidUsage);
    }
    of_ranks.push_back(static_cast<DeviceNumber>(device));
  }
  if (sticky_error() != cudaSuccess) return ncclUnhandledCudaError;
  const auto clique = std::make_shared<Clique>(std::move(of_ranks));
  add_handles(clique, [comms](int rank) { return &comms[rank]; });
  return ncclSuccess;
}

bool is_communicator(ncclComm_t comm) { return Live<ncclComm>::contains(comm); }

ncclResult_t no_communicator(const NcclCall& call, ncclComm_t comm) {
  return call.invalid(comm == nullptr ? "its communicator is null"
                                      : "its communicator was never created, or was destroyed");
}

/// Tells a property of a communicator.
template <class Tell>
ncclResult_t tell_of(const NcclCall& call, ncclComm_t comm, int* value, Tell tell) {
  if (!is_communicator(comm)) return no_communicator(call, comm);
  if (value == nullptr) return call.invalid("the place for the result is null");
  *value = tell(*comm);
  return ncclSuccess;
}

/// The host waits for the rank's operations.
void finalize(ncclComm& comm, const void* pc) {
  const Meeting meeting;
  comm.finalized = true;
  auto& marks = comm.clique->marks[comm.rank];
  for (const auto& entry : marks) {
    observers().streams->on_host_wait_event(entry.second, pc);
    observers().streams->on_event_end(entry.second);
  }
  marks.clear();
}

/// Of any version of NCCL: a configuration begins with its size and a number.
ncclResult_t check(const NcclCall& call, const ncclConfig_t* config) {
  constexpr ncclConfig_t kInitial = NCCL_CONFIG_INITIALIZER;
  if (config == nullptr || (config->size != 0 && config->magic == kInitial.magic)) return ncclSuccess;
  return call.invalid("its configuration was not initialised: ncclConfig_t config = NCCL_CONFIG_INITIALIZER");
}

ncclResult_t split(const NcclCall& call, ncclComm_t comm, int color, int key, ncclComm_t* place) {
  if (!is_communicator(comm)) return fail_group(no_communicator(call, comm));
  if (place == nullptr) return fail_group(call.invalid("the place for the communicator is null"));
  if (color < 0 && color != NCCL_SPLIT_NOCOLOR) {
    return fail_group(call.invalid("color is " + std::to_string(color) + ", neither a color nor NCCL_SPLIT_NOCOLOR"));
  }
  const auto part = std::make_shared<Part>();
  part->call = call;
  part->rank = comm->rank;
  part->kind = PartKind::kSplit;
  part->clique = comm->clique;
  part->color = color;
  part->key = key;
  part->split = place;
  return submit(part);
}

/// Of all ranks but those of the list, which do not call it, in their order.
ncclResult_t shrink(const NcclCall& call, ncclComm_t comm, const int* list, int count, ncclComm_t* place, int flags) {
  if (!is_communicator(comm)) return fail_group(no_communicator(call, comm));
  if (place == nullptr) return fail_group(call.invalid("the place for the communicator is null"));
  if (list == nullptr) return fail_group(call.invalid("excludeRanksList is null"));
  if (flags != NCCL_SHRINK_DEFAULT && flags != NCCL_SHRINK_ABORT) {
    return fail_group(call.invalid("shrinkFlags is " + std::to_string(flags)));
  }
  if (count < 1 || count >= comm->clique->size()) {
    return fail_group(call.invalid("excludeRanksCount is " + std::to_string(count) + ", of " +
                                   std::to_string(comm->clique->size()) + " ranks"));
  }
  const auto part = std::make_shared<Part>();
  for (int i = 0; i < count; ++i) {
    if (list[i] < 0 || list[i] >= comm->clique->size() || !part->excluded.insert(list[i]).second) {
      return fail_group(call.invalid("excludeRanksList names rank " + std::to_string(list[i]) +
                                     (part->excluded.contains(list[i]) ? " twice" : ", which is none")));
    }
  }
  if (part->excluded.contains(comm->rank)) {
    return fail_group(call.invalid("it is called by rank " + std::to_string(comm->rank) + ", which it excludes"));
  }
  if (comm->clique->line != nullptr) return fail_group(call.unsupported("with ranks in other processes"));
  if (flags == NCCL_SHRINK_ABORT) {
    const Meeting meeting;
    drop_waiting(*comm->clique, comm->rank);
  }
  part->call = call;
  part->rank = comm->rank;
  part->kind = PartKind::kSplit;
  part->clique = comm->clique;
  part->split = place;
  return submit(part);
}

}  // namespace
}  // namespace fencepost::sim

using namespace fencepost::sim;

extern "C" {

ncclResult_t ncclGetVersion(int* version) {
  if (version == nullptr) return FENCEPOST_NCCL_CALL.invalid("the place for the result is null");
  *version = NCCL_VERSION_CODE;
  return ncclSuccess;
}

ncclResult_t ncclGetUniqueId(ncclUniqueId* id) {
  if (id == nullptr) return FENCEPOST_NCCL_CALL.invalid("the place for the id is null");
  const Meeting meeting;
  const std::optional<ChannelId> channel = Channel::make();
  if (!channel) return ncclSystemError;
  const UniqueId content{kMagicOfId, *channel};
  *id = {};
  std::memcpy(id->internal, &content, sizeof(content));
  return ncclSuccess;
}

ncclResult_t ncclCommInitAll(ncclComm_t* comms, int count, const int* devices) {
  return init_all(FENCEPOST_NCCL_CALL, comms, count, devices);
}

ncclResult_t ncclCommInitRank(ncclComm_t* comm, int ranks, ncclUniqueId id, int rank) {
  return init_rank(FENCEPOST_NCCL_CALL, comm, ranks, id, rank);
}

// What a configuration says makes no difference here; a communicator may always block.
ncclResult_t ncclCommInitRankConfig(ncclComm_t* comm, int ranks, ncclUniqueId id, int rank, ncclConfig_t* config) {
  const NcclCall call = FENCEPOST_NCCL_CALL;
  if (const ncclResult_t result = check(call, config); result != ncclSuccess) return fail_group(result);
  return init_rank(call, comm, ranks, id, rank);
}

ncclResult_t ncclCommInitRankScalable(ncclComm_t* comm, int ranks, int rank, int count, ncclUniqueId* ids,
                                      ncclConfig_t* config) {
  const NcclCall call = FENCEPOST_NCCL_CALL;
  if (const ncclResult_t result = check(call, config); result != ncclSuccess) return fail_group(result);
  if (ids == nullptr || count < 1) return fail_group(call.invalid("it is given no id"));
  return init_rank(call, comm, ranks, ids[0], rank);
}

ncclResult_t ncclCommSplit(ncclComm_t comm, int color, int key, ncclComm_t* place, ncclConfig_t* config) {
  const NcclCall call = FENCEPOST_NCCL_CALL;
  if (const ncclResult_t result = check(call, config); result != ncclSuccess) return fail_group(result);
  return split(call, comm, color, key, place);
}

ncclResult_t ncclCommShrink(ncclComm_t comm, int* list, int count, ncclComm_t* place, ncclConfig_t* config, int flags) {
  const NcclCall call = FENCEPOST_NCCL_CALL;
  if (const ncclResult_t result = check(call, config); result != ncclSuccess) return fail_group(result);
  return shrink(call, comm, list, count, place, flags);
}

ncclResult_t ncclCommFinalize(ncclComm_t comm) {
  const NcclCall call = FENCEPOST_NCCL_CALL;
  if (!is_communicator(comm)) return no_communicator(call, comm);
  if (comm->finalized) return call.invalid("its communicator was finalized before");
  finalize(*comm, call.pc);
  return ncclSuccess;
}

ncclResult_t ncclCommDestroy(ncclComm_t comm) {
  const NcclCall call = FENCEPOST_NCCL_CALL;
  if (comm == nullptr) return ncclSuccess;
  if (!is_communicator(comm)) return no_communicator(call, comm);
  if (!comm->finalized) finalize(*comm, call.pc);
  const Meeting meeting;
  leave(*comm->clique, comm->rank, call);
  Live<ncclComm>::remove(comm);
  return ncclSuccess;
}

ncclResult_t ncclCommAbort(ncclComm_t comm) {
  const NcclCall call = FENCEPOST_NCCL_CALL;
  if (comm == nullptr) return ncclSuccess;
  if (!is_communicator(comm)) return no_communicator(call, comm);
  const Meeting meeting;
  drop_waiting(*comm->clique, comm->rank);
  leave(*comm->clique, comm->rank, call);
  Live<ncclComm>::remove(comm);
  return ncclSuccess;
}

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t* error) {
  const NcclCall call = FENCEPOST_NCCL_CALL;
  if (!is_communicator(comm)) return no_communicator(call, comm);
  if (error == nullptr) return call.invalid("the place for the result is null");
  const Meeting meeting;
  hear_others();
  *error = comm->clique->broken ? ncclRemoteError : ncclSuccess;
  return ncclSuccess;
}

ncclResult_t ncclCommCount(const ncclComm_t comm, int* count) {
  return tell_of(FENCEPOST_NCCL_CALL, comm, count, [](const ncclComm& of) { return of.clique->size(); });
}

ncclResult_t ncclCommCuDevice(const ncclComm_t comm, int* device) {
  return tell_of(FENCEPOST_NCCL_CALL, comm, device,
                 [](const ncclComm& of) { return static_cast<int>(of.clique->devices[of.rank]); });
}

ncclResult_t ncclCommUserRank(const ncclComm_t comm, int* rank) {
  return tell_of(FENCEPOST_NCCL_CALL, comm, rank, [](const ncclComm& of) { return of.rank; });
}

const char* ncclGetErrorString(ncclResult_t result) {
  switch (result) {
    case ncclSuccess:
      return "no error";
    case ncclUnhandledCudaError:
      return "unhandled cuda error (see the findings of this run)";
    case ncclSystemError:
      return "unhandled system error (see the findings of this run)";
    case ncclInternalError:
      return "internal error";
    case ncclInvalidArgument:
      return "invalid argument (see the findings of this run)";
    case ncclInvalidUsage:
      return "invalid usage (see the findings of this run)";
    case ncclRemoteError:
      return "remote process exited or there was a network error";
    case ncclInProgress:
      return "NCCL operation in progress";
    default:
      return "unknown result code";
  }
}

// What is wrong with a call is a finding.
const char* ncclGetLastError(ncclComm_t) { return ""; }

}  // extern "C"
