#include "cli/draw/text.h"

#include <gtest/gtest.h>

#include <sstream>

#include "cli/draw/barriers.h"
#include "detector/text/text_layout.h"
#include "tests/unit/example_patterns.h"

namespace fencepost::cli {
namespace {

std::string text_of(const detector::PermissionPattern& pattern, const TextDrawingStyle& style = {},
                    const DrawingRequest& request = {}) {
  return draw_text(make_drawing(pattern, request, kTextLimits), style);
}

std::size_t widest_line(const std::string& text) {
  std::size_t width = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) width = std::max(width, detector::width_of(line));
  return width;
}

TEST(DrawText, KoggeStoneOn72Columns) {
  EXPECT_EQ(text_of(kogge_stone_pattern(8)),
            "Output: 8 elements of 4 bytes, global memory, scan.cu:61\n"
            "scan(int const*, int*, int)\n"
            "launch 1 <<<1, 8>>>, block 0\n"
            "\n"
            "Barriers are named by their lines in scan.cu.\n"
            "\n"
            "interval      0      1      2      3      4      5      6      7\n"
            "0  entry      Rt0,t1 Rt1,t2 Rt2,t3 Rt3,t4 Rt4,t5 Rt5,t6 Rt6,t7 Rt7\n"
            "1  after :24  -      Wt1    Wt2    Wt3    Wt4    Wt5    Wt6    Wt7\n"
            "2  after :30  Rt0,t2 Rt1,t3 Rt2,t4 Rt3,t5 Rt4,t6 Rt5,t7 Rt6    Rt7\n"
            "3  after :24  -      -      Wt2    Wt3    Wt4    Wt5    Wt6    Wt7\n"
            "4  after :30  Rt0,t4 Rt1,t5 Rt2,t6 Rt3,t7 Rt4    Rt5    Rt6    Rt7\n"
            "5  after :24  -      -      -      -      Wt4    Wt5    Wt6    Wt7\n"
            "6  after :30  .      .      .      .      -      -      -      -\n");
}

TEST(DrawText, BlellochHasRoomForTheFilesName) {
  const std::string text = text_of(blelloch_pattern(8));
  EXPECT_NE(text.find("interval              0   1   2   3   4   5   6   7\n"
                      "0  from kernel entry  Rt0 Wt0 Rt1 Wt1 Rt2 Wt2 Rt3 Wt3\n"
                      "1  after scan.cu:22   -   Rt0 -   Wt0 -   Rt1 -   Wt1\n"
                      "2  after scan.cu:22   .   -   .   Rt0 .   -   .   Wt0\n"
                      "3  after scan.cu:22   .   .   .   -   .   .   .   -\n"
                      "4  after scan.cu:29   .   .   .   Wt0 .   .   .   Wt0\n"
                      "5  after scan.cu:43   .   Wt0 .   Wt0 .   Wt1 .   Wt1\n"
                      "6  after scan.cu:43   Wt0 Wt0 Wt1 Wt1 Wt2 Wt2 Wt3 Wt3\n"
                      "7  after scan.cu:43   -   -   -   -   -   -   -   -\n"),
            std::string::npos)
      << text;
}

TEST(DrawText, NoLineIsWiderThanTold) {
  for (const std::uint32_t n : {2U, 16U, 32U, 1024U}) {
    for (const std::size_t width : {40U, 72U, 132U}) {
      EXPECT_LE(widest_line(text_of(kogge_stone_pattern(n), {.width = width})), width) << n;
    }
  }
}

TEST(DrawText, BandsHaveEveryColumnOnce) {
  const std::string text = text_of(kogge_stone_pattern(16));
  for (std::uint32_t e = 1; e < 16; ++e) {
    const std::string writer = "Wt" + std::to_string(e);
    std::istringstream words(text);
    std::size_t count = 0;
    for (std::string word; words >> word;) count += word == writer ? 1 : 0;
    EXPECT_EQ(count, 1U + (e >= 2 ? 1 : 0) + (e >= 4 ? 1 : 0) + (e >= 8 ? 1 : 0)) << writer;
  }
}

TEST(DrawText, MarksAConflictWithoutColourAndPaintsItWith) {
  auto pattern = empty_pattern(1);
  pattern.block_dim = {8, 1, 1};
  add_interval(pattern, 0).cells = {{.element = 0, .write = {0, 1}, .conflict = true}};
  EXPECT_NE(text_of(pattern).find("Wt0 Wt1!\n"), std::string::npos);
  const std::string painted = text_of(pattern, {.colour = true});
  EXPECT_NE(painted.find("\033[1;31mWt0\033[0m \033[1;31mWt1\033[0m\n"), std::string::npos) << painted;
}

TEST(DrawText, PaintsWhatWasGained) {
  const std::string text = text_of(kogge_stone_pattern(2), {.colour = true});
  EXPECT_NE(text.find("\033[2m-\033[0m      \033[1;34mWt1\033[0m\n"), std::string::npos) << text;
}

TEST(DrawText, DrawsMatrices) {
  auto pattern = empty_pattern(6);
  pattern.dimensions = {2, 3};
  add_interval(pattern, 0).cells = {{.element = 4, .write = {1}}};
  add_interval(pattern, 7);
  add_interval(pattern, 7);
  const std::string text = text_of(pattern);
  EXPECT_NE(text.find("interval 0, from kernel entry\n"
                      "     0   1   2\n"
                      "[0]  .   .   .\n"
                      "[1]  .   Wt1 .\n"
                      "\n"
                      "interval 1, after scan.cu:7\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\ninterval 2, after scan.cu:7: not used\n"), std::string::npos);
}

TEST(DrawText, LegendSaysWhatUseCannotShow) {
  const auto legend = [](const DrawingRequest& request) {
    return legend_text({make_drawing(blelloch_pattern(8), request, kTextLimits)}, {});
  };
  EXPECT_NE(legend({}).find("--park 0"), std::string::npos);
  EXPECT_NE(legend({}).find("'-': no longer used"), std::string::npos);
  EXPECT_NE(legend({.park = 0}).find("In parentheses: used by nobody"), std::string::npos);
  EXPECT_EQ(legend({.park = 0}).find("no longer used"), std::string::npos);
}

TEST(DrawBarriers, SaysWhatEachBarrierSeparates) {
  using detector::AccessKind;
  using detector::Location;
  const std::vector<detector::BarrierPurpose> barriers = {
      {.barrier = {"src/scan.cu", 24},
       .kernel = "scan(int*)",
       .crossings = 3,
       .separates = {{"Output", AccessKind::kRead, AccessKind::kWrite, {"src/scan.cu", 21}, {"src/scan.cu", 28}, 17},
                     {"Flag", AccessKind::kWrite, AccessKind::kAtomic, {"src/scan.cu", 9}, {"src/flag.h", 3}, 1}}},
      {.barrier = {"src/scan.cu", 130}, .kernel = "scan(int*)", .crossings = 1}};
  EXPECT_EQ(barriers_text(barriers, {}),
            "scan(int*)\n"
            "  scan.cu:24   crossed 3 times\n"
            "    separates Output: write at :28 from read at :21 (17 elements)\n"
            "              Flag: write at :9 from atomic at flag.h:3 (1 element)\n"
            "  scan.cu:130  crossed 1 time\n"
            "    separates nothing in this run: without it the same run has no race\n"
            "    (a free speed-up if that holds for all your inputs)\n");
  EXPECT_EQ(barriers_text({}, {}), "No block crossed a barrier in this run.\n");
}

TEST(DrawBarriers, ShowsTheMostFrequentPairsFirst) {
  detector::BarrierPurpose barrier{.barrier = {"a.cu", 1}, .kernel = "k()", .crossings = 1};
  for (std::uint32_t i = 1; i <= 8; ++i) {
    barrier.separates.push_back(
        {"x", detector::AccessKind::kRead, detector::AccessKind::kWrite, {"a.cu", i}, {"a.cu", 90}, i});
  }
  const std::string text = barriers_text({barrier}, {});
  EXPECT_NE(text.find("separates x: write at :90 from read at :8 (8 elements)\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("read at :3 "), std::string::npos);
  EXPECT_NE(text.find("and 3 more pairs\n"), std::string::npos);
}

}  // namespace
}  // namespace fencepost::cli
