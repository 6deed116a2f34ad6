#include "detector/report/fingerprint.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "detector/report/diff.h"
#include "detector/report/json.h"
#include "detector/report/order.h"
#include "tests/unit/example_findings.h"

namespace fencepost::detector {
namespace {

/// The example's race is at lines 5 and 4 of a file that has them further down.
class Fingerprint : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/fencepost-print-XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    directory_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  /// The race in a file with so many lines above, whose two lines are these.
  Finding race(const std::string& file, std::uint32_t above, const std::string& write = "a[i] = b[i];",
               const std::string& read = "x = a[i - 1];") {
    const std::string path = directory_ + "/" + file;
    std::ofstream out(path);
    for (std::uint32_t i = 0; i < above + 3; ++i) out << "// " << i << "\n";
    out << read << "\n" << write << "\n";
    out.close();
    Finding finding = race_finding(path);
    for (FindingAccess& access : finding.accesses) access.location.line += above;
    return finding;
  }
  std::string of(const Finding& finding) {
    Symboliser symboliser{std::string("/no/executable")};  // Another: it reads a file once.
    return fingerprint_of(finding, symboliser);
  }

  std::string directory_;
};

TEST_F(Fingerprint, SurvivesWhatMovesItsLines) {
  const std::string known = of(race("scan.cu", 0));
  EXPECT_EQ(known.size(), 16U);
  EXPECT_EQ(of(race("scan.cu", 7)), known);
  EXPECT_EQ(of(race("renamed.cu", 7, "  a[i]  = b[ i ];\t", "\tx = a[i - 1];")), known);
  Finding other = race("scan.cu", 7);
  std::swap(other.accesses[0], other.accesses[1]);
  other.accesses[0].thread = {3, 0, 0};
  other.launch = 9;
  other.occurrences = 1;
  other.element = "tile[3]";
  other.grid = {1, 1, 1};
  other.severity = Severity::kWarning;
  other.accesses[0].location.function = "scan";  // Inlined: without its parameters.
  EXPECT_EQ(of(other), known);
}

TEST_F(Fingerprint, DiffersForAnotherDefect) {
  const Finding finding = race("scan.cu", 0);
  const std::string known = of(finding);
  EXPECT_NE(of(race("scan.cu", 0, "a[i] = c[i];")), known);
  EXPECT_NE(of(race("scan.cu", 0, "a[i] = b[i];", "y = a[i - 1];")), known);
  const auto with = [&](auto change) {
    Finding other = race("scan.cu", 0);
    change(other);
    return of(other);
  };
  EXPECT_NE(with([](Finding& f) { f.kernel = "other(int*)"; }), known);
  EXPECT_NE(with([](Finding& f) { f.object->name = "other"; }), known);
  EXPECT_NE(with([](Finding& f) { f.scope = Scope::kInterBlock; }), known);
  EXPECT_NE(with([](Finding& f) { f.kind = Kind::kOutOfBounds; }), known);
  EXPECT_NE(with([](Finding& f) { f.accesses[0].kind = AccessKind::kAtomic; }), known);
  EXPECT_NE(with([](Finding& f) { f.accesses[1].location.function = "other()"; }), known);
}

TEST_F(Fingerprint, OfWhatIsNoRaceHoldsWhatIsSaid) {
  const auto with = [&](const std::string& message) {
    Finding finding = race("scan.cu", 0);
    finding.kind = Kind::kApiError;
    finding.message = message;
    return of(finding);
  };
  EXPECT_EQ(with("cudaMemcpy copies 256 bytes too many"), with("cudaMemcpy copies 1,024 bytes too many"));
  EXPECT_NE(with("cudaMemcpy copies 256 bytes too many"), with("cudaMemcpy got a wrong direction"));
}

Report arranged(std::vector<Finding> findings, const Baseline* baseline = nullptr) {
  Report report;
  report.findings = std::move(findings);
  arrange(report, 100, baseline);
  return report;
}

Finding printed(const std::string& fingerprint, std::uint32_t line, Severity severity = Severity::kError) {
  Finding finding = race_finding("scan.cu");
  finding.accesses[0].location.line = line;
  finding.severity = severity;
  finding.fingerprint = fingerprint;
  return finding;
}

TEST(Fingerprints, ThatAreEqualAreNumberedByTheirLines) {
  const Report report = arranged({printed("b", 1), printed("a:7", 20), printed("a", 3, Severity::kWarning)});
  ASSERT_EQ(report.findings.size(), 3U);
  EXPECT_EQ(report.findings[0].fingerprint, "b:1");
  EXPECT_EQ(report.findings[1].fingerprint, "a:2");
  EXPECT_EQ(report.findings[2].fingerprint, "a:1");
}

TEST(ABaseline, SuppressesWhatItKnowsButNoWarningThatBecameAnError) {
  Report old = arranged({printed("a", 1), printed("b", 2, Severity::kWarning), printed("c", 3)});
  const Baseline baseline = baseline_of(old, "old.json");
  const Report now = arranged(
      {printed("a", 11), printed("a", 12), printed("b", 13), printed("c", 14, Severity::kWarning), printed("d", 15)},
      &baseline);
  ASSERT_EQ(now.suppressed.size(), 2U);
  EXPECT_EQ(now.suppressed[0].fingerprint, "a:1");
  EXPECT_EQ(now.suppressed[0].suppressed->by, "old.json");
  EXPECT_EQ(now.suppressed[1].fingerprint, "c:1");
  ASSERT_EQ(now.findings.size(), 3U);
  EXPECT_EQ(now.findings[0].fingerprint, "a:2") << "one more of the same";
  EXPECT_EQ(now.findings[1].fingerprint, "b:1") << "was a warning";
  EXPECT_EQ(now.summary.errors, 3U);
  // A report made with a baseline is one itself: it knows what its own baseline knew.
  const Report next = arranged({printed("a", 21), printed("d", 25)}, nullptr);
  const Baseline later = baseline_of(now, "now.json");
  EXPECT_EQ(arranged(next.findings, &later).findings.size(), 0U);
}

TEST(ABaseline, DoesNotKnowWhatRulesSuppress) {
  Report old = arranged({printed("a", 1)});
  old.findings[0].suppressed = Suppression{"rules.txt:1", ""};
  old = arranged(old.findings);
  const Baseline baseline = baseline_of(old, "old.json");
  EXPECT_EQ(arranged({printed("a", 1)}, &baseline).findings.size(), 1U);
}

TEST(ADiff, TellsNewFixedSameAndSuppressed) {
  const Report old = arranged({printed("a", 1), printed("b", 2), printed("c", 3), printed("d", 4, Severity::kWarning)});
  std::vector<Finding> findings = {printed("a", 11), printed("c", 13), printed("d", 14), printed("e", 15)};
  findings[1].suppressed = Suppression{"rules.txt:1", ""};
  const Report now = arranged(findings);
  const ReportDiff diff = diff_of(old, now);
  const auto names = [](const std::vector<const Finding*>& list) {
    std::string text;
    for (const Finding* finding : list) text += finding->fingerprint + " ";
    return text;
  };
  EXPECT_EQ(names(diff.added), "d:1 e:1 ") << "an error that was a warning is new";
  EXPECT_EQ(names(diff.gone), "b:1 ");
  EXPECT_EQ(names(diff.same), "a:1 ");
  EXPECT_EQ(names(diff.suppressed), "c:1 ");
  Symboliser symboliser{std::string("/no/executable")};
  const std::string text = render_diff(diff, symboliser, 100, false);
  EXPECT_TRUE(text.starts_with("new error: race on tile[17]")) << text;
  EXPECT_TRUE(text.ends_with("fencepost: 2 new, 1 fixed, 1 same, 1 suppressed now\n")) << text;
}

TEST(ADiff, OfAReportWithItselfIsEmpty) {
  const Report report = arranged({printed("a", 1), printed("a", 2), printed("b", 3)});
  const ReportDiff diff = diff_of(report, report);
  EXPECT_EQ(diff.same.size(), 3U);
  EXPECT_TRUE(diff.added.empty());
  EXPECT_TRUE(diff.gone.empty());
}

}  // namespace
}  // namespace fencepost::detector
