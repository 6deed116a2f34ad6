// Calls of several ranks that complete each other. A host thread that makes one waits until the others have come, as
// NCCL allows ("every NCCL call may have to block": NCCL's guide, Group Calls); whoever comes last does the work of
// all. Calls of ranks in other processes come as messages (remote.h), which the waiting threads read. Everything here
// is done while its lock is held.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "sim/include/nccl.h"
#include "sim/interface/host_mutex.h"
#include "sim/interface/observer.h"
#include "sim/library/call.h"

namespace fencepost::sim {

template <>
struct StatusesOf<ncclResult_t> {
  static constexpr auto kSuccess = ncclSuccess;
  static constexpr auto kNoHandle = ncclInvalidArgument;
  static constexpr auto kInvalid = ncclInvalidArgument;
  static constexpr auto kUnsupported = ncclInvalidUsage;  ///< NCCL has no status of its own for it.
  static constexpr auto kUnsupportedName = "ncclInvalidUsage";
  static constexpr auto kFailed = ncclUnhandledCudaError;
};

using NcclCall = ApiCall<ncclResult_t>;

/// A rank's call, complete when those of others have come.
struct Arrival {
  NcclCall call{};
  int rank = 0;
  bool is_remote = false;  ///< Of a rank in another process: its call has no address here, but
  std::string place{};     ///< "app.cu:31".
  bool done = false;
  ncclResult_t result = ncclSuccess;

  virtual ~Arrival() = default;
  /// Whom it waits for: "rank 1, which has not come".
  [[nodiscard]] virtual std::string awaited() const = 0;
  /// Those may be, or come to be, in other processes.
  [[nodiscard]] virtual bool waits_for_processes() const { return false; }
  /// ", and its process, 4711, has ended"; empty: the processes run.
  [[nodiscard]] virtual std::string loss() const { return {}; }
  /// It is given up: the others must not wait for it, or meet it.
  virtual void give_up() = 0;
  void complete(ncclResult_t with) {
    done = true;
    result = with;
  }
};
using Arrivals = std::vector<std::shared_ptr<Arrival>>;

/// "app.cu:31"; empty if that is not known.
std::string place_of(const NcclCall&);
/// "ncclAllReduce at app.cu:31"; `details` stand before the place.
std::string text_of(const NcclCall&, const std::string& details = "");
std::string text_of(const Arrival&, const std::string& details = "");
/// "rank 1, in ncclAllReduce".
CallSite site_of(const Arrival&);
/// Of those that are calls of this process.
std::vector<CallSite> sites_of(const Arrivals&);

/// The lock of all communicators: little is done with them at once.
class Meeting {
 public:
  Meeting() : lock_(mutex()) {}

  /// Lets those that wait look again.
  static void tell() { changed().notify_all(); }
  /// Returns when all are done, the first result that is no success. Where they can never be done, because all
  /// threads of the program wait so, or because a process has ended, that is told, and they fail; so it is if ranks in
  /// other processes do not come for very long.
  ncclResult_t await(const Arrivals&);

  /// Tells that these wait in vain, as `why` says, and fails them. `other`: the call that is the reason, may be null.
  static void fail(const Arrivals&, const std::string& why, const std::string& hint, const CallSite* other,
                   ncclResult_t result = ncclInvalidUsage);

 private:
  /// Until something may have changed, or for a moment.
  void pause(const Arrivals&);

  static HostMutex& mutex();
  static std::condition_variable_any& changed();

  std::unique_lock<HostMutex> lock_;
};

}  // namespace fencepost::sim
