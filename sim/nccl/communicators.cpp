// The functions of NCCL that make communicators, tell of them and end them.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <mutex>
#include <string>

#include "sim/interface/user_pc.h"
#include "sim/library/live.h"
#include "sim/nccl/group.h"
#include "sim/runtime/device.h"
#include "sim/runtime/error_state.h"

#define FENCEPOST_NCCL_CALL FENCEPOST_LIBRARY_CALL(ncclResult_t)

namespace fencepost::sim {
namespace {

/// What is in an ncclUniqueId.
struct UniqueId {
  std::uint64_t magic, process, time, number;
};
constexpr std::uint64_t kMagicOfId = 0x66656e6365706f73;  // "fencepos"

UniqueId new_id() {
  static std::atomic<std::uint64_t> last{0};
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  return {kMagicOfId, static_cast<std::uint64_t>(getpid()), static_cast<std::uint64_t>(now), ++last};
}

UniqueId content_of(const ncclUniqueId& id) {
  UniqueId content{};
  std::memcpy(&content, id.internal, sizeof(content));
  return content;
}

struct Member;

/// A communicator of which not all ranks have come. Used while a Meeting lives.
struct FormingClique {
  std::vector<Member*> members;  ///< By rank; null: has not come.
};
std::map<std::uint64_t, FormingClique>& forming_cliques() {
  static auto* const all = new std::map<std::uint64_t, FormingClique>;
  return *all;
}

/// A rank that is there.
struct Member : Arrival {
  std::uint64_t id = 0;
  int ranks = 0;
  DeviceNumber device = 0;
  ncclComm_t* place = nullptr;

  [[nodiscard]] std::string awaited() const override {
    std::string missing;
    int count = 0;
    for (int other = 0; other < ranks; ++other) {
      if (forming_cliques()[id].members[other] != nullptr) continue;
      missing += (count++ == 0 ? "" : ", ") + std::to_string(other);
    }
    return (count == 1 ? "rank " : "ranks ") + missing + (count == 1 ? ", which has" : ", which have") +
           " not come in this process";
  }
  void give_up() override { forming_cliques().erase(id); }
};

void complete_all(std::uint64_t id, ncclResult_t result) {
  for (Member* const member : forming_cliques()[id].members) {
    if (member != nullptr) member->complete(result);
  }
  forming_cliques().erase(id);
  Meeting::tell();
}

ncclResult_t devices_differ(const NcclCall& call, int first, int second, DeviceNumber device) {
  return call.invalid("ranks " + std::to_string(first) + " and " + std::to_string(second) + " are both of device " +
                          std::to_string(device) + ": each rank must have a device of its own" +
                          (device_count() == 1 ? " (FENCEPOST_DEVICES=2 gives the run two)" : ""),
                      ncclInvalidUsage);
}

void arrive(Member& member) {
  FormingClique& clique = forming_cliques()[member.id];
  if (clique.members.empty()) clique.members.resize(member.ranks);
  const auto fail = [&](const std::string& what, const Member& other) {
    const CallSite sites[] = {site_of(member), site_of(other)};
    observers().calls->on_calls_at_odds(what + " (the other call: " + text_of(other.call) + ")", "", sites);
    member.complete(ncclInvalidUsage);
    complete_all(member.id, ncclInvalidUsage);
  };
  const auto other = std::ranges::find_if(clique.members, [](const Member* one) { return one != nullptr; });
  if (other != clique.members.end() && (*other)->ranks != member.ranks) {
    return fail(std::string(member.call.name) + " is told of " + std::to_string(member.ranks) + " ranks, and of " +
                    std::to_string((*other)->ranks) + " by another rank",
                **other);
  }
  if (Member* const same = clique.members[member.rank]; same != nullptr) {
    return fail(std::string(member.call.name) + ": rank " + std::to_string(member.rank) + " has come already", *same);
  }
  const auto neighbour = std::ranges::find_if(
      clique.members, [&](const Member* one) { return one != nullptr && one->device == member.device; });
  if (neighbour != clique.members.end()) {
    devices_differ(member.call, (*neighbour)->rank, member.rank, member.device);
    member.complete(ncclInvalidUsage);
    return complete_all(member.id, ncclInvalidUsage);
  }
  clique.members[member.rank] = &member;
  if (std::ranges::find(clique.members, nullptr) != clique.members.end()) return;
  std::vector<DeviceNumber> devices;
  for (const Member* const one : clique.members) devices.push_back(one->device);
  const auto shared = std::make_shared<Clique>(std::move(devices));
  for (const Member* const one : clique.members) {
    *one->place = Live<ncclComm>::add(new ncclComm{.clique = shared, .rank = one->rank});
  }
  complete_all(member.id, ncclSuccess);
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
  if (content.process != static_cast<std::uint64_t>(getpid())) {
    return fail_group(call.unsupported("with ranks in other processes (the id was made in process " +
                                       std::to_string(content.process) + ")"));
  }
  if (sticky_error() != cudaSuccess) return fail_group(ncclUnhandledCudaError);
  const auto member = std::make_shared<Member>();
  member->call = call;
  member->rank = rank;
  member->id = content.number;
  member->ranks = ranks;
  member->device = current_device();
  member->place = place;
  return submit(member, [member] { arrive(*member); });
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
      return devices_differ(call, static_cast<int>(same - of_ranks.begin()), rank, static_cast<DeviceNumber>(device));
    }
    of_ranks.push_back(static_cast<DeviceNumber>(device));
  }
  if (sticky_error() != cudaSuccess) return ncclUnhandledCudaError;
  const auto clique = std::make_shared<Clique>(std::move(of_ranks));
  for (int rank = 0; rank < count; ++rank) {
    comms[rank] = Live<ncclComm>::add(new ncclComm{.clique = clique, .rank = rank});
  }
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
  const UniqueId content = new_id();
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
  {
    const Meeting meeting;
    leave(*comm->clique, comm->rank, call);
  }
  Live<ncclComm>::remove(comm);
  return ncclSuccess;
}

ncclResult_t ncclCommAbort(ncclComm_t comm) {
  const NcclCall call = FENCEPOST_NCCL_CALL;
  if (comm == nullptr) return ncclSuccess;
  if (!is_communicator(comm)) return no_communicator(call, comm);
  {
    const Meeting meeting;
    leave(*comm->clique, comm->rank, call);
  }
  Live<ncclComm>::remove(comm);
  return ncclSuccess;
}

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t* error) {
  const NcclCall call = FENCEPOST_NCCL_CALL;
  if (!is_communicator(comm)) return no_communicator(call, comm);
  if (error == nullptr) return call.invalid("the place for the result is null");
  const Meeting meeting;
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
