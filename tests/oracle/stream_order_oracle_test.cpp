// The order of streams, events and the host against its definition, on random programs of up to 30 calls, for two
// devices.
//
// The oracle keeps a graph: one node for each call, an edge wherever the CUDA documentation says that one thing waits
// for another, and asks for paths. No clocks, no counts.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "detector/streams/order.h"
#include "tests/rounds.h"

namespace fencepost::detector {
namespace {

using Node = std::size_t;

class Graph {
 public:
  Node add() {
    earlier_.emplace_back();
    return earlier_.size() - 1;
  }
  void edge(Node from, Node to) { earlier_[to].insert(from); }
  [[nodiscard]] bool path(Node from, Node to) const {
    std::set<Node> seen;
    std::vector<Node> open{to};
    while (!open.empty()) {
      const Node at = open.back();
      open.pop_back();
      if (at == from) return true;
      if (!seen.insert(at).second) continue;
      open.insert(open.end(), earlier_[at].begin(), earlier_[at].end());
    }
    return false;
  }

 private:
  std::vector<std::set<Node>> earlier_;
};

/// The definition. Every call of the host is a node of its one thread; what it puts into a stream is another, that
/// begins after the call and after what the stream's rules say.
class Oracle {
 public:
  /// Streams 0 and 1 are the default streams of devices 0 and 1.
  Oracle() { streams_ = {{0, {.device = 0}}, {1, {.device = 1}}}; }

  void add_stream(unsigned stream, bool blocking, unsigned device) {
    streams_[stream] = {.blocking = blocking, .device = device, .nodes = across_[device]};
  }
  void remove_stream(unsigned stream) { streams_[stream].removed = true; }

  Node issue(unsigned stream) {
    operations_.push_back(put(stream));
    return operations_.back();
  }
  Node issue_staged(unsigned stream) {
    wait_stream(stream);
    const Node put_aside = put(stream);
    host(put_aside);
    const Node copy = put(stream);
    operations_.insert(operations_.end(), {put_aside, copy});
    returned_[copy] = put_aside;
    return copy;
  }
  /// It is of both devices' work: all streams have it.
  Node issue_across(unsigned stream) {
    const Node node = put(stream);
    for (auto& [number, other] : streams_) {
      for (const Node earlier : other.nodes) {
        if (earlier != node) graph_.edge(earlier, node);
      }
      if (!other.removed && number != stream) other.nodes.push_back(node);
    }
    for (std::vector<Node>& of_device : across_) of_device.push_back(node);
    operations_.push_back(node);
    return node;
  }
  void record(unsigned event, unsigned stream) { events_[event] = put(stream); }
  void stream_waits(unsigned stream, unsigned event) {
    const Node wait = put(stream);
    if (events_.contains(event)) graph_.edge(events_[event], wait);
  }
  /// Of the default stream, waiting is something put into it.
  void wait_stream(unsigned stream) {
    if (is_default(stream)) return host(put(stream));
    for (const Node node : streams_[stream].nodes) host(node);
  }
  void wait_event(unsigned event) {
    if (events_.contains(event)) host(events_[event]);
  }
  /// True if the work is done for all the host knows, or if it has been told "not yet" of all this work. An answer that
  /// is not looked at tells nothing.
  bool query_stream(unsigned stream, bool looks) {
    std::set<Node> work(streams_[stream].nodes.begin(), streams_[stream].nodes.end());
    if (is_default(stream)) {
      for (const auto& [number, other] : streams_) {
        if (other.blocking && other.device == streams_[stream].device)
          work.insert(other.nodes.begin(), other.nodes.end());
      }
    }
    return query(work, streams_[stream].asked, looks);
  }
  bool query_event(unsigned event, bool looks) {
    if (!events_.contains(event)) return true;
    return query({events_[event]}, asked_events_[event], looks);
  }
  void wait_device(unsigned device) {
    for (const auto& [number, stream] : streams_) {
      if (stream.device != device) continue;
      for (const Node node : stream.nodes) host(node);
    }
  }

  [[nodiscard]] bool before(Node a, Node b) const { return a != b && graph_.path(a, b); }
  [[nodiscard]] bool known_to_host(Node a) const { return graph_.path(a, host_); }
  [[nodiscard]] bool follows_staged(Node copy, Node b) const {
    const auto found = returned_.find(copy);
    return found != returned_.end() && b != copy && graph_.path(found->second, b);
  }

 private:
  struct Stream {
    bool blocking = true, removed = false;
    unsigned device = 0;
    std::vector<Node> nodes;
    std::set<Node> asked;
  };

  static bool is_default(unsigned stream) { return stream < 2; }

  /// Only operations are work: a wait or a record of the host's has nothing to do.
  std::set<Node> unfinished_before(const std::set<Node>& last) {
    std::set<Node> found;
    for (const Node operation : operations_) {
      if (known_to_host(operation)) continue;
      for (const Node node : last) {
        if (graph_.path(operation, node)) found.insert(operation);
      }
    }
    return found;
  }
  bool query(const std::set<Node>& last, std::set<Node>& asked, bool looks) {
    const std::set<Node> open = unfinished_before(last);
    if (!looks) return open.empty();
    if (open.empty() || std::includes(asked.begin(), asked.end(), open.begin(), open.end())) {
      for (const Node node : last) host(node);
      asked.clear();
      return true;
    }
    asked = open;
    return false;
  }

  Node put(unsigned stream) {
    const Node node = graph_.add();
    graph_.edge(host_, node);
    for (const auto& [number, other] : streams_) {
      const bool same = number == stream;
      const bool implicit =
          other.device == streams_[stream].device &&
          ((is_default(stream) && other.blocking) || (is_default(number) && streams_[stream].blocking));
      if (!same && !implicit) continue;
      for (const Node earlier : other.nodes) graph_.edge(earlier, node);
    }
    streams_[stream].nodes.push_back(node);
    return node;
  }
  void host(Node learnt) {
    const Node now = graph_.add();
    graph_.edge(host_, now);
    graph_.edge(learnt, now);
    host_ = now;
  }

  Graph graph_;
  Node host_ = graph_.add();
  std::map<unsigned, Stream> streams_;
  std::map<unsigned, Node> events_;
  std::map<unsigned, std::set<Node>> asked_events_;
  std::vector<Node> operations_;
  std::vector<Node> across_[2];    ///< By device.
  std::map<Node, Node> returned_;  ///< Of a staged copy, the part that the call awaits.
};

struct Issued {
  OperationOrder order;
  Node node = 0;
};

class RandomProgram {
 public:
  explicit RandomProgram(unsigned seed) : random_(seed) {
    order_.add_legacy(1, 1);
    const unsigned calls = 4 + pick(27);
    for (unsigned i = 0; i < calls; ++i) step();
  }

  void compare() {
    for (const Issued& a : issued_) {
      EXPECT_EQ(order_.is_known_to_host(a.order), oracle_.known_to_host(a.node)) << text_;
      for (const Issued& b : issued_) {
        if (&a == &b) continue;
        EXPECT_EQ(StreamOrder::happens_before(a.order, b.order), oracle_.before(a.node, b.node))
            << a.node << " and " << b.node << text_;
        EXPECT_EQ(StreamOrder::follows_staged(a.order, b.order), oracle_.follows_staged(a.node, b.node))
            << a.node << " and " << b.node << text_;
      }
    }
  }

 private:
  unsigned pick(unsigned below) { return std::uniform_int_distribution<unsigned>(0, below - 1)(random_); }
  unsigned some_stream() { return alive_[pick(static_cast<unsigned>(alive_.size()))]; }

  void step() {
    const unsigned call = pick(16);
    const unsigned stream = some_stream();
    const unsigned event = pick(3);
    text_ += '\n' + std::to_string(call) + " stream " + std::to_string(stream) + " event " + std::to_string(event);
    if (call < 2) {
      const bool blocking = pick(2) == 0;
      text_ += blocking ? " blocking" : " non-blocking";
      const unsigned device = pick(2);
      text_ += " on device " + std::to_string(device);
      order_.add_stream(++last_stream_, blocking, device);
      oracle_.add_stream(last_stream_, blocking, device);
      alive_.push_back(last_stream_);
    } else if (call == 2 && stream > 1) {
      order_.remove_stream(stream);
      oracle_.remove_stream(stream);
      std::erase(alive_, stream);
    } else if (call <= 6) {
      issued_.push_back({order_.issue(stream), oracle_.issue(stream)});
    } else if (call == 7 && pick(2) == 0) {
      text_ += " across devices";
      issued_.push_back({order_.issue_across(stream, 3), oracle_.issue_across(stream)});
    } else if (call == 7) {
      issued_.push_back({order_.issue_staged(stream), oracle_.issue_staged(stream)});
    } else if (call <= 9) {
      order_.record(event, stream);
      oracle_.record(event, stream);
    } else if (call <= 11) {
      order_.stream_waits_for(stream, event);
      oracle_.stream_waits(stream, event);
    } else if (call == 12) {
      wait(stream, event);
    } else if (call <= 14) {
      const bool looks = pick(3) != 0;
      text_ += looks ? " query the stream" : " query the stream, the answer is dropped";
      EXPECT_EQ(order_.host_queries_stream(stream, looks), oracle_.query_stream(stream, looks)) << text_;
    } else if (call == 15) {
      const bool looks = pick(3) != 0;
      text_ += looks ? " query the event" : " query the event, the answer is dropped";
      EXPECT_EQ(order_.host_queries_event(event, looks), oracle_.query_event(event, looks)) << text_;
    }
  }

  void wait(unsigned stream, unsigned event) {
    switch (pick(5)) {
      case 0:
      case 1:
        text_ += " wait for the stream";
        order_.host_waits_for_stream(stream);
        return oracle_.wait_stream(stream);
      case 2:
      case 3:
        text_ += " wait for the event";
        order_.host_waits_for_event(event);
        return oracle_.wait_event(event);
      default:
        const unsigned device = pick(2);
        text_ += " wait for device " + std::to_string(device);
        order_.host_waits_for_device(device);
        return oracle_.wait_device(device);
    }
  }

  std::mt19937 random_;
  StreamOrder order_;
  Oracle oracle_;
  std::vector<unsigned> alive_{0, 1};
  unsigned last_stream_ = 1;
  std::vector<Issued> issued_;
  std::string text_;
};

TEST(StreamOrderOracle, ClocksAgreeWithPathsInTheGraphOfCalls) {
  for (unsigned seed = 0; seed < rounds(20000) && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomProgram(seed).compare();
  }
}

}  // namespace
}  // namespace fencepost::detector
