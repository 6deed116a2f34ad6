// What is told of a program's steps, for the drawing of the whole program, against the order by which races are
// decided: on random programs of up to 40 calls one gets from an operation to another along the drawn edges exactly if
// the one happens before the other.
#include "detector/streams/step_teller.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tests/rounds.h"

namespace fencepost::detector {
namespace {

/// The edges that the page draws (cli/replay/page/program.js), and those that its reader sees: the order in a lane, and
/// that all is issued behind what the host has waited for.
class DrawnOrder final : public StepListener {
 public:
  void on_lane(StreamHistory::Lane, const std::string&, const std::string&) override {}
  void on_step(const StreamHistory::Issued& issued, const std::vector<std::uint64_t>& after) override {
    std::set<std::uint64_t>& earlier = earlier_[issued.sequence];
    earlier.insert(after.begin(), after.end());
    earlier.insert(waits_.begin(), waits_.end());
    if (const auto last = last_.find(issued.lane); last != last_.end()) earlier.insert(last->second);
    last_[issued.lane] = issued.sequence;
    if (issued.lane == StreamHistory::kHost || issued.step.host_waits) waits_.insert(issued.sequence);
  }
  [[nodiscard]] bool path(std::uint64_t from, std::uint64_t to) const {
    std::set<std::uint64_t> seen;
    std::vector<std::uint64_t> open{to};
    while (!open.empty()) {
      const std::uint64_t at = open.back();
      open.pop_back();
      if (!seen.insert(at).second) continue;
      for (const std::uint64_t step : earlier_.at(at)) {
        if (step == from) return true;
        open.push_back(step);
      }
    }
    return false;
  }

 private:
  std::map<std::uint64_t, std::set<std::uint64_t>> earlier_;
  std::map<StreamHistory::Lane, std::uint64_t> last_;
  std::set<std::uint64_t> waits_;
};

class DrawnProgram {
 public:
  explicit DrawnProgram(unsigned seed) : random_(seed), teller_(order_, &drawn_) {
    const unsigned calls = 4 + pick(37);
    for (unsigned i = 0; i < calls; ++i) step();
  }

  /// How many pairs are ordered, and how many are not.
  void compare(std::size_t& ordered, std::size_t& unordered) const {
    for (const auto& [a, a_order] : issued_) {
      for (const auto& [b, b_order] : issued_) {
        if (a >= b) continue;
        const bool before = StreamOrder::happens_before(a_order, b_order);
        ++(before ? ordered : unordered);
        EXPECT_EQ(drawn_.path(a, b), before) << a << " and " << b << text_;
      }
    }
  }

 private:
  unsigned pick(unsigned below) { return std::uniform_int_distribution<unsigned>(0, below - 1)(random_); }

  StreamHistory::Issued add(StreamHistory::Lane lane, const HistoryStep& step, const OperationOrder* order = nullptr) {
    const StreamHistory::Issued issued = history_.add(lane, step);
    text_ += " (step " + std::to_string(issued.sequence) + ')';
    teller_.tell(issued, order);
    return issued;
  }

  void step() {
    const unsigned call = pick(14);
    const unsigned stream = alive_[pick(static_cast<unsigned>(alive_.size()))];
    const unsigned event = 1 + pick(3);
    text_ += '\n' + std::to_string(call) + " stream " + std::to_string(stream) + " event " + std::to_string(event);
    teller_.prepare(stream);
    if (call < 2) {
      const bool blocking = pick(2) == 0;
      text_ += blocking ? " blocking" : " non-blocking";
      order_.add_stream(++last_stream_, blocking);
      history_.begin_lane(last_stream_, "stream", sim::StreamKind::kBlocking);
      alive_.push_back(last_stream_);
    } else if (call == 2 && stream != 0) {
      order_.remove_stream(stream);
      std::erase(alive_, stream);
    } else if (call <= 6) {
      issue(stream, pick(5) == 0);
    } else if (call <= 8) {
      order_.record(event, stream);
      add(stream, {.kind = StepKind::kEventRecord, .event = event});
    } else if (call <= 10) {
      order_.stream_waits_for(stream, event);
      add(stream, {.kind = StepKind::kEventWait, .event = event});
    } else {
      wait(stream, event);
    }
  }

  void issue(unsigned stream, bool host_waits) {
    const OperationOrder order = order_.issue(stream);
    const auto issued = add(stream, {.kind = StepKind::kOperation, .host_waits = host_waits}, &order);
    issued_[issued.sequence] = order;
    if (host_waits) order_.host_waits_for_stream(stream);
  }

  void wait(unsigned stream, unsigned event) {
    teller_.prepare(StreamHistory::kHost);
    HistoryStep step{.kind = StepKind::kHostWait};
    switch (pick(5)) {
      case 0:
      case 1:
        order_.host_waits_for_stream(stream);
        step.awaited = stream;
        break;
      case 2:
      case 3:
        order_.host_waits_for_event(event);
        step.event = event;
        break;
      default:
        order_.host_waits_for_device();
    }
    add(StreamHistory::kHost, step);
  }

  std::mt19937 random_;
  StreamOrder order_;
  StreamHistory history_;
  DrawnOrder drawn_;
  StepTeller teller_;
  std::vector<unsigned> alive_{0};
  unsigned last_stream_ = 0;
  std::map<std::uint64_t, OperationOrder> issued_;  ///< By sequence.
  std::string text_;
};

TEST(StepTellerOracle, EdgesLeadFromAnOperationToThoseItHappensBefore) {
  std::size_t ordered = 0, unordered = 0;
  for (unsigned seed = 0; seed < rounds(5000) && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    DrawnProgram(seed).compare(ordered, unordered);
  }
  EXPECT_GT(ordered, rounds(5000));
  EXPECT_GT(unordered, rounds(5000));
}

}  // namespace
}  // namespace fencepost::detector
