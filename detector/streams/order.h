// Which operations of a program's streams happen before which: vector clocks over streams, events and the host.
//
// An operation (a launch, a copy, a fill) happens after the earlier operations of its stream, after what its stream was
// told to wait for, and after everything the host knew to be complete when it issued it. The legacy default stream of a
// device waits for all its blocking streams, and they for it (CUDA Runtime API, "Stream synchronization behavior").
//
// The host is one: what one of its threads has waited for, all of them know, since how they order each other is not
// seen here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace fencepost::detector {

/// Of each timeline (a stream's, or that of its copies in the background), how many of its operations are known.
class StreamClock {
 public:
  [[nodiscard]] std::uint32_t of(std::uint32_t timeline) const {
    return timeline < counts_.size() ? counts_[timeline] : 0;
  }
  void learn(std::uint32_t timeline, std::uint32_t count);
  void learn(const StreamClock&);
  /// Of this timeline it knows `count` operations only.
  void limit(std::uint32_t timeline, std::uint32_t count);
  [[nodiscard]] std::uint32_t timelines() const { return static_cast<std::uint32_t>(counts_.size()); }
  /// All that the other one knows.
  [[nodiscard]] bool knows(const StreamClock&) const;

 private:
  std::vector<std::uint32_t> counts_;
};

/// The place of one operation in the order. Operations of a timeline count from 1.
struct OperationOrder {
  std::uint32_t timeline = 0, count = 0;
  StreamClock before;  ///< What happened before it.
  /// Of a staged copy: what the host knows when the call returns. An operation that knows this much, but not the copy,
  /// came later in the source.
  std::uint32_t returned_timeline = 0, returned_count = 0;
};

/// Thread safety: none.
class StreamOrder {
 public:
  using Stream = std::uint32_t;  ///< Any number; kLegacy, of device 0, is there from the start.
  using Device = std::uint32_t;
  using Event = std::uint64_t;
  static constexpr Stream kLegacy = 0;

  StreamOrder();
  void add_stream(Stream, bool blocking, Device device = 0);
  /// The legacy default stream of a device that has none yet, and no other stream.
  void add_legacy(Stream, Device device);
  /// A stream whose operations are issued all at once, by launch_branch(): what the host gets to know later does not
  /// happen before them. It waits for nothing but events.
  void add_branch(Stream, Device device = 0);
  void launch_branch(Stream branch) { state(branch).clock.learn(host_); }
  /// Later work of the stream comes after all of this.
  void stream_learns(Stream stream, const StreamClock& known) { state(stream).clock.learn(known); }
  /// The stream's work goes on, it gets no more.
  void remove_stream(Stream);

  OperationOrder issue(Stream);
  /// The last operation of the stream goes on as another one, which comes after it.
  OperationOrder issue_rest(Stream, const OperationOrder& so_far);
  /// How many of the timeline's operations the host knows to be done.
  [[nodiscard]] std::uint32_t known_to_host(std::uint32_t timeline) const { return host_.of(timeline); }
  /// It comes after all work of these devices so far, a bit for each, and all of theirs to come after it.
  OperationOrder issue_across(Stream, std::uint32_t devices);
  /// A copy that the host takes for done when its source has been put aside: the host waits for the stream, not for
  /// the copy; later operations of the stream wait for it.
  OperationOrder issue_staged(Stream);

  /// The event stands for the work of the stream so far. Overwrites an earlier record.
  void record(Event, Stream);
  void remove_event(Event event) { events_.erase(event); }
  /// Later work of the stream waits for the event as it was recorded last; does nothing if it never was.
  void stream_waits_for(Stream, Event);

  void host_waits_for_stream(Stream);
  void host_waits_for_event(Event);
  void host_waits_for_device(Device device = 0);
  /// The host asks whether the work is done: true if it knows so already, or if it has looked at the answer "not yet"
  /// for this work before. From then on it knows. So a program that polls gets on, and one that goes on after any
  /// answer is not ordered. Answers that the program drops (`looks` is false) count for nothing.
  bool host_queries_stream(Stream, bool looks);
  bool host_queries_event(Event, bool looks);
  /// The host has seen what the operation wrote.
  void host_learns(const OperationOrder&);
  /// The host has been told that all before the operation is done.
  void host_learns_before(const OperationOrder& operation) { host_.learn(operation.before); }

  /// Every operation still to come, and the host, come after this one.
  [[nodiscard]] bool is_known_to_host(const OperationOrder& operation) const {
    return host_.of(operation.timeline) >= operation.count;
  }
  /// What happens before the next operation of the stream, the host's knowledge apart.
  [[nodiscard]] const StreamClock& known_to_stream(Stream stream) const { return streams_.at(stream).clock; }
  [[nodiscard]] const StreamClock& known_to_host() const { return host_; }
  static bool happens_before(const OperationOrder& a, const OperationOrder& b) {
    return b.before.of(a.timeline) >= a.count;
  }
  /// `b` came after the call of the staged copy `a` had returned.
  static bool follows_staged(const OperationOrder& a, const OperationOrder& b) {
    return a.returned_count != 0 && b.before.of(a.returned_timeline) >= a.returned_count;
  }

 private:
  struct Timeline {
    std::uint32_t number = 0;
    std::uint32_t count = 0;
  };
  /// Answers "not yet" that the host has looked at.
  struct Answers {
    StreamClock about;  ///< The work that was asked for last.
    unsigned in_a_row = 0;
  };
  /// Then the answer changes even if work was added each time: `do k<<<…, s>>>(); while (cudaStreamQuery(s) == …);`.
  static constexpr unsigned kMostInARow = 100;
  struct State {
    bool blocking = true;
    bool of_graph = false;
    Device device = 0;
    Timeline own;
    Timeline background;  ///< Of staged copies; number 0: none yet.
    StreamClock clock;    ///< What happens before its next operation, the host's knowledge apart.
    Answers answers;
  };
  struct EventState {
    StreamClock clock;
    Answers answers;
  };

  struct DeviceState {
    Stream legacy = kLegacy;
    StreamClock removed_blocking;  ///< What blocking streams that are no more had to do,
    StreamClock removed;           ///< and all of them.
    StreamClock begin;             ///< What new streams come after.
  };

  State& state(Stream stream) { return streams_.at(stream); }
  /// Work of all blocking streams of the legacy default stream's device.
  void learn_blocking(StreamClock& clock, const State& legacy) const;
  std::uint32_t new_timeline();
  /// Something is put into the stream: it takes part in the waiting between default and blocking streams.
  State& act(Stream);
  bool answer(const StreamClock& work, Answers&, bool looks);
  OperationOrder put(State&, Timeline&);

  std::map<Stream, State> streams_;
  std::map<Event, EventState> events_;
  StreamClock host_;
  StreamClock latest_;  ///< Of all operations so far.
  std::map<Device, DeviceState> devices_;
  std::vector<std::uint32_t> free_timelines_;  ///< Of removed streams.
  std::uint32_t timelines_ = 0;
};

}  // namespace fencepost::detector
