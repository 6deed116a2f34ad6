// The profile's figures against cases counted by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "detector/profile/lane_trace.h"
#include "detector/profile/traffic.h"
#include "detector/profile/warp_replay.h"
#include "detector/report/json.h"
#include "detector/report/profile_json.h"
#include "detector/report/profile_text.h"

namespace fencepost::detector {
namespace {

constexpr std::uintptr_t kFrame = 1 << 20;  // Of the kernel; those of functions it calls lie lower.

std::vector<LaneAccess> accesses(std::uint32_t lanes, std::uint32_t bytes,
                                 const std::function<std::uint64_t(std::uint64_t)>& address, bool atomic = false) {
  std::vector<LaneAccess> result;
  for (std::uint32_t i = 0; i < lanes; ++i) {
    result.push_back({.address = address(i), .bytes = bytes, .lane = i, .atomic = atomic});
  }
  return result;
}

std::uint64_t passes(const std::vector<LaneAccess>& lanes) { return shared_traffic(lanes).passes; }

TEST(SharedTraffic, NeighbouringWordsTakeOnePass) {
  EXPECT_EQ(passes(accesses(32, 4, [](auto i) { return 4 * i; })), 1U);
  EXPECT_EQ(passes(accesses(32, 4, [](auto i) { return 4 * ((i + 7) % 32) + 128; })), 1U);
}

TEST(SharedTraffic, AStrideTakesAsManyPassesAsItSharesFactorsWithTheBanks) {
  for (const auto& [stride, expected] :
       {std::pair(2, 2U), {3, 1U}, {4, 4U}, {6, 2U}, {16, 16U}, {31, 1U}, {32, 32U}, {33, 1U}, {64, 32U}}) {
    EXPECT_EQ(passes(accesses(32, 4, [s = stride](auto i) { return 4 * i * s; })), expected) << stride;
  }
}

TEST(SharedTraffic, OneWordServesAllLanesUnlessTheOperationIsAtomic) {
  EXPECT_EQ(passes(accesses(32, 4, [](auto) { return 64; })), 1U);
  EXPECT_EQ(passes(accesses(32, 1, [](auto i) { return i; })), 1U);  // Four lanes on each word.
  EXPECT_EQ(passes(accesses(
                32, 4, [](auto) { return 64; }, true)),
            32U);
}

TEST(SharedTraffic, WideAccessesAreMadeByPartsOfTheWarp) {
  const auto doubles = shared_traffic(accesses(32, 8, [](auto i) { return 8 * i; }));
  EXPECT_EQ(doubles.passes, 2U);
  EXPECT_EQ(doubles.least, 2U);
  const auto quads = shared_traffic(accesses(32, 16, [](auto i) { return 16 * i; }));
  EXPECT_EQ(quads.passes, 4U);
  EXPECT_EQ(quads.least, 4U);
  EXPECT_EQ(passes(accesses(32, 8, [](auto i) { return 16 * i; })), 4U);
  EXPECT_EQ(shared_traffic(accesses(8, 8, [](auto i) { return 8 * i; })).least, 1U);
}

GlobalTraffic global(std::vector<LaneAccess> lanes) { return global_traffic(lanes); }

TEST(GlobalTraffic, NeighbouringWordsFillTheirSectors) {
  const auto traffic = global(accesses(32, 4, [](auto i) { return 256 + 4 * i; }));
  EXPECT_EQ(traffic.requests, 1U);
  EXPECT_EQ(traffic.sectors, 4U);
  EXPECT_EQ(traffic.least, 4U);
  EXPECT_EQ(global(accesses(32, 16, [](auto i) { return 16 * i; })).sectors, 16U);
}

TEST(GlobalTraffic, AMisalignedRowTouchesOneSectorMore) {
  const auto traffic = global(accesses(32, 4, [](auto i) { return 256 + 4 + 4 * i; }));
  EXPECT_EQ(traffic.sectors, 5U);
  EXPECT_EQ(traffic.least, 4U);
}

TEST(GlobalTraffic, AStrideWastesWhatLiesBetween) {
  for (const auto& [stride, expected] : {std::pair(2, 8U), {4, 16U}, {8, 32U}, {1024, 32U}}) {
    const auto traffic = global(accesses(32, 4, [s = stride](auto i) { return 4 * i * s; }));
    EXPECT_EQ(traffic.sectors, expected) << stride;
    EXPECT_EQ(traffic.least, 4U) << stride;
  }
}

TEST(GlobalTraffic, TheOrderOfLanesDoesNotMatterAndOneWordForAllIsOneSector) {
  EXPECT_EQ(global(accesses(32, 4, [](auto i) { return 4 * (31 - i); })).sectors, 4U);
  EXPECT_EQ(global(accesses(32, 4, [](auto i) { return 4 * (i * 5 % 32); })).sectors, 4U);
  const auto broadcast = global(accesses(32, 4, [](auto) { return 4096; }));
  EXPECT_EQ(broadcast.sectors, 1U);
  EXPECT_EQ(broadcast.least, 1U);
}

/// A warp whose lanes run `program` one after the other, as a block does.
class Warp {
 public:
  using Program = std::function<void(LaneTrace&, std::uint32_t lane)>;

  explicit Warp(const Program& program, std::uint32_t lanes = 32, std::size_t limit = 1 << 16) : lanes_(lanes) {
    for (std::uint32_t i = 0; i < lanes; ++i) {
      lanes_[i].begin_thread(limit);
      lanes_[i].enter_kernel(kFrame);
      program(lanes_[i], i);
    }
    whole_ = WarpReplay().replay(lanes_, counts_);
  }

  [[nodiscard]] ProfileCounts total() const {
    ProfileCounts sum;
    for (const auto& [pc, counts] : counts_) sum.add(counts);
    return sum;
  }
  [[nodiscard]] LaneActivity at(std::uint32_t pc) const {
    return counts_.contains(pc) ? counts_.at(pc).lanes : LaneActivity{};
  }
  [[nodiscard]] bool whole() const { return whole_; }

 private:
  std::vector<LaneTrace> lanes_;
  CountsByPc counts_;
  bool whole_ = false;
};

void expect_steps(const LaneActivity& activity, std::uint64_t steps, std::uint64_t active) {
  EXPECT_EQ(activity.steps, steps);
  EXPECT_EQ(activity.active, active);
}

TEST(WarpReplay, LanesThatDoTheSameAreAllActive) {
  const Warp warp([](LaneTrace& lane, auto) {
    for (const std::uint32_t pc : {10U, 20U, 30U}) lane.enter_block(pc, kFrame);
  });
  expect_steps(warp.total().lanes, 3, 96);
  EXPECT_EQ(warp.total().lanes.efficiency(), 1.0);
}

TEST(WarpReplay, LanesThatDoNotExistAreIdle) {
  const Warp warp([](LaneTrace& lane, auto) { lane.enter_block(10, kFrame); }, 8);
  expect_steps(warp.total().lanes, 1, 8);
}

TEST(WarpReplay, BothArmsOfABranchTakeTheirTurnAndMeetBehindIt) {
  const Warp warp([](LaneTrace& lane, std::uint32_t i) {
    lane.enter_block(10, kFrame);
    lane.enter_block(i % 2 == 1 ? 20 : 30, kFrame);
    lane.enter_block(40, kFrame);
  });
  expect_steps(warp.total().lanes, 4, 32 + 16 + 16 + 32);
  expect_steps(warp.at(40), 1, 32);
}

TEST(WarpReplay, NestedBranchesMeetOneAfterTheOther) {
  const Warp warp([](LaneTrace& lane, std::uint32_t i) {
    lane.enter_block(10, kFrame);
    if (i < 16) {
      lane.enter_block(20, kFrame);
      if (i < 4) lane.enter_block(30, kFrame);
      lane.enter_block(40, kFrame);
    }
    lane.enter_block(50, kFrame);
  });
  expect_steps(warp.total().lanes, 5, 32 + 16 + 4 + 16 + 32);
}

TEST(WarpReplay, ALoopRunsAsOftenAsItsLastLane) {
  const auto loop = [](bool accesses) {
    return Warp([=](LaneTrace& lane, std::uint32_t i) {
      lane.enter_block(10, kFrame);
      for (std::uint32_t trip = 0; trip < i; ++trip) {
        lane.enter_block(20, kFrame);
        if (accesses) lane.access(std::uint64_t{4} * i, 4, false, false, 25);
      }
      lane.enter_block(30, kFrame);
    });
  };
  // With accesses the steps are events of their own, without they are one event each lane.
  for (const bool accesses : {false, true}) {
    const Warp warp = loop(accesses);
    expect_steps(warp.at(20), 31, 31 * 32 / 2);
    expect_steps(warp.at(30), 1, 32);
    EXPECT_EQ(warp.total().global.requests, accesses ? 31U : 0U);
  }
}

TEST(WarpReplay, LanesThatReturnEarlyAreIdle) {
  const Warp warp([](LaneTrace& lane, std::uint32_t i) {
    lane.enter_block(10, kFrame);
    if (i >= 8) return;
    lane.enter_block(20, kFrame);
    lane.enter_block(30, kFrame);
  });
  expect_steps(warp.total().lanes, 3, 32 + 8 + 8);
}

TEST(WarpReplay, ACalledFunctionEndsBeforeItsCallerGoesOn) {
  // The function lies before or behind the kernel: its depth counts, not its address.
  for (const std::uint32_t function : {5U, 500U}) {
    const Warp warp([=](LaneTrace& lane, std::uint32_t i) {
      lane.enter_block(10, kFrame);
      if (i < 2) {
        lane.enter_block(20, kFrame);
        lane.enter_block(function, kFrame - 64);
      }
      lane.enter_block(30, kFrame);
    });
    expect_steps(warp.total().lanes, 4, 32 + 2 + 2 + 32);
    expect_steps(warp.at(30), 1, 32);
  }
}

TEST(WarpReplay, AccessesOfOneStepByTheSameInstructionAreOneOfTheWarp) {
  const Warp warp([](LaneTrace& lane, std::uint32_t i) {
    lane.enter_block(10, kFrame);
    lane.access(std::uint64_t{8} * i, 4, true, false, 11);   // Stride 2: two passes.
    lane.access(std::uint64_t{4} * i, 4, false, false, 12);  // 4 sectors.
    lane.access(std::uint64_t{4} * i, 4, false, false, 12);
  });
  EXPECT_EQ(warp.total().shared.accesses, 1U);
  EXPECT_EQ(warp.total().shared.passes, 2U);
  EXPECT_EQ(warp.total().global.requests, 2U);
  EXPECT_EQ(warp.total().global.sectors, 8U);
}

TEST(WarpReplay, LanesInDifferentBlocksAccessMemoryApart) {
  const Warp warp([](LaneTrace& lane, std::uint32_t i) {
    lane.enter_block(10, kFrame);
    lane.enter_block(i < 16 ? 20 : 30, kFrame);
    lane.access(std::uint64_t{4} * i, 4, false, false, i < 16 ? 21 : 31);
  });
  EXPECT_EQ(warp.total().global.requests, 2U);
  EXPECT_EQ(warp.total().global.sectors, 4U);
}

TEST(WarpReplay, AStructIsAccessedPieceByPiece) {
  const Warp warp([](LaneTrace& lane, std::uint32_t i) {
    lane.enter_block(10, kFrame);
    lane.access(std::uint64_t{12} * i, 12, false, false, 11);
  });
  EXPECT_EQ(warp.total().global.requests, 3U);
  EXPECT_EQ(warp.total().global.sectors, 3 * 12U);  // Each piece touches all of the 384 bytes' sectors.
}

TEST(LaneTrace, TheRestOfABlockBehindABarrierIsABlockIfItAccessesMemory) {
  LaneTrace lane;
  lane.begin_thread(100);
  lane.enter_kernel(kFrame);
  lane.enter_block(10, kFrame);
  lane.begin_interval();
  EXPECT_TRUE(lane.events().empty());
  lane.access(64, 4, true, false, 12);
  ASSERT_EQ(lane.events().size(), 2U);
  EXPECT_EQ(lane.events()[0].pc, 10U);
  EXPECT_TRUE(lane.events()[1].is_access());
}

TEST(LaneTrace, WhatIsTooLongIsCutBehindACompleteBlock) {
  LaneTrace lane;
  lane.begin_thread(5);
  lane.enter_kernel(kFrame);
  for (std::uint32_t pc = 10; pc < 40; pc += 10) {
    lane.enter_block(pc, kFrame);
    lane.access(64, 4, true, false, pc + 1);
  }
  EXPECT_TRUE(lane.cut());
  ASSERT_EQ(lane.events().size(), 4U);
  EXPECT_EQ(lane.events()[2].pc, 20U);
  lane.begin_interval();
  EXPECT_FALSE(lane.cut());
  lane.access(64, 4, true, false, 35);
  EXPECT_EQ(lane.events().front().pc, 30U);
}

TEST(WarpReplay, ACutLaneEndsTheReplay) {
  const Warp warp(
      [](LaneTrace& lane, std::uint32_t i) {
        const std::uint32_t blocks = i == 0 ? 100 : 3;
        for (std::uint32_t pc = 1; pc <= blocks; ++pc) lane.enter_block(pc, kFrame);
      },
      32, 10);
  EXPECT_FALSE(warp.whole());
  expect_steps(warp.total().lanes, 9, 3 * 32 + 6);
}

TEST(WarpReplay, ALongLoopWithoutAccessesIsNotCut) {
  const Warp warp(
      [](LaneTrace& lane, auto) {
        for (int i = 0; i < 100'000; ++i) lane.enter_block(10, kFrame);
      },
      32, 4);
  EXPECT_TRUE(warp.whole());
  expect_steps(warp.total().lanes, 100'000, 3'200'000);
}

Profile example() {
  ProfileCounts counts{.lanes = {.steps = 4, .active = 64},
                       .shared = {.accesses = 2, .passes = 6, .least = 2},
                       .global = {.requests = 1, .sectors = 8, .least = 4}};
  KernelProfile kernel{.kernel = "scan(int*)", .launches = 3, .total = counts};
  kernel.lines.push_back({Location{"scan.cu", 7, "scan(int*)"}, counts});
  return {.kernels = {kernel}, .has_blocks = true};
}

TEST(ProfileText, TellsTheFiguresAndTheDearestLines) {
  Symboliser symboliser("/nonexistent");
  const std::string text = render_profile(example(), symboliser, {});
  EXPECT_EQ(text,
            "profile: scan(int*), 3 launches\n"
            "  SIMT efficiency  50.0 % of lanes active in 4 warp steps; worst scan.cu:7\n"
            "  shared memory    2 warp accesses, conflict degree 3.0; worst scan.cu:7\n"
            "  global memory    1 warp access, 8.0 sectors each, 50.0 % needed; worst scan.cu:7\n"
            "  idle lanes\n"
            "    scan.cu:7\n"
            "      50.0 % of lanes active in 4 warp steps\n"
            "  bank conflicts\n"
            "    scan.cu:7\n"
            "      2 warp accesses, conflict degree 3.0\n"
            "  scattered in global memory\n"
            "    scan.cu:7\n"
            "      1 warp access, 8.0 sectors each, 50.0 % needed\n"
            "\n");
}

TEST(ProfileText, NamesAtMostFiveLinesThatCostSomethingDearestFirst) {
  Profile profile = example();
  auto& lines = profile.kernels[0].lines;
  lines.clear();
  for (std::uint32_t line = 1; line <= 9; ++line) {
    lines.push_back({Location{"a.cu", line, "k()"}, {.lanes = {.steps = line, .active = 32 * line - (line - 1)}}});
  }
  Symboliser symboliser("/nonexistent");
  const std::string text = render_profile(profile, symboliser, {});
  EXPECT_NE(text.find("worst a.cu:9"), std::string::npos);
  EXPECT_LT(text.find("    a.cu:9\n"), text.find("    a.cu:5\n"));
  EXPECT_EQ(text.find("    a.cu:4\n"), std::string::npos);
}

TEST(ProfileText, AProgramCompiledWithoutItIsToldSo) {
  Profile profile = example();
  profile.has_blocks = false;
  Symboliser symboliser("/nonexistent");
  EXPECT_NE(render_profile(profile, symboliser, {}).find("fencepost-nvcc --profile"), std::string::npos);
  EXPECT_EQ(render_profile({}, symboliser, {}), "");
}

TEST(ProfileJson, IsAMemberOfTheReport) {
  Report report;
  EXPECT_FALSE(nlohmann::json::parse(render_json(report)).contains("profile"));
  report.profile = std::make_shared<Profile>(example());
  const auto kernel = nlohmann::json::parse(render_json(report)).at("profile").at(0);
  EXPECT_EQ(kernel.at("kernel"), "scan(int*)");
  EXPECT_EQ(kernel.at("launches"), 3);
  EXPECT_EQ(kernel.at("lanes").at("efficiency"), 0.5);
  EXPECT_EQ(kernel.at("shared").at("conflict_degree"), 3.0);
  EXPECT_EQ(kernel.at("global").at("sectors_per_request"), 8.0);
  EXPECT_EQ(kernel.at("lines").at(0).at("line"), 7);
}

}  // namespace
}  // namespace fencepost::detector
