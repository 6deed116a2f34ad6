#include "detector/report/order.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "detector/wording/finding_text.h"
#include "tests/unit/example_findings.h"

namespace fencepost::detector {
namespace {

Finding finding_of(Severity severity, Kind kind, std::uint64_t launch, std::uint32_t line) {
  Finding finding = race_finding("scan.cu");
  finding.severity = severity;
  finding.kind = kind;
  finding.launch = launch;
  finding.accesses[0].location.line = line;
  return finding;
}

/// Five warnings of the first launch, three errors of the second.
Report mixed_report() {
  Report report;
  for (std::uint32_t line = 1; line <= 5; ++line) {
    report.findings.push_back(finding_of(Severity::kWarning, Kind::kRace, 1, line));
  }
  for (const Kind kind : {Kind::kOutOfBounds, Kind::kRace, Kind::kRace}) {
    report.findings.push_back(
        finding_of(Severity::kError, kind, 2, 20 + static_cast<std::uint32_t>(report.findings.size())));
  }
  return report;
}

TEST(ReportOrder, ErrorsOfLaterLaunchesComeBeforeWarningsOfEarlierOnes) {
  Report report = mixed_report();
  arrange(report, 100);
  ASSERT_EQ(report.findings.size(), 8U);
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(report.findings[i].severity, i < 3 ? Severity::kError : Severity::kWarning);
  }
  EXPECT_EQ(report.summary.left_out, 0U);
  EXPECT_TRUE(report.summary.left_out_by_kind.empty());
}

TEST(ReportOrder, TheLimitIsOfEachSeverityAndWhatItLeavesOutIsCountedByKind) {
  Report report = mixed_report();
  arrange(report, 2);
  ASSERT_EQ(report.findings.size(), 4U);
  EXPECT_EQ(report.findings[1].severity, Severity::kError);
  EXPECT_EQ(report.findings[2].severity, Severity::kWarning);
  EXPECT_EQ(report.summary.errors, 3U);
  EXPECT_EQ(report.summary.warnings, 5U);
  EXPECT_EQ(report.summary.left_out, 4U);
  EXPECT_EQ(report.summary.left_out_by_kind,
            (std::vector<LeftOut>{{Severity::kError, Kind::kRace, 1}, {Severity::kWarning, Kind::kRace, 3}}));
  EXPECT_EQ(left_out_text(report.summary), "1 error (race) and 3 warnings (race) beyond --max-findings left out");
}

TEST(ReportOrder, WarningsNeverDisplaceAnErrorWhateverTheLimit) {
  for (std::size_t most = 1; most <= 9; ++most) {
    Report report = mixed_report();
    arrange(report, most);
    EXPECT_TRUE(fails(report.summary, FailOn::kError));
    EXPECT_EQ(report.findings.at(0).severity, Severity::kError) << most;
    EXPECT_EQ(report.findings.size() + report.summary.left_out, 8U) << most;
  }
}

TEST(ReportOrder, WhatWasLeftOutBeforeCountsAmongErrorsAndWarnings) {
  Report report = mixed_report();
  arrange(report, 2);
  count_left_out(report.summary, 5, {{Severity::kWarning, Kind::kLeak, 1}, {Severity::kError, Kind::kLeak, 3}});
  EXPECT_EQ(report.summary.left_out, 9U);
  EXPECT_EQ(report.summary.errors, 6U);
  EXPECT_EQ(report.summary.warnings, 6U);
  EXPECT_EQ(left_out_text(report.summary),
            "4 errors (race: 1, leak: 3), 4 warnings (race: 3, leak: 1) and 1 finding beyond --max-findings left out");
}

TEST(ReportOrder, OldReportsAreReadWithTheirErrorsFirst) {
  std::vector<Finding> findings = mixed_report().findings;
  put_errors_first(findings);
  EXPECT_EQ(findings[0].kind, Kind::kOutOfBounds);
  EXPECT_EQ(findings[3].accesses[0].location.line, 1U);
  EXPECT_EQ(findings[7].accesses[0].location.line, 5U);
}

}  // namespace
}  // namespace fencepost::detector
