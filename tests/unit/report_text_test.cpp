#include "detector/report/text.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "detector/model/thread_groups.h"
#include "detector/text/text_layout.h"
#include "tests/unit/example_findings.h"

namespace fencepost::detector {
namespace {

/// In a directory of its own, with a small source file to quote.
class ReportText : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/fencepost-text-XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    directory_ = name;
    home_ = std::filesystem::current_path();
    std::filesystem::current_path(directory_);
    std::ofstream("scan.cu") << "__global__ void scan() {\n"
                                "  __shared__ int tile[256];\n"
                                "    __syncthreads();\n"
                                "    int left = tile[t - 1];\n"
                                "    tile[t] += left;\t// and on\n"
                                "    __syncthreads();\n"
                                "int* d; cudaMalloc(&d, 4);\n";
  }

  void TearDown() override {
    std::filesystem::current_path(home_);
    std::filesystem::remove_all(directory_);
  }

  std::string render(const Finding& finding, TextStyle style = {}) {
    return render_finding(finding, symboliser_, style);
  }

  Symboliser symboliser_{std::string("/no/executable")};
  std::filesystem::path directory_, home_;
};

TEST_F(ReportText, TellsARaceWithBothLinesAndTheBarriersAroundThem) {
  EXPECT_EQ(render(race_finding("scan.cu")),
            "error: race on tile[17] (shared, 4 bytes) in scan(int const*, int*, int)\n"
            "  write   scan.cu:5  tile[t] += left; // and on\n"
            "          by thread 18 of block 0\n"
            "  read    scan.cu:4  int left = tile[t - 1];\n"
            "          by thread 17 of block 0\n"
            "  when    interval 3, between the barrier at scan.cu:3 and the one at scan.cu:6\n"
            "  seen    1,920 times, first in launch 1 <<<4, 256>>>\n"
            "  object  tile, 1,024 bytes, declared at scan.cu:2\n"
            "  hint    put __syncthreads() between the two lines\n");
}

TEST_F(ReportText, TellsADivergenceByPlaceWithRangesOfThreads) {
  EXPECT_EQ(render(divergence_finding("scan.cu")),
            "error: barrier divergence in scan(int const*, int*, int)\n"
            "  waiting  scan.cu:3  __syncthreads();\n"
            "           by threads 0-15 of block 0\n"
            "  waiting  scan.cu:6  __syncthreads();\n"
            "           by threads 16-30 in steps of 2 (8) of block 0\n"
            "  left     threads 17-31 in steps of 2 (8) of block 0\n"
            "  why      threads of one block wait at different barriers\n"
            "  when     interval 3, from the barrier at scan.cu:3 to kernel exit\n"
            "  seen     once, in launch 1 <<<1, 32>>>\n"
            "  hint     move the barrier out of the branch\n");
}

TEST_F(ReportText, NamesTheEndsOfAnInterval) {
  Finding finding = race_finding("scan.cu");
  finding.interval_begin.reset();
  EXPECT_NE(render(finding).find("from kernel entry to the barrier at scan.cu:6\n"), std::string::npos);
  finding.interval_end.reset();
  EXPECT_NE(render(finding).find("the kernel passes no barrier\n"), std::string::npos);
  finding.interval_begin = finding.interval_end = Location{"scan.cu", 3, ""};
  EXPECT_NE(render(finding).find("between two passes of the barrier at scan.cu:3\n"), std::string::npos);
  finding.scope = Scope::kInterBlock;
  EXPECT_EQ(render(finding).find("when"), std::string::npos);
}

TEST_F(ReportText, TellsWhereACrashWasAndByWhichCalls) {
  Finding finding = race_finding("scan.cu");
  finding.kind = Kind::kCrash;
  finding.element.clear();
  finding.object.reset();
  finding.space = Space::kNone;
  finding.scope = Scope::kNone;
  finding.size = 0;
  finding.accesses.resize(1);
  finding.accesses[0].stack.push_back({"scan.cu", 6, "outer"});
  finding.message = "the stack overflowed";
  finding.grid = {4, 2, 1};
  finding.block_dim = {16, 16, 1};
  finding.accesses[0].thread = {2, 3, 0};
  finding.occurrences = 1;
  const std::string text = render(finding);
  EXPECT_TRUE(
      text.starts_with("error: crash in scan(int const*, int*, int)\n"
                       "  at    scan.cu:5  tile[t] += left; // and on\n"
                       "        by thread (2,3) of block (0,0)\n"
                       "        called at scan.cu:6 in outer\n"
                       "  why   the stack overflowed\n"
                       "  seen  once, in launch 1 <<<(4,2), (16,16)>>>\n"))
      << text;
}

TEST_F(ReportText, SaysAllocatedOfAnAllocation) {
  Finding finding = race_finding("scan.cu");
  finding.object->declared.line = 7;
  EXPECT_NE(render(finding).find("tile, 1,024 bytes, allocated at scan.cu:7\n"), std::string::npos);
}

TEST_F(ReportText, TellsTheCallsThatLedToALaunchAndAnAllocation) {
  Finding finding = race_finding("scan.cu");
  finding.launched = {{"main.cu", 30, "run()"}, {"main.cu", 40, "main"}};
  finding.object->stack = {{"matrix.cu", 3, "make(int)"}, {"main.cu", 35, "prepare()"}, {"main.cu", 39, "main"}};
  const std::string text = render(finding);
  EXPECT_NE(text.find("  seen    1,920 times, first in launch 1 <<<4, 256>>> at main.cu:30\n"
                      "          called at main.cu:40 in main\n"
                      "  object  tile, 1,024 bytes, allocated at matrix.cu:3 in make(int), called at main.cu:35\n"
                      "          called at main.cu:39 in main\n"),
            std::string::npos)
      << text;
}

TEST_F(ReportText, DoesWithoutWhatIsNotKnown) {
  Finding finding;
  finding.kind = Kind::kRace;
  finding.accesses.resize(2);
  EXPECT_NE(render(finding).find("(unknown line)"), std::string::npos);
  finding = race_finding("gone.cu");
  EXPECT_NE(render(finding).find("  write   gone.cu:5\n"), std::string::npos);
}

TEST_F(ReportText, KeepsToItsWidth) {
  Finding finding = race_finding("a/rather/long/path/to/the/source/directory/of/some/project/kernels/scan_kernels.cu");
  finding.kernel = "void_" + std::string(400, 'x') + "(int)";
  finding.hint = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen";
  for (const std::size_t columns : {72U, 100U}) {
    finding.kernel = "reduce<int, 256, identity>(int const*, int const*, int const*, int*, unsigned int, float, float)";
    std::istringstream lines(render(finding, {.columns = columns}));
    for (std::string line; std::getline(lines, line);) {
      // A path is never cut: it must stay usable.
      if (line.find("a/rather/long") == std::string::npos) {
        EXPECT_LE(width_of(line), columns) << line;
      }
    }
  }
}

TEST_F(ReportText, GivesUpACommentBeforeCode) {
  std::ofstream("long.cu") << "a[i] = b[i];" << std::string(60, ' ') << "// " << std::string(60, 'c') << "\n"
                           << "a[i] = " << std::string(100, 'b') << ";\n";
  Finding finding = race_finding("long.cu");
  finding.accesses[0].location.line = 1;
  finding.accesses[1].location.line = 2;
  const std::string text = render(finding);
  EXPECT_NE(text.find("  write   long.cu:1  a[i] = b[i];\n"), std::string::npos) << text;
  EXPECT_NE(text.find("bbb...\n"), std::string::npos) << text;
}

TEST_F(ReportText, IsColouredOnlyWhenAsked) {
  EXPECT_EQ(render(race_finding("scan.cu")).find('\033'), std::string::npos);
  std::string text = render(race_finding("scan.cu"), {.colour = true});
  EXPECT_NE(text.find("\033[1;31merror:\033[0m"), std::string::npos);
  for (std::size_t at = text.find('\033'); at != std::string::npos; at = text.find('\033')) {
    text.erase(at, text.find('m', at) + 1 - at);
  }
  EXPECT_EQ(text, render(race_finding("scan.cu")));
}

TEST_F(ReportText, OfManyFindingsFitsAScreen) {
  Report report;
  for (int i = 0; i < 1000; ++i) {
    report.findings.push_back(race_finding("scan.cu"));
    report.findings.back().accesses[0].location.function = "part_" + std::to_string(i);  // A cause of its own.
  }
  report.summary = {.launches = 1, .blocks = 4, .threads = 1024, .accesses = 1, .errors = 1000, .left_out = 7};
  TextStyle style = terminal_style(-1);
  EXPECT_FALSE(style.colour);
  const std::string text = render_text(report, symboliser_, style);
  EXPECT_LT(std::ranges::count(text, '\n'), 70);
  EXPECT_NE(text.find("error: race on tile[17] (shared, 4 bytes) in scan(int const*, int*, int) at scan.cu:5 and "
                      "scan.cu:4\n"),
            std::string::npos);
  EXPECT_NE(text.find("... and 985 errors more; --report FILE.txt tells all in full\n"), std::string::npos);
  EXPECT_NE(text.find("7 findings beyond --max-findings left out\n"), std::string::npos);
}

TEST_F(ReportText, TellsACauseOnceAndItsOtherLinesInBrief) {
  Report report;
  for (std::uint32_t i = 0; i < 12; ++i) {
    report.findings.push_back(race_finding("scan.cu"));
    report.findings.back().accesses[0].location.line = 5 + i;
    report.findings.back().element = "tile[" + std::to_string(i) + "]";
  }
  Finding other = race_finding("other.cu");
  for (FindingAccess& access : other.accesses) access.location.function = "other";
  report.findings.push_back(other);
  report.summary = {.launches = 1, .blocks = 4, .threads = 1024, .accesses = 1, .errors = 13};
  const std::string text = render_text(report, symboliser_, terminal_style(-1));
  EXPECT_TRUE(
      text.starts_with("12 errors: race on tile in scan, scan.cu:4-16, without __syncthreads()\n"
                       "error: race on tile[0] (shared, 4 bytes) in scan(int const*, int*, int)\n"))
      << text;
  EXPECT_NE(text.find("  hint    put __syncthreads() between the two lines\n"
                      "  also    tile[1] at scan.cu:6 and scan.cu:4\n"
                      "          tile[2] at scan.cu:7 and scan.cu:4\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("          tile[6] at scan.cu:11 and scan.cu:4\n"
                      "          and 5 more; --report FILE.txt or FILE.html tells all\n\n"
                      "error: race on tile[17]"),
            std::string::npos)
      << text;
  const std::string all = render_text(report, symboliser_, {});
  EXPECT_NE(all.find("\nerror: race on tile[11] "), std::string::npos) << all;
  EXPECT_EQ(all.find("  also  "), std::string::npos) << all;
  TextStyle brief;
  brief.full = 0;
  EXPECT_TRUE(render_text(report, symboliser_, brief)
                  .starts_with("12 errors: race on tile in scan, scan.cu:4-16, without __syncthreads()\n"
                               "error: race on tile[17] (shared, 4 bytes) in scan("));
}

TEST_F(ReportText, TellsHowToRepeatTheRun) {
  Report report;
  report.findings = {race_finding("scan.cu")};
  report.findings[0].seed = 7;
  EXPECT_NE(render(report.findings[0]).find("\n  found   with --schedule random --seed 7\n"), std::string::npos);
  report.findings[0].runs = 3;
  report.summary.runs = 20;
  EXPECT_NE(render_text(report, symboliser_, {})
                .find("\n  found   in 3 of 20 runs; repeat with --schedule random --seed 7 --jobs 1\n"),
            std::string::npos);
  report.findings[0].runs = 20;
  EXPECT_NE(render_text(report, symboliser_, {}).find("\n  found   in each of 20 runs\n"), std::string::npos);
}

TEST_F(ReportText, EndsWithWhatDoesNotCountNotesAndRules) {
  Report report;
  report.findings = {race_finding("scan.cu"), race_finding("scan.cu")};
  report.suppressed = {divergence_finding("scan.cu")};
  report.suppressed[0].suppressed = Suppression{"rules.txt:3", "known"};
  report.notes = {{Note::Kind::kUnusedRule, "rules.txt:1: this rule suppressed nothing: race"}};
  TextStyle style;
  style.rules = true;
  const std::string text = render_text(report, symboliser_, style);
  const std::string end =
      "suppressed by rules.txt:3: barrier divergence in scan(int const*, int*, int) at scan.cu:3 and scan.cu:6 "
      "(known)\n"
      "note: rules.txt:1: this rule suppressed nothing: race\n"
      "# rules for --suppressions FILE\n"
      "race kernel=scan at=scan.cu:5 at=scan.cu:4\n\n" +
      summary_line(report.summary) + "\n";
  EXPECT_TRUE(text.ends_with(end)) << text;
  style = terminal_style(-1);
  EXPECT_EQ(render_text(report, symboliser_, style).find("suppressed by"), std::string::npos);
}

TEST(SummaryLine, CountsEverything) {
  Summary summary{.launches = 1, .blocks = 4, .threads = 1024, .accesses = 123456, .errors = 1, .seconds = 0.01};
  EXPECT_EQ(summary_line(summary),
            "fencepost: 1 launch, 4 blocks, 1,024 threads, 123,456 accesses checked: 1 error, 0 warnings (0.010 s)");
  summary.errors = 0;
  summary.launches = 2;
  summary.accesses = 1;
  EXPECT_EQ(summary_line(summary),
            "fencepost: 2 launches, 4 blocks, 1,024 threads, 1 access checked: no findings (0.010 s)");
  summary.suppressed = 2;
  summary.runs = 20;
  EXPECT_EQ(summary_line(summary),
            "fencepost: 20 runs, 2 launches, 4 blocks, 1,024 threads, 1 access checked: no findings, 2 suppressed "
            "(0.010 s)");
  summary = {.library_operations = 3};
  EXPECT_EQ(
      summary_line(summary),
      "fencepost: 0 launches, 0 blocks, 0 threads, 0 accesses, 3 library operations checked: no findings (0.000 s)");
}

TEST(ThreadsText, IsShort) {
  EXPECT_EQ(threads_text({3}, {32, 1, 1}), "thread 3");
  EXPECT_EQ(threads_text({0, 1, 2, 5}, {32, 1, 1}), "threads 0-2, 5");
  EXPECT_EQ(threads_text({0, 4, 8}, {32, 1, 1}), "threads 0-8 in steps of 4 (3)");
  EXPECT_EQ(threads_text({0, 1, 2, 3}, {2, 2, 1}), "threads (0,0)-(1,1)");
  EXPECT_EQ(threads_text({5}, {2, 2, 2}), "thread (1,0,1)");
  EXPECT_EQ(threads_text({0, 2, 3, 5, 9, 11, 12, 20}, {32, 1, 1}), "threads 0, 2-3, 5, 9, ... (8 in all)");
}

TEST(ContractsLine, TellsWhatBecameOfContracts) {
  EXPECT_EQ(contracts_line({.clauses = 14, .held = 3136, .assumptions = 2, .not_evaluated = 1}),
            "contracts: 14 clauses held 3,136 times, 2 assumptions, 1 not evaluated: partly checked");
  EXPECT_EQ(contracts_line({.clauses = 1, .held = 1, .failed = 3}),
            "contracts: 1 clause held 1 time, 3 failed: checked");
}

}  // namespace
}  // namespace fencepost::detector
