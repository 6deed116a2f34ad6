#include <gtest/gtest.h>

#include <stdexcept>

#include "cli/draw/drawing.h"
#include "tests/unit/example_patterns.h"

namespace fencepost::cli {
namespace {

using detector::PermissionPattern;

std::vector<std::string> row(const Drawing& drawing, std::size_t interval) {
  std::vector<std::string> texts;
  for (const DrawnCell& cell : drawing.intervals[interval].cells) texts.push_back(cell.text());
  return texts;
}

std::vector<Change> changes(const Drawing& drawing, std::size_t interval) {
  std::vector<Change> found;
  for (const DrawnCell& cell : drawing.intervals[interval].cells) found.push_back(cell.change());
  return found;
}

std::string message_of(const PermissionPattern& pattern, const DrawingRequest& request) {
  try {
    make_drawing(pattern, request, {});
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(PermissionDrawing, ReadsRanges) {
  EXPECT_EQ(read_range("3")->last, 3U);
  EXPECT_EQ(read_range("0-63")->count(), 64U);
  for (const char* wrong : {"", "-", "a", "3-", "-3", "5-4", "1-2-3", "1 - 2", "99999999999999999999"}) {
    EXPECT_FALSE(read_range(wrong)) << wrong;
  }
}

TEST(PermissionDrawing, ListsThreadsInRunsAndCountsWhatDoesNotFit) {
  EXPECT_EQ(thread_list({3}, 13), "t3");
  EXPECT_EQ(thread_list({3, 4}, 13), "t3,t4");
  EXPECT_EQ(thread_list({0, 1, 2, 3, 4, 5, 6, 7}, 13), "t0..t7");
  EXPECT_EQ(thread_list({0, 5, 9}, 13), "t0,t5,t9");
  EXPECT_EQ(thread_list({0, 32, 64, 96, 128}, 13), "t0,t32,t64,+2");
  EXPECT_EQ(thread_list({1000, 1002}, 2), "t1000,+1") << "never fewer than one thread";
}

TEST(PermissionDrawing, KoggeStoneIsFigure7) {
  const Drawing drawing = make_drawing(kogge_stone_pattern(8), {}, {});
  ASSERT_EQ(drawing.intervals.size(), 7U);
  using Row = std::vector<std::string>;
  EXPECT_EQ(row(drawing, 0), (Row{"Rt0,t1", "Rt1,t2", "Rt2,t3", "Rt3,t4", "Rt4,t5", "Rt5,t6", "Rt6,t7", "Rt7"}));
  EXPECT_EQ(row(drawing, 1), (Row{"", "Wt1", "Wt2", "Wt3", "Wt4", "Wt5", "Wt6", "Wt7"}));
  EXPECT_EQ(row(drawing, 2), (Row{"Rt0,t2", "Rt1,t3", "Rt2,t4", "Rt3,t5", "Rt4,t6", "Rt5,t7", "Rt6", "Rt7"}));
  EXPECT_EQ(row(drawing, 5), (Row{"", "", "", "", "Wt4", "Wt5", "Wt6", "Wt7"}));
  EXPECT_EQ(row(drawing, 6), Row(8));
}

TEST(PermissionDrawing, TellsWhatChangedSinceTheIntervalBefore) {
  const Drawing drawing = make_drawing(kogge_stone_pattern(8), {}, {});
  EXPECT_EQ(changes(drawing, 0), std::vector<Change>(8, Change::kHeld)) << "held from the start";
  EXPECT_EQ(drawing.intervals[1].cells[0].change(), Change::kLost);
  EXPECT_EQ(drawing.intervals[1].cells[0].was, "Rt0,t1");
  EXPECT_EQ(drawing.intervals[1].cells[1].change(), Change::kGained) << "from reading to writing";
  EXPECT_EQ(drawing.intervals[2].cells[7].change(), Change::kHeld) << "who wrote may read";
  EXPECT_EQ(drawing.intervals[2].cells[5].change(), Change::kGained) << "t7 is new";
  EXPECT_TRUE(drawing.intervals[6].cells[0].is_blank()) << "lost two intervals ago";
  EXPECT_TRUE(drawing.has_lost);
}

TEST(PermissionDrawing, ComparesTheFirstDrawnIntervalWithTheOneBeforeIt) {
  const Drawing drawing = make_drawing(kogge_stone_pattern(8), {.intervals = NumberRange{1, 2}}, {});
  ASSERT_EQ(drawing.intervals.size(), 2U);
  EXPECT_EQ(drawing.intervals[0].index, 1U);
  EXPECT_EQ(drawing.intervals[0].cells[1].change(), Change::kGained);
  EXPECT_TRUE(drawing.notes.empty()) << "who chose a range knows that there is more";
}

TEST(PermissionDrawing, ParksUnusedElementsAsThePapersDo) {
  const Drawing drawing = make_drawing(blelloch_pattern(8), {.park = 0}, {});
  using Row = std::vector<std::string>;
  // Figure 3: after the up-sweep thread 0 holds everything, and starts the down-sweep with it.
  EXPECT_EQ(row(drawing, 3), Row(8, "(Wt0)"));
  EXPECT_EQ(row(drawing, 4), (Row{"(Wt0)", "(Wt0)", "(Wt0)", "Wt0", "(Wt0)", "(Wt0)", "(Wt0)", "Wt0"}));
  EXPECT_EQ(drawing.intervals[4].cells[3].change(), Change::kHeld) << "thread 0 held it, parked";
  EXPECT_EQ(drawing.intervals[5].cells[5].change(), Change::kGained) << "thread 1 did not";
  EXPECT_TRUE(drawing.has_parked);
  EXPECT_FALSE(drawing.has_lost);
}

TEST(PermissionDrawing, ShowsConflictsAtomicsAndRightsSideBySide) {
  PermissionPattern pattern = empty_pattern(5);
  add_interval(pattern, 0).cells = {{.element = 0, .write = {0, 1}, .conflict = true},
                                    {.element = 1, .write = {3}, .read = {3, 4}, .conflict = true},
                                    {.element = 2, .atomic = {0, 1, 2, 3}},
                                    {.element = 3, .write = {0, 1, 2, 3, 4}, .conflict = true},
                                    {.element = 4, .write = {0}, .read = {1}}};
  const Drawing drawing = make_drawing(pattern, {}, {});
  EXPECT_EQ(row(drawing, 0), (std::vector<std::string>{"Wt0 Wt1", "Wt3 Rt4", "At0..t3", "Wt0..t4", "Wt0 Rt1"}));
  EXPECT_EQ(drawing.intervals[0].cells[1].change(), Change::kConflict);
  EXPECT_EQ(drawing.intervals[0].cells[4].change(), Change::kHeld) << "different bytes of the element";
  EXPECT_TRUE(drawing.has_conflicts);
  EXPECT_TRUE(drawing.has_atomics);
}

TEST(PermissionDrawing, NamesBarriersByFileAndLine) {
  const Drawing drawing = make_drawing(kogge_stone_pattern(4), {}, {});
  EXPECT_EQ(drawing.intervals[0].after, "from kernel entry");
  EXPECT_EQ(drawing.intervals[1].after, "after scan.cu:24");
  EXPECT_EQ(drawing.intervals[1].short_after, "after :24");
  EXPECT_EQ(drawing.barrier_file, "scan.cu");
}

TEST(PermissionDrawing, NamesWholePathsWhereTwoFilesHaveTheSameName) {
  PermissionPattern pattern = kogge_stone_pattern(4);
  pattern.intervals[2].after->file = "lib/scan.cu";
  const Drawing drawing = make_drawing(pattern, {}, {});
  EXPECT_EQ(drawing.intervals[1].after, "after src/scan.cu:24");
  EXPECT_EQ(drawing.intervals[2].short_after, "after lib/scan.cu:30");
  EXPECT_EQ(drawing.barrier_file, "");
}

TEST(PermissionDrawing, CutsALongArrayAndSummarisesTheRest) {
  const Drawing drawing = make_drawing(kogge_stone_pattern(1024), {}, {.whole = 32, .columns = 16});
  EXPECT_EQ(drawing.columns(), 16U);
  EXPECT_EQ(drawing.rest_of, "elements 16 to 1,023");
  EXPECT_EQ(drawing.intervals[0].rest, "1,008 read by t16..t1023");
  EXPECT_EQ(drawing.intervals[1].rest, "1,008 written by t16..t1023");
  ASSERT_EQ(drawing.notes.size(), 1U);
  EXPECT_EQ(drawing.notes[0], "Drawn: elements 0 to 15 of 1,024. --elements 16-31 draws the next ones.");
}

TEST(PermissionDrawing, BeginsWhereTheBlockBegins) {
  PermissionPattern pattern = empty_pattern(10'000);
  add_interval(pattern, 0).cells = {{.element = 4097, .write = {0}}, {.element = 4098, .write = {1}}};
  const Drawing drawing = make_drawing(pattern, {}, {.whole = 32, .columns = 16});
  EXPECT_EQ(drawing.elements.front(), 4096U);
  EXPECT_EQ(drawing.intervals[0].cells[1].text(), "Wt0");
}

TEST(PermissionDrawing, CutsManyIntervals) {
  PermissionPattern pattern = empty_pattern(1);
  for (std::uint32_t i = 0; i < 100; ++i) add_interval(pattern, i);
  const Drawing drawing = make_drawing(pattern, {}, {.intervals = 40});
  EXPECT_EQ(drawing.intervals.size(), 40U);
  ASSERT_EQ(drawing.notes.size(), 1U);
  EXPECT_EQ(drawing.notes[0], "Drawn: intervals 0 to 39 of 100. --intervals 40-79 draws the next ones.");
}

TEST(PermissionDrawing, LimitsWhatAUserMayAskFor) {
  PermissionPattern pattern = empty_pattern(1'000'000);
  for (std::uint32_t i = 0; i < 100; ++i) add_interval(pattern, i);
  const Drawing drawing = make_drawing(pattern, {.elements = NumberRange{0, 999'999}}, {});
  EXPECT_LE(drawing.elements.size() * drawing.intervals.size(), 200'000U);
  EXPECT_EQ(drawing.notes.size(), 2U) << "and says so";
}

TEST(PermissionDrawing, DrawsTwoDimensionsAsMatrices) {
  PermissionPattern pattern = empty_pattern(32);
  pattern.dimensions = {4, 8};
  add_interval(pattern, 0).cells = {{.element = 9, .write = {1}}};
  const Drawing drawing = make_drawing(pattern, {}, {});
  EXPECT_TRUE(drawing.is_matrix);
  EXPECT_EQ(drawing.rows(), 4U);
  EXPECT_EQ(drawing.columns(), 8U);
  EXPECT_EQ(drawing.row_names[1], "[1]");
  EXPECT_EQ(drawing.element_indices[9], "[1][1]");
  EXPECT_EQ(drawing.what, "4 x 8 elements of 4 bytes, global memory");
  EXPECT_EQ(drawing.explain(drawing.intervals[0], 9), "Output[1][1], interval 0: written by t1");
}

TEST(PermissionDrawing, RegroupsAFlatArrayIntoRowsOfColumns) {
  const Drawing drawing = make_drawing(kogge_stone_pattern(8), {.columns = 3}, {});
  EXPECT_TRUE(drawing.is_matrix);
  EXPECT_EQ(drawing.row_names, (std::vector<std::string>{"0", "3", "6"}));
  EXPECT_EQ(drawing.column_names, (std::vector<std::string>{"+0", "+1", "+2"}));
  EXPECT_EQ(drawing.elements.back(), Drawing::kNoElement) << "the last row is not full";
  EXPECT_TRUE(drawing.intervals[1].cells.back().is_blank());
  EXPECT_FALSE(make_drawing(kogge_stone_pattern(8), {.columns = 8}, {}).is_matrix);
}

TEST(PermissionDrawing, WritesOutACellInWords) {
  const Drawing drawing = make_drawing(kogge_stone_pattern(8), {}, {});
  EXPECT_EQ(drawing.explain(drawing.intervals[1], 3), "Output[3], interval 1: written by t3; before: Rt3,t4");
  EXPECT_EQ(drawing.explain(drawing.intervals[1], 0), "Output[0], interval 1: not used; before: Rt0,t1");
  EXPECT_EQ(drawing.explain(drawing.intervals[2], 0), "Output[0], interval 2: read by t0,t2; not used before");
}

TEST(PermissionDrawing, RefusesRangesOutsideOfThePattern) {
  const PermissionPattern pattern = kogge_stone_pattern(8);
  EXPECT_EQ(message_of(pattern, {.elements = NumberRange{8, 12}}),
            "--elements 8-12: Output has 8 elements; give a range within 0-7");
  EXPECT_EQ(message_of(pattern, {.intervals = NumberRange{7, 7}}),
            "--intervals 7: the block has 7 intervals; give a range within 0-6");
  EXPECT_EQ(message_of(pattern, {.intervals = NumberRange{3, 70}, .elements = NumberRange{6, 63}}), "");
}

TEST(PermissionDrawing, ClipsDataToTheRanges) {
  const PermissionPattern pattern =
      clipped(kogge_stone_pattern(8), {.intervals = NumberRange{1, 1}, .elements = NumberRange{0, 2}});
  ASSERT_EQ(pattern.intervals.size(), 1U);
  EXPECT_EQ(pattern.intervals[0].index, 1U);
  EXPECT_EQ(pattern.intervals[0].cells.size(), 2U);
}

}  // namespace
}  // namespace fencepost::cli
