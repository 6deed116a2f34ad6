#include "detector/wording/finding_groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "detector/report/order.h"
#include "tests/unit/example_findings.h"

namespace fencepost::detector {
namespace {

Finding race(std::uint32_t write, std::uint32_t read, const std::string& function = "warp_reduce") {
  Finding finding = race_finding("reduce.cu");
  finding.accesses[0].location = {"reduce.cu", write, function};
  finding.accesses[1].location = {"reduce.cu", read, function};
  return finding;
}

/// The write is at the first line, the read at the second.
Finding lockstep(std::uint32_t write, std::uint32_t read, const std::string& function = "warp_reduce") {
  Finding finding = race(write, read, function);
  finding.severity = Severity::kWarning;
  finding.accesses[0].kind = AccessKind::kVolatileWrite;
  finding.accesses[1].kind = AccessKind::kVolatileRead;
  finding.hint = "put __syncwarp() between the two accesses; since Volta the threads of a warp do not run in lockstep";
  return finding;
}

Finding past_the_end(const std::string& object, std::uint32_t line, const std::string& kernel = "copy(int*, int*)") {
  Finding finding = race_finding("copy.cu");
  finding.kind = Kind::kOutOfBounds;
  finding.scope = Scope::kNone;
  finding.space = Space::kGlobal;
  finding.object->name = object;
  finding.accesses.resize(1);
  finding.accesses[0].location = {"copy.cu", line, kernel};
  finding.hint = "guard the access with the bound of the array";
  return finding;
}

std::vector<FindingGroup> groups_of(std::vector<Finding> findings) {
  Report report;
  report.findings = std::move(findings);
  return group_findings(report);
}

/// "0 1 | 2": the members.
std::string members_of(const std::vector<FindingGroup>& groups) {
  std::string text;
  for (const FindingGroup& group : groups) {
    if (!text.empty()) text += " |";
    for (const std::size_t member : group.members) text += (text.empty() ? "" : " ") + std::to_string(member);
  }
  return text;
}

std::string grouped(std::vector<Finding> findings) { return members_of(groups_of(std::move(findings))); }

TEST(FindingGroups, OfNothingAreNone) { EXPECT_TRUE(groups_of({}).empty()); }

TEST(FindingGroups, WarpSynchronousCodeIsOneCause) {
  std::vector<Finding> findings;
  for (std::uint32_t write = 68; write <= 73; ++write) {
    for (std::uint32_t read = write; read <= 73; ++read) findings.push_back(lockstep(write, read));
  }
  const auto groups = groups_of(findings);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].title, "21 warnings: race on tile in warp_reduce, reduce.cu:68-73, without __syncwarp()");
  EXPECT_EQ(groups[0].members.size(), 21U);
  EXPECT_EQ(groups[0].severity, Severity::kWarning);
  EXPECT_EQ(groups[0].kind, Kind::kRace);
}

TEST(FindingGroups, ErrorsAndWarningsStayApart) {
  Finding warning = race(5, 4);
  warning.severity = Severity::kWarning;
  EXPECT_EQ(grouped({race(5, 4), warning}), "0 | 1");
}

TEST(FindingGroups, RacesWithinAWarpBelongToThoseOfTheirBlock) {
  Finding within = race(10, 14);
  within.scope = Scope::kIntraWarp;
  Finding between = race(10, 14);
  between.scope = Scope::kInterBlock;
  between.hint = "split the kernel in two launches between the two accesses, or use atomics";
  const auto groups = groups_of({within, race(10, 15), between});
  EXPECT_EQ(members_of(groups), "0 1 | 2");
  EXPECT_EQ(groups[1].title, "1 error: race on tile in warp_reduce, reduce.cu:10, 14, between blocks");
}

TEST(FindingGroups, OneMissingBarrierBetweenAWriteAndSeveralReads) {
  EXPECT_EQ(grouped({race(10, 14), race(10, 15), race(10, 20)}), "0 1 2");
}

TEST(FindingGroups, OneBarrierOrdersRacesOnTwoObjects) {
  Finding other = race(11, 14);
  other.object->name = "weights";
  const auto groups = groups_of({race(10, 14), other});
  EXPECT_EQ(members_of(groups), "0 1");
  EXPECT_EQ(groups[0].title,
            "2 errors: race on tile and weights in warp_reduce, reduce.cu:10, 11, 14, without __syncthreads()");
}

TEST(FindingGroups, WhatTakesTwoBarriersIsTwoCauses) {
  Finding other = race(30, 34);
  other.object->name = "weights";
  EXPECT_EQ(grouped({race(10, 14), other}), "0 | 1");
  Finding later = race(30, 34);  // The same object in another stretch between barriers.
  later.interval_begin = Location{"reduce.cu", 25, ""};
  EXPECT_EQ(grouped({race(10, 14), later}), "0 | 1");
}

TEST(FindingGroups, FunctionsStayApartAndInstancesOfOneTemplateDoNot) {
  EXPECT_EQ(grouped({race(10, 14, "first"), race(10, 14, "second")}), "0 | 1");
  EXPECT_EQ(grouped({race(10, 14, "void scan<int>(int*)"), race(10, 14, "void scan<float>(float*)")}), "0 1");
}

TEST(FindingGroups, ReadAndWriteInOneLineBelongToTheSameMissingBarrier) {
  Finding one_line = race(10, 10);
  one_line.hint = "divide the line: read into a local variable, __syncthreads(), then write";
  EXPECT_EQ(grouped({one_line, race(10, 11)}), "0 1");
  one_line.hint = "let one thread write it, give each thread its own element, or use an atomic operation";
  EXPECT_EQ(grouped({one_line, race(10, 11)}), "0 | 1");
}

TEST(FindingGroups, RacesOfBlocksShareAnObjectAndALine) {
  std::vector<Finding> findings = {race(10, 14), race(10, 90), race(50, 60)};
  for (Finding& finding : findings) {
    finding.scope = Scope::kInterBlock;
    finding.hint = "split the kernel in two launches between the two accesses, or use atomics";
  }
  EXPECT_EQ(grouped(findings), "0 1 | 2");
  findings[1].object->name = "other";
  EXPECT_EQ(grouped(findings), "0 | 1 | 2");
}

TEST(FindingGroups, NeighbouringLinesLackTheSameGuard) {
  const auto groups = groups_of({past_the_end("a", 10), past_the_end("b", 11), past_the_end("c", 13),
                                 past_the_end("d", 14), past_the_end("a", 40), past_the_end("a", 12, "other(int*)")});
  EXPECT_EQ(members_of(groups), "0 1 2 3 | 4 | 5");
  EXPECT_EQ(groups[0].title, "4 errors: out of bounds on a, b, c and 1 more in copy, copy.cu:10-14");
  EXPECT_EQ(groups[1].title, "1 error: out of bounds on a in copy, copy.cu:40");
}

TEST(FindingGroups, ReadsOfOneUnwrittenArrayAreOneCauseWhereverTheyAre) {
  std::vector<Finding> findings = {past_the_end("a", 10), past_the_end("a", 90), past_the_end("b", 11)};
  for (Finding& finding : findings) finding.kind = Kind::kUninitializedRead;
  EXPECT_EQ(grouped(findings), "0 1 | 2");
}

TEST(FindingGroups, LeaksOfNeighbouringCallsAreOneCause) {
  std::vector<Finding> findings = {past_the_end("", 10, "main"), past_the_end("", 11, "main"),
                                   past_the_end("", 50, "main")};
  for (Finding& finding : findings) {
    finding.kind = Kind::kLeak;
    finding.space = Space::kNone;
    finding.object.reset();
    finding.kernel.clear();
  }
  const auto groups = groups_of(findings);
  EXPECT_EQ(members_of(groups), "0 1 | 2");
  EXPECT_EQ(groups[0].title, "2 errors: leak in main, copy.cu:10-11");
}

TEST(FindingGroups, OneEarlyReturnMissesSeveralBarriers) {
  Finding later = divergence_finding("scan.cu");
  for (FindingAccess& access : later.accesses) {
    if (access.kind == AccessKind::kBarrier) access.location.line = 30;
  }
  EXPECT_EQ(grouped({divergence_finding("scan.cu"), later}), "0 1");
  for (FindingAccess& access : later.accesses) access.kind = AccessKind::kBarrier;
  EXPECT_EQ(grouped({divergence_finding("scan.cu"), later}), "0 | 1");
}

TEST(FindingGroups, ComeInTheOrderOfTheReport) {
  Report report;
  report.findings = {lockstep(68, 69), past_the_end("a", 10), lockstep(69, 70), race(10, 14, "scan")};
  arrange(report, 100);
  const auto groups = group_findings(report);
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_EQ(groups[2].severity, Severity::kWarning);
  std::vector<std::size_t> all;
  for (const FindingGroup& group : groups) {
    EXPECT_TRUE(std::ranges::is_sorted(group.members));
    all.insert(all.end(), group.members.begin(), group.members.end());
  }
  EXPECT_EQ(all, (std::vector<std::size_t>{0, 1, 2, 3}));
}

TEST(FindingGroups, TitlesOfTemplatesStayShort) {
  const std::string name = "reduce<" + std::string(3000, 'x') + ">(int*)";
  EXPECT_LT(groups_of({race(10, 14, name)}).at(0).title.size(), 200U);
}

}  // namespace
}  // namespace fencepost::detector
