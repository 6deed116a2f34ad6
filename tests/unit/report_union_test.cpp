#include "detector/report/union.h"

#include <gtest/gtest.h>

#include "detector/model/names.h"
#include "detector/model/profile.h"
#include "detector/report/json.h"
#include "detector/report/order.h"
#include "detector/report/reader.h"
#include "tests/unit/example_findings.h"

namespace fencepost::detector {
namespace {

Report report_of(std::vector<Finding> findings) {
  Report report;
  report.summary = {.launches = 1, .blocks = 4, .threads = 1024, .accesses = 1000, .seconds = 0.25};
  report.findings = std::move(findings);
  arrange(report, 100);
  return report;
}

Finding race_at(std::uint32_t line, Severity severity = Severity::kError) {
  Finding race = race_finding("scan.cu");
  race.severity = severity;
  race.accesses[0].location.line = race.accesses[0].stack[0].line = line;
  return race;
}

TEST(ReportReader, ReadsWhatWasWritten) {
  Finding host;
  host.kind = Kind::kApiError;
  host.severity = Severity::kWarning;
  host.message = "cudaMalloc failed";
  Finding suppressed = race_at(9);
  suppressed.suppressed = Suppression{"rules.txt:3", "why \"not\""};
  Finding later = race_at(7);
  later.seed = UINT64_MAX;
  later.runs = 3;
  later.accesses[0].stack.push_back({"other.h", 70, "run"});
  later.accesses[1].by = "the host";
  later.launched = {{"main.cu", 30, "run()"}, {"main.cu", 40, "main"}};
  later.object->stack = {{"matrix.cu", 3, "make(int)"}, {"main.cu", 39, "main"}};
  Finding divergence = divergence_finding("scan.cu");
  divergence.block_dim = {8, 2, 2};
  for (std::uint32_t t = 0; t < 32; ++t) {
    divergence.accesses[t].thread = {t % 8, t / 8 % 2, t / 16};
    if (t != 0 && t != 16) divergence.accesses[t].stack.clear();
  }
  Report report = report_of({race_finding("scan.cu"), divergence, host, suppressed, later});
  report.summary.runs = 20;
  report.summary.left_out = 2;
  report.notes = {{Note::Kind::kBadComment, "a.cu:3: no"}, {Note::Kind::kRunEnded, "by signal 11"}};
  const std::string text = render_json(report);
  const auto read = parse_json_report(text);
  ASSERT_TRUE(read);
  EXPECT_EQ(render_json(*read), text);
  EXPECT_EQ(read->findings.size(), 4U);
  EXPECT_EQ(read->suppressed.size(), 1U);
}

TEST(ReportReader, KnowsEveryName) {
  std::vector<Finding> findings;
  for (const Kind kind : kAllKinds) {
    findings.push_back(race_finding("scan.cu"));
    findings.back().kind = kind;
  }
  for (const Space space : kAllSpaces) {
    findings.push_back(race_finding("scan.cu"));
    findings.back().space = space;
  }
  for (const Scope scope : kAllScopes) {
    findings.push_back(race_finding("scan.cu"));
    findings.back().scope = scope;
  }
  for (const AccessKind kind : kAllAccessKinds) {
    findings.push_back(race_finding("scan.cu"));
    findings.back().accesses[0].kind = kind;
  }
  Report report = report_of(findings);
  for (const Note::Kind kind : kAllNoteKinds) report.notes.push_back({kind, "text"});
  const std::string text = render_json(report);
  const auto read = parse_json_report(text);
  ASSERT_TRUE(read);
  EXPECT_EQ(render_json(*read), text);
}

TEST(ReportReader, ReadsFingerprintsKernelsProfilesAndWhatSuppresses) {
  std::vector<Finding> findings;
  for (const Suppression::Kind kind : kAllSuppressionKinds) {
    findings.push_back(race_at(7));
    findings.back().fingerprint = "0123456789abcdef";
    findings.back().suppressed = Suppression{"a.cu:1", "reason", kind};
  }
  Report report = report_of(findings);
  report.summary.exit_status = 66;
  report.kernels = {{"scan(int*)", 3, true}, {"other(int*)", 1, false}};
  Profile profile;
  profile.kernels.push_back({.kernel = "scan(int*)", .launches = 3, .cut = 1});
  profile.kernels[0].total.lanes = {.steps = 3, .active = 33};
  profile.kernels[0].total.shared = {.accesses = 5, .passes = 7, .least = 5};
  profile.kernels[0].lines.push_back(
      {{"scan.cu", 4, "scan(int*)"}, {.global = {.requests = 3, .sectors = 12, .least = 4}}});
  profile.kernels[0].lines.push_back({{"", 0, "other()"}, {}});
  report.profile = std::make_shared<Profile>(profile);
  const std::string text = render_json(report);
  std::string error;
  const auto read = parse_json_report(text, error);
  ASSERT_TRUE(read) << error;
  EXPECT_EQ(render_json(*read), text);
  EXPECT_EQ(read->suppressed.at(2).fingerprint, "0123456789abcdef:3");
}

TEST(ReportReader, SaysWhyItRefuses) {
  const std::string text = render_json(report_of({race_finding("scan.cu"), divergence_finding("scan.cu")}));
  const auto error_with = [&](const std::string& part, const std::string& by) {
    std::string broken = text, error;
    broken.replace(broken.find(part), part.size(), by);
    EXPECT_FALSE(parse_json_report(broken, error)) << by;
    return error;
  };
  EXPECT_EQ(error_with("\"schema\": 1", "\"schema\": 9"),
            "no report of Fencepost: its schema is 9, this version reads 1");
  EXPECT_EQ(error_with("\"kind\": \"race\"", "\"kind\": \"ghost\""), "no report of Fencepost: unknown kind 'ghost'");
  EXPECT_EQ(error_with("\"launch\": 1", "\"launch\": -1"),
            "no report of Fencepost: a number from 0 is expected, not -1");
  EXPECT_EQ(error_with("\"interval\": 3", "\"interval\": 4294967296"),
            "no report of Fencepost: the number 4294967296 is too big");
  EXPECT_EQ(error_with("\"fencepost\"", "\"other\""), "no report of Fencepost: it has no member 'fencepost'");
  const std::string ranks = text.substr(text.find("\"threads\": [\n") + 11);
  const std::string first = ranks.substr(0, ranks.find("15") + 2);
  EXPECT_EQ(error_with(first, "[[0, 4294967295"), "no report of Fencepost: 'threads' are no ranks");
}

TEST(ReportReader, RefusesWhatIsNoReport) {
  std::string text = render_json(report_of({race_finding("scan.cu")}));
  for (const std::string& broken : {std::string(), std::string("[]"), text.substr(0, text.size() / 2)}) {
    EXPECT_FALSE(parse_json_report(broken));
  }
  text.replace(text.find("\"schema\": 1"), 11, "\"schema\": 9");
  EXPECT_FALSE(parse_json_report(text));
}

TEST(ReportUnion, TellsEachFindingOnceWithTheSeedThatShowsIt) {
  ReportUnion runs;
  runs.add(report_of({race_at(5)}), 7);
  runs.add(report_of({}), 8);
  runs.add(report_of({race_at(3), race_at(5)}), 9);
  EXPECT_EQ(runs.findings(), 2U);
  const Report report = runs.report(100);
  ASSERT_EQ(report.findings.size(), 2U);
  EXPECT_EQ(report.findings[0].accesses[0].location.line, 3U);
  EXPECT_EQ(report.findings[0].seed, 9U);
  EXPECT_EQ(report.findings[0].runs, 1U);
  EXPECT_EQ(report.findings[1].seed, 7U);
  EXPECT_EQ(report.findings[1].runs, 2U);
  EXPECT_EQ(report.summary.runs, 3U);
  EXPECT_EQ(report.summary.launches, 3U);
  EXPECT_EQ(report.summary.accesses, 3000U);
  EXPECT_EQ(report.summary.errors, 2U);
}

TEST(ReportUnion, PrefersTheRunWhereItIsAnError) {
  ReportUnion runs;
  runs.add(report_of({race_at(5, Severity::kWarning)}), 1);
  runs.add(report_of({race_at(5)}), 2);
  runs.add(report_of({race_at(5, Severity::kWarning)}), 3);
  const Report report = runs.report(100);
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_EQ(report.findings[0].severity, Severity::kError);
  EXPECT_EQ(report.findings[0].seed, 2U);
  EXPECT_EQ(report.findings[0].runs, 3U);
}

TEST(ReportUnion, ARaceIsTheSameWithItsSidesExchanged) {
  Finding other_way = race_at(5);
  std::swap(other_way.accesses[0], other_way.accesses[1]);
  other_way.element = "tile[3]";
  other_way.occurrences = 1;
  ReportUnion runs;
  runs.add(report_of({race_at(5)}), 1);
  runs.add(report_of({other_way}), 2);
  EXPECT_EQ(runs.findings(), 1U);
}

TEST(ReportUnion, DivergencesAreTheSameWhoeverWaitsWhere) {
  Finding other_threads = divergence_finding("scan.cu");
  for (FindingAccess& access : other_threads.accesses) access.thread[0] = 31 - access.thread[0];
  other_threads.message = "16 threads of one block wait at different barriers";
  Finding same_threads = other_threads;
  same_threads.message = "8 threads of one block wait at different barriers";
  Finding other_place = divergence_finding("scan.cu");
  for (FindingAccess& access : other_place.accesses) {
    if (access.location.line == 6) access.location.line = access.stack[0].line = 8;
  }
  ReportUnion runs;
  runs.add(report_of({divergence_finding("scan.cu")}), 1);
  runs.add(report_of({other_threads}), 2);
  EXPECT_EQ(runs.findings(), 2U) << "something else is said of it";
  runs.add(report_of({same_threads}), 3);
  EXPECT_EQ(runs.findings(), 2U) << "but for numbers the same is said";
  runs.add(report_of({other_place}), 4);
  EXPECT_EQ(runs.findings(), 3U);
}

TEST(ReportUnion, SuppressedFindingsStayApart) {
  Finding known = race_at(5);
  known.suppressed = Suppression{"rules.txt:1", ""};
  ReportUnion runs;
  runs.add(report_of({known}), 1);
  runs.add(report_of({race_at(5)}), 2);
  const Report report = runs.report(100);
  EXPECT_EQ(report.findings.size(), 1U);
  EXPECT_EQ(report.suppressed.size(), 1U);
  EXPECT_EQ(report.summary.suppressed, 1U);
}

TEST(ReportUnion, ARuleIsUnusedOnlyIfNoRunUsedIt) {
  Report used = report_of({}), unused = report_of({});
  unused.notes = {{Note::Kind::kUnusedRule, "rules.txt:1"}, {Note::Kind::kBadComment, "a.cu:3"}};
  used.notes = {{Note::Kind::kUnusedRule, "rules.txt:2"}};
  unused.notes.push_back({Note::Kind::kUnusedRule, "rules.txt:2"});
  ReportUnion runs;
  runs.add(unused, 1);
  runs.add(used, 2);
  runs.add_note("the run with --seed 3 was ended by signal 11");
  const Report report = runs.report(100);
  ASSERT_EQ(report.notes.size(), 3U);
  EXPECT_EQ(report.notes[0].text, "a.cu:3");
  EXPECT_EQ(report.notes[1].text, "rules.txt:2");
  EXPECT_EQ(report.notes[2].kind, Note::Kind::kRunEnded);
}

TEST(ReportUnion, SaysOnceHowMuchWasCheckedOfAllRuns) {
  Report run = report_of({});
  run.summary.sample = {.in_full = 2, .in_part = 1000, .not_checked = 0, .blocks = 50, .no_code = 0};
  arrange(run, 100);
  ASSERT_EQ(run.notes.size(), 1U);
  EXPECT_EQ(run.notes[0].text, "--sample checked 2 of 1,002 launches in full, 1,000 by some blocks; 50 blocks in all");
  const auto read = parse_json_report(render_json(run));
  ASSERT_TRUE(read);
  EXPECT_EQ(render_json(*read), render_json(run));
  ReportUnion all;
  all.add(*read);
  run.summary.sample = {.in_full = 1, .in_part = 0, .not_checked = 3, .blocks = 1, .no_code = 1};
  all.add(run);
  all.add(report_of({}));
  const Report sum = all.report(100);
  ASSERT_EQ(sum.notes.size(), 1U);
  EXPECT_EQ(sum.notes[0].kind, Note::Kind::kSampled);
  EXPECT_EQ(sum.notes[0].text,
            "--sample checked 3 of 1,006 launches in full (1 for want of code that checks less: compile with "
            "--sample), 1,000 by "
            "some blocks, 3 for bounds alone; 51 blocks in all");
  EXPECT_EQ(render_json(*parse_json_report(render_json(sum))), render_json(sum));
}

TEST(ReportUnion, OfReportsOfSeveralRunsCountsTheRuns) {
  ReportUnion runs;
  runs.add(report_of({race_at(5)}), 1);
  runs.add(report_of({}), 2);
  Report two = runs.report(100);
  two.notes = {{Note::Kind::kUnusedRule, "rules.txt:1"}};
  two.summary.exit_status = 66;
  two.summary.left_out = 4;
  two.kernels = {{"scan(int*)", 2, true}};
  Report one = report_of({race_at(5), race_at(6)});
  one.notes = two.notes;
  one.summary.exit_status = 0;
  one.kernels = {{"other()", 1, false}, {"scan(int*)", 1, false}};
  ReportUnion all;
  all.add(one);
  all.add(two);
  const Report report = all.report(100);
  EXPECT_EQ(report.summary.runs, 3U);
  EXPECT_EQ(report.summary.left_out, 4U);
  EXPECT_EQ(report.summary.exit_status, 66);
  ASSERT_EQ(report.findings.size(), 2U);
  EXPECT_EQ(report.findings[0].runs, 2U);
  EXPECT_EQ(report.findings[0].seed, std::nullopt) << "as the first report has it";
  EXPECT_EQ(report.findings[1].runs, 1U);
  ASSERT_EQ(report.notes.size(), 1U) << "no run used the rule";
  ASSERT_EQ(report.kernels.size(), 2U);
  EXPECT_EQ(report.kernels[1].launches, 3U);
  EXPECT_TRUE(report.kernels[1].checked);
}

TEST(ReportUnion, KeepsAsManyFindingsAsAskedFor) {
  ReportUnion runs;
  runs.add(report_of({race_at(5), race_at(6), race_at(7)}), 1);
  const Report report = runs.report(2);
  EXPECT_EQ(report.findings.size(), 2U);
  EXPECT_EQ(report.summary.left_out, 1U);
  EXPECT_EQ(report.summary.errors, 3U);
}

}  // namespace
}  // namespace fencepost::detector
