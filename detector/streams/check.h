// Races between the operations of streams, and between them and the host.
//
// The engine performs each operation when it is issued. Whether a real device might do otherwise is decided here: each
// operation has its place in the order (order.h) and what it accessed (footprint.h); one that the host does not yet
// know to be done is pending, and is compared with those to come. Rules and sources: docs/streams.md.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "detector/model/finding.h"
#include "detector/shadow/footprint.h"
#include "detector/streams/families.h"
#include "detector/streams/history.h"
#include "detector/streams/order.h"
#include "detector/streams/step_teller.h"
#include "sim/interface/host_mutex.h"
#include "sim/interface/observer.h"

namespace fencepost::detector {

/// Two accesses that nothing orders, the earlier one in the order of the source first.
struct StreamConflict {
  const OperationDescription* first = nullptr;
  const OperationDescription* second = nullptr;  ///< Null: the host.
  FootprintRun first_run, second_run;
  std::uint64_t word = 0;           ///< The first common one.
  const char* host_call = nullptr;  ///< Of the host: the function that it called; null: none.
  bool staged = false;    ///< Only the background part of a synchronous copy from pageable memory is not awaited.
  bool of_child = false;  ///< `second` was launched by `first`, or by what that launched.
};

/// The one of the two whose kernel and launch the finding has.
const OperationDescription& named_operation(const StreamConflict&);

/// The finding that tells of it (findings.cpp).
Finding stream_finding(const StreamConflict&);

/// Which accesses of a launch can matter.
enum class FootprintWanted : std::uint8_t { kNothing, kHostVisible, kAll };

/// True for memory that the host may touch as well: managed, pinned, registered. And for mapped memory, which the host
/// takes away without waiting for anybody.
bool is_host_visible(std::uintptr_t address);

/// Thread safety: full.
class StreamCheck {
 public:
  /// Takes a finding, or one more occurrence of the one with this key.
  using AddFinding = std::function<void(Finding, const std::string& key)>;
  /// `listener` hears of all that is issued, also where nothing can race; may be null, must outlive the check.
  explicit StreamCheck(AddFinding add, StepListener* listener = nullptr);

  void begin_stream(sim::StreamNumber, sim::StreamKind, sim::DeviceNumber);
  void begin_graph_launch(std::uint32_t graph, std::span<const sim::StreamNumber> branches, sim::DeviceNumber);
  void end_graph_launch();
  void end_stream(sim::StreamNumber);

  // What kernels launch (children.cpp). Told in the order in which it is done: behind the launch, or in its middle if
  // it waits.

  void begin_device_stream(const sim::DeviceStream&);
  /// Of a launch that has begun: how to ask whether what was requested earlier was known to be done at a later request.
  void set_awaiting(std::uint64_t launch, Family::IsAwaited);
  /// The launch has ended: what its threads accessed.
  void add_parent(const sim::LaunchInfo&, std::unique_ptr<ParentAccesses>);
  /// All that it launched has been told.
  void end_children(std::uint64_t launch);

  /// `pc`, of this call and the next: of the user's call, null if there is none.
  void record_event(std::uint64_t event, sim::StreamNumber, const void* pc);
  void end_event(std::uint64_t event);
  void stream_waits_for(sim::StreamNumber, std::uint64_t event, const void* pc);
  void host_waits_for_event(std::uint64_t event, const void* pc);
  void host_waits_for(sim::StreamNumber, const void* pc);
  void host_waits_for_device(sim::DeviceNumber, const void* pc);
  /// As StreamOrder's.
  bool host_queries(sim::StreamNumber, bool looks, const void* pc);
  bool host_queries_event(std::uint64_t event, bool looks, const void* pc);

  void operation(const sim::StreamOperation&);
  /// As operation(), of memory that then may become somebody else's.
  void free_in_stream(const sim::StreamOperation&);
  void forget(const void* address, std::size_t bytes);

  /// One launch at a time.
  FootprintWanted begin_launch(const sim::LaunchInfo&);
  void end_launch(const sim::LaunchInfo&, Footprint);
  /// A thread of the running one waits for the launch that it may overlap with.
  void launch_awaits_primary() { awaits_primary_ = true; }
  // A launch that waits for others (launch_at_rest.cpp).

  /// It has accessed this so far, or since it went on last if that was a new segment. What the host does before it
  /// writes what the launch looks at comes before all that this does later.
  void launch_rests(const sim::LaunchInfo&, Footprint);
  /// It goes on. `segment`: what it accesses from here on is told apart, and comes after what it has been told.
  void launch_goes_on(const sim::LaunchInfo&, bool segment);
  /// It has ended, before end_launch(), and behind that.
  void launch_does_not_rest(std::uint64_t launch);
  void forget_rest(std::uint64_t launch);
  /// True once after the host has written what one that rests looks at.
  bool take_end_of_wait();

  /// On the calling OS thread; its accesses in between belong to the stream. Whom the function tells that the stream
  /// has come so far is not seen: from then on, all of the host knows.
  void begin_host_function(const sim::StreamOperation&);
  void end_host_function();

  /// `call`: that makes the access, of the runtime's functions; null: code of the program's.
  void host_access(const void* address, std::size_t bytes, unsigned kind, const void* pc, const char* call = nullptr);

 private:
  struct Operation {
    OperationOrder order;
    Footprint footprint;
    OperationDescription what;
    sim::Descent descent;
    std::vector<std::uint64_t> ancestors;  ///< Launches.
    std::optional<std::uint32_t> known;    ///< If it may overlap: as LastLaunch::known, if it does.
    sim::StreamOperation::Signal signal{};
    sim::StreamNumber stream = 0;                       ///< Of one that is told by operation().
    std::uintptr_t visible_begin = 0, visible_end = 0;  ///< Around its host-visible bytes.
  };
  /// The operation of a stream that came last, if it is a launch.
  struct LastLaunch {
    std::uint32_t timeline = 0, count = 0;
    std::uint32_t known = 0;  ///< How many operations of the timeline are done when it begins.
  };
  struct Stream {
    sim::StreamKind kind{};
    std::string name;
  };

  /// The host function that this OS thread runs; null: none.
  static thread_local Operation* running_host_function;

  /// The program has, or may come to have, more streams than the legacy default one.
  [[nodiscard]] bool has_streams() const;
  /// False as long as nobody is there to race with: one stream, and no memory that the host shares. Then operations
  /// need no order.
  [[nodiscard]] bool is_needed() const;
  /// Somebody wants to hear of it all the same.
  [[nodiscard]] bool is_followed() const { return teller_.listens() || is_needed(); }
  /// `stream`, or the default stream if it is no more: host threads that use and destroy it at once.
  [[nodiscard]] sim::StreamNumber known(sim::StreamNumber stream) const {
    return streams_.contains(stream) ? stream : 0;
  }
  /// Keeps the step, which the order knows of; `teller_` is prepared. `order`: of an operation.
  StreamHistory::Issued add_step(StreamHistory::Lane, const HistoryStep&, const OperationOrder* order = nullptr);
  /// The answer to a question of the host's: `ask` puts it to the order.
  bool answer_host(const HistoryStep&, bool looks, const std::function<bool()>& ask);
  OperationDescription describe(sim::StreamNumber, std::string call, const void* pc) const;
  Operation make(const sim::StreamOperation&, OperationOrder, const StreamHistory::Issued&) const;
  /// Compares with what is pending, and lets it be pending if it may still run.
  void enter(Operation);
  void compare(const Operation& first, const Operation& second);
  /// For all operations of streams of the device's: around issuing it.
  void prepare_child(sim::StreamNumber, const sim::Descent&);
  void add_child(Operation&, const sim::Descent&);
  void compare_with_parents(const Operation& child);
  void compare_with_parent(Family&, const OperationDescription& child, const Footprint&, std::uint64_t request);
  /// A launch is issued. What it may overlap with, if it `overlaps`, is the launch before it in its stream.
  void follow_launch(Operation& launch, sim::StreamNumber, bool overlaps);
  /// It has ended: whether it does.
  void settle_overlap(Operation& launch, sim::StreamNumber);
  OperationDescription describe_launch(const sim::LaunchInfo&) const;
  void report(const StreamConflict&, std::uintptr_t object);
  void drop_known();
  /// A launch that has come to rest and not ended.
  struct Rest {
    bool rests = false;
    bool is_segment = true;  ///< What it has accessed so far it does not tell again.
    OperationOrder order;    ///< Of that.
    std::vector<std::pair<std::uintptr_t, std::uintptr_t>> polled;  ///< What it looks at, from and to.
    /// If it is no segment, the bytes of it that the host has seen.
    std::vector<std::pair<std::uintptr_t, std::size_t>> known_to_host;
    [[nodiscard]] bool looks_at(std::uintptr_t begin, std::size_t bytes) const;
  };
  [[nodiscard]] std::vector<Operation>::iterator running_launch(std::uint64_t launch);
  /// Of an operation that it has told, and will tell again; null: it is of none.
  [[nodiscard]] Rest* unfinished_rest(const OperationOrder&);
  [[nodiscard]] bool any_rests() const;
  void drop(const OperationOrder&);
  void host_learns_of(Rest&);
  /// Whom an operation has got messages from, as what it has accessed tells.
  void learn_from_messages(Operation&);
  void watch();

  AddFinding add_;
  std::atomic<bool> has_streams_{false};  ///< Others than the legacy default stream.
  sim::HostMutex mutex_;
  StreamOrder order_;
  StreamHistory history_;
  StepTeller teller_;
  std::map<sim::StreamNumber, Stream> streams_;
  std::uint32_t created_ = 0;
  Families families_;
  std::map<sim::StreamNumber, LastLaunch> last_launches_;
  std::atomic<bool> awaits_primary_{false};
  std::vector<Operation> pending_;
  std::vector<Operation> launches_;      ///< That are under way, and some that were stopped.
  std::map<std::uint64_t, Rest> rests_;  ///< By launch.
  std::atomic<bool> host_ended_wait_{false};
  bool has_signals_ = false;  ///< Operations that release words, or await them.
  unsigned host_functions_ = 0;
  unsigned graph_launches_ = 0;                       ///< Under way: those of conditional nodes are within another.
  std::vector<OperationOrder> graph_host_functions_;  ///< Of the graph being launched.
  struct Told {
    std::string key;
    Finding finding;
  };
  /// Conflicts told, so that repetitions need no search for words.
  /// By the calls, or the call and the host's access, and the object.
  std::map<std::tuple<const void*, const void*, SiteId, std::uintptr_t, bool, bool>, Told> told_;
};

}  // namespace fencepost::detector
