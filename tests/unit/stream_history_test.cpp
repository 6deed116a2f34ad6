#include "detector/streams/history.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fencepost::detector {
namespace {

constexpr HistoryStep kCopy{.kind = StepKind::kOperation, .call = "cudaMemcpyAsync"};

StreamHistory two_streams() {
  StreamHistory history;
  history.begin_lane(1, "stream 1", sim::StreamKind::kNonBlocking);
  history.begin_lane(2, "stream 2", sim::StreamKind::kBlocking);
  return history;
}

std::vector<std::string> lanes_of(const StreamTimeline& timeline) {
  std::vector<std::string> names;
  for (const TimelineLane& lane : timeline.lanes) names.push_back(lane.name);
  return names;
}

TEST(StreamHistory, TellsTheStepsInTheOrderOfTheHost) {
  StreamHistory history = two_streams();
  history.add(1, {.kind = StepKind::kEventRecord, .event = 7});
  const auto first = history.add(1, kCopy);
  history.add(2, {.kind = StepKind::kEventWait, .event = 7});
  history.add(StreamHistory::kHost, {.kind = StepKind::kHostWait, .awaited = 2});
  const auto second = history.add(2, {.kind = StepKind::kOperation, .call = "cudaMemcpy", .host_waits = true});
  history.add(1, kCopy);  // Later.
  const auto timeline = history.timeline(first, &second, {});
  ASSERT_NE(timeline, nullptr);
  EXPECT_EQ(lanes_of(*timeline), (std::vector<std::string>{"the host", "stream 1", "stream 2"}));
  EXPECT_EQ(timeline->lanes[1].kind, "non-blocking");
  ASSERT_EQ(timeline->steps.size(), 5U);
  EXPECT_EQ(timeline->steps[0].kind, StepKind::kEventRecord);
  EXPECT_EQ(timeline->steps[0].event, 7U);
  EXPECT_EQ(timeline->steps[1].access, 0U);
  EXPECT_EQ(timeline->steps[3].lane, 0U);
  EXPECT_EQ(timeline->steps[3].awaited, 2U);
  EXPECT_EQ(timeline->steps[4].access, 1U);
  EXPECT_TRUE(timeline->steps[4].host_waits);
  EXPECT_EQ(timeline->steps[4].number, 2U);
}

TEST(StreamHistory, IsBoundedButHasBothSides) {
  StreamHistory history = two_streams();
  const auto first = history.add(1, kCopy);
  for (int i = 0; i < 1000; ++i) history.add(1, kCopy);
  const auto second = history.add(2, kCopy);
  const auto timeline = history.timeline(first, &second, {});
  ASSERT_NE(timeline, nullptr);
  ASSERT_EQ(timeline->steps.size(), 1 + StreamHistory::kSteps + 1);
  EXPECT_EQ(timeline->steps[0].number, 1U);
  EXPECT_EQ(timeline->steps[0].access, 0U);
  EXPECT_EQ(timeline->steps[1].number, 1001 - StreamHistory::kSteps + 1);
  EXPECT_EQ(timeline->steps.back().access, 1U);
}

TEST(StreamHistory, EndsWithTheAccessOfTheHost) {
  StreamHistory history = two_streams();
  const auto first = history.add(1, kCopy);
  history.add(StreamHistory::kHost, {.kind = StepKind::kHostWait, .awaited = 2});
  const auto timeline = history.timeline(first, nullptr, {"app.cu", 12, ""});
  ASSERT_NE(timeline, nullptr);
  const TimelineStep& last = timeline->steps.back();
  EXPECT_EQ(last.kind, StepKind::kHostAccess);
  EXPECT_EQ(last.lane, 0U);
  EXPECT_EQ(last.location.line, 12U);
  EXPECT_EQ(last.number, 2U);
  EXPECT_EQ(last.access, 1U);
  // It waited for stream 2, in which nothing was to do.
  EXPECT_EQ(lanes_of(*timeline), (std::vector<std::string>{"the host", "stream 1", "stream 2"}));
}

TEST(StreamHistory, HasLanesOnlyOfThoseThatDidSomethingInBetween) {
  StreamHistory history = two_streams();
  for (StreamHistory::Lane lane = 3; lane < 100; ++lane) {
    history.begin_lane(lane, "stream " + std::to_string(lane), sim::StreamKind::kBlocking);
  }
  history.add(3, kCopy);  // Before.
  const auto first = history.add(1, kCopy);
  history.add(4, kCopy);
  const auto second = history.add(2, kCopy);
  EXPECT_EQ(lanes_of(*history.timeline(first, &second, {})),
            (std::vector<std::string>{"the host", "stream 1", "stream 2", "stream 4"}));
  for (StreamHistory::Lane lane = 3; lane < 100; ++lane) history.add(lane, kCopy);
  const auto third = history.add(2, kCopy);
  EXPECT_EQ(history.timeline(first, &third, {})->lanes.size(), StreamHistory::kLanes);
}

TEST(StreamHistory, KnowsStreamsThatHaveEndedForAWhile) {
  StreamHistory history = two_streams();
  const auto first = history.add(1, kCopy);
  history.end_lane(1);
  const auto second = history.add(2, kCopy);
  ASSERT_NE(history.timeline(first, &second, {}), nullptr);
  for (StreamHistory::Lane lane = 3; lane < 1000; ++lane) {
    history.begin_lane(lane, "another", sim::StreamKind::kBlocking);
    history.end_lane(lane);
  }
  EXPECT_EQ(history.timeline(first, &second, {}), nullptr);
}

}  // namespace
}  // namespace fencepost::detector
