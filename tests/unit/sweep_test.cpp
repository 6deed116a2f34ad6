#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "cli/sweep/grid.h"
#include "cli/sweep/journal.h"
#include "cli/sweep/table.h"
#include "cli/sweep/values.h"
#include "cli/sweep/work_leases.h"
#include "compiler/driver/temporary.h"

namespace fencepost::cli {
namespace {

using Words = std::vector<std::string>;

Words values(const std::string& text) {
  std::string error;
  const auto parsed = parse_values(text, error);
  EXPECT_TRUE(parsed) << text << ": " << error;
  return parsed.value_or(Words{});
}

bool is_refused(const std::string& text) {
  std::string error;
  return !parse_values(text, error) && !error.empty();
}

TEST(SweepValues, AreWordsAndRanges) {
  EXPECT_EQ(values("1..4"), (Words{"1", "2", "3", "4"}));
  EXPECT_EQ(values("-1..1,7"), (Words{"-1", "0", "1", "7"}));
  EXPECT_EQ(values("0..10:4"), (Words{"0", "4", "8"}));
  EXPECT_EQ(values("32..256*2"), (Words{"32", "64", "128", "256"}));
  EXPECT_EQ(values("a..b,x.cu,../in,007..9,1.5"), (Words{"a..b", "x.cu", "../in", "007..9", "1.5"}));
}

TEST(SweepValues, MustEndAndDiffer) {
  for (const char* text :
       {"", "1,", ",1", "1,1", "1..3,2", "3..1", "0..4*2", "1..4*1", "1..4:0", "1..4:-1", "1..2000000"}) {
    EXPECT_TRUE(is_refused(text)) << text;
  }
}

TEST(SweepValues, JoinedAreReadBackAsTheyWere) {
  for (const char* text : {"1", "1,2", "1..3", "1..12,14..64,100", "0..64:16", "32..1024*2", "a,b,1..3,c", "-3..5",
                           "5,3,1", "1,2,4,7,11", "2..8*2,3,9..1000:7"}) {
    EXPECT_EQ(values(joined_values(values(text))), values(text)) << text;
  }
  EXPECT_EQ(joined_values(values("1,2,3,5,32,64,128,256")), "1..3,5,32..256*2");
  // Every subset of a few numbers.
  constexpr unsigned kNumbers = 9;
  for (unsigned set = 1; set < 1U << kNumbers; ++set) {
    Words subset;
    for (unsigned i = 0; i < kNumbers; ++i) {
      if ((set >> i & 1U) != 0) subset.push_back(std::to_string(i));
    }
    EXPECT_EQ(values(joined_values(subset)), subset);
  }
}

TEST(SweepGrid, PutsValuesWhereTheUserSays) {
  const SweepGrid grid({{"N", {"1", "2"}}, {"B", {"32", "64", "96"}}, {"V", {"x y"}, true}},
                       {"--n={N}", "{B}{B}", "{{N}}", "{"}, 5, 2);
  ASSERT_EQ(grid.check(), "");
  ASSERT_EQ(grid.size(), 12U);
  EXPECT_EQ(grid.arguments(0), (Words{"--n=1", "3232", "{N}", "{"}));
  EXPECT_EQ(grid.arguments(11), (Words{"--n=2", "9696", "{N}", "{"}));
  EXPECT_EQ(grid.environment(3).at("V"), "x y");
  EXPECT_EQ(grid.seed(0), 5U);
  EXPECT_EQ(grid.seed(11), 6U);
  EXPECT_EQ(grid.label(3), "N=1 B=64 V='x y' seed=6");
}

/// The set of cells that a table names, with their results, read from its text.
std::vector<std::string> cells_of(const SweepGrid& grid, const std::string& table) {
  std::vector<std::string> results(grid.cells());
  std::istringstream lines(table);
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string first, second, runs, result;
    words >> first >> second >> runs >> result;
    const Words own_first = first == "all" ? grid.axes()[0].values : values(first);
    const Words own_second = second == "all" ? grid.axes()[1].values : values(second);
    EXPECT_EQ(runs, std::to_string(own_first.size() * own_second.size()));
    for (std::size_t cell = 0; cell < grid.cells(); ++cell) {
      const auto at = grid.positions(cell);
      const bool named = std::ranges::find(own_first, grid.axes()[0].values[at[0]]) != own_first.end() &&
                         std::ranges::find(own_second, grid.axes()[1].values[at[1]]) != own_second.end();
      if (!named) continue;
      EXPECT_EQ(results[cell], "") << "named twice in\n" << table;
      results[cell] = result;
    }
  }
  return results;
}

TEST(SweepTable, NamesEachCellOnceWithItsResult) {
  const SweepGrid grid({{"N", values("1..4")}, {"B", values("32..128*2")}}, {}, 1, 0);
  ASSERT_EQ(grid.cells(), 12U);
  for (unsigned set = 0; set < 1U << 12U; ++set) {
    std::vector<std::string> results(12);
    for (unsigned cell = 0; cell < 12; ++cell) results[cell] = (set >> cell & 1U) != 0 ? "ok" : "bad";
    ASSERT_EQ(cells_of(grid, sweep_table(grid, results)), results);
  }
}

TEST(SweepJournal, TellsEachRecordOnceAndNoneThatIsNotWhole) {
  const compiler::TemporaryDirectory directory;
  SweepJournal one(directory.file("journal"), "one"), two(directory.file("journal"), "two");
  one.add({7, "N=\"8\"", 66, 0, "last \xff words\n", R"({"a": [1, 2]})"});
  one.add({8, "N=9", 0, 11, "", ""});
  std::vector<SweepRecord> records;
  const auto take = [&](SweepRecord record) { records.push_back(std::move(record)); };
  two.read_new(take);
  two.read_new(take);
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(records[0].configuration, 7U);
  EXPECT_EQ(records[0].label, "N=\"8\"");
  EXPECT_EQ(records[0].report, R"({"a":[1,2]})");
  EXPECT_EQ(records[1].signal, 11);
  const std::string line = journal_line({9, "N=10", 0, 0, "", R"({"b": 1})"});
  for (std::size_t length = 0; length < line.size(); ++length) EXPECT_FALSE(parse_journal_line(line.substr(0, length)));
  // What was cut short is completed later, or never.
  std::ofstream third(directory.file("journal/three.jsonl"), std::ios::binary);
  third << line.substr(0, 20) << std::flush;
  two.read_new(take);
  EXPECT_EQ(records.size(), 2U);
  third << line.substr(20) << "\ngarbage\n" << std::flush;
  two.read_new(take);
  EXPECT_EQ(records.size(), 3U);
}

const auto kNotDone = [] { return false; };

TEST(WorkLeases, APieceHasOneHolder) {
  const compiler::TemporaryDirectory directory;
  WorkLeases one(directory.file("")), two(directory.file(""));
  EXPECT_EQ(one.claim("1", kNotDone), WorkLeases::Claim::kTaken);
  EXPECT_EQ(one.claim("1", kNotDone), WorkLeases::Claim::kHeld);
  EXPECT_EQ(two.claim("1", kNotDone), WorkLeases::Claim::kHeld);
  EXPECT_EQ(two.claim("2", kNotDone), WorkLeases::Claim::kTaken);
  EXPECT_TRUE(one.holds("1"));
  EXPECT_FALSE(one.holds("2"));
  one.leave();
  EXPECT_EQ(two.claim("1", [] { return true; }), WorkLeases::Claim::kHeld);
  EXPECT_EQ(two.claim("1", kNotDone), WorkLeases::Claim::kTaken);
  EXPECT_FALSE(one.holds("1"));
  EXPECT_TRUE(two.holds("1"));
}

TEST(WorkLeases, OfManyThatClaimAtOnceOneGetsThePiece) {
  const compiler::TemporaryDirectory directory;
  constexpr int kPieces = 50, kWorkers = 4;
  std::vector<std::vector<int>> taken(kWorkers);
  {
    WorkLeases before(directory.file(""));
    for (int piece = 0; piece < kPieces; piece += 2) before.claim(std::to_string(piece), kNotDone);
  }
  std::vector<std::thread> threads;
  for (int i = 0; i < kWorkers; ++i) {
    threads.emplace_back([&, i] {
      WorkLeases worker(directory.file(""));
      for (int piece = 0; piece < kPieces; ++piece) {
        if (worker.claim(std::to_string(piece), kNotDone) == WorkLeases::Claim::kTaken) taken[i].push_back(piece);
      }
      // Until all have tried: what it holds may be taken over when it has left.
      static std::atomic<int> ready{0};
      for (++ready; ready < kWorkers;) std::this_thread::yield();
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::vector<int> all;
  for (const auto& own : taken) all.insert(all.end(), own.begin(), own.end());
  std::ranges::sort(all);
  ASSERT_EQ(all.size(), static_cast<std::size_t>(kPieces));
  for (int piece = 0; piece < kPieces; ++piece) EXPECT_EQ(all[static_cast<std::size_t>(piece)], piece);
}

TEST(WorkLeases, AWorkerElsewhereIsGoneWhenItSaysNothingForLong) {
  const compiler::TemporaryDirectory directory;
  WorkLeases here(directory.file(""), std::chrono::milliseconds(150));
  const auto say = [&](const std::string& words) { compiler::write_file(directory.file("workers/other"), words); };
  say("elsewhere 1@1 works 1\n");
  std::filesystem::create_symlink("other", directory.file("leases/1.0"));
  EXPECT_EQ(here.claim("1", kNotDone), WorkLeases::Claim::kHeld);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  say("elsewhere 1@1 works 2\n");
  EXPECT_EQ(here.claim("1", kNotDone), WorkLeases::Claim::kHeld);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_EQ(here.claim("1", kNotDone), WorkLeases::Claim::kHeld);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_EQ(here.claim("1", kNotDone), WorkLeases::Claim::kTaken);
  std::filesystem::create_symlink("other", directory.file("leases/2.0"));
  say("elsewhere 1@1 left\n");
  EXPECT_EQ(here.claim("2", kNotDone), WorkLeases::Claim::kTaken);
}

}  // namespace
}  // namespace fencepost::cli
