#include "detector/processes/process_journal.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "cli/check/journal_reader.h"
#include "detector/model/options.h"
#include "detector/model/process_identity.h"
#include "detector/report/fingerprint.h"
#include "detector/report/processes.h"
#include "detector/report/union.h"
#include "tests/unit/example_findings.h"

namespace fencepost::detector {
namespace {

using cli::count_journals;
using cli::Journal;
using cli::JournalCounts;
using cli::read_journal;

namespace fs = std::filesystem;

class ProcessJournals : public testing::Test {
 protected:
  ProcessJournals() {
    char name[] = "/tmp/fencepost-journal-XXXXXX";
    folder_ = mkdtemp(name);
    self_ = this_process();
    self_.program = "/work/app";
    self_.arguments = {"--size", "6 4"};
  }
  ~ProcessJournals() override { fs::remove_all(folder_); }

  [[nodiscard]] std::vector<std::string> files() const {
    std::vector<std::string> files;
    for (const auto& entry : fs::directory_iterator(folder_)) files.push_back(entry.path().string());
    return files;
  }

  std::string folder_;
  ProcessRecord self_;
};

TEST_F(ProcessJournals, TellWhatAProcessCameToThatWasKilled) {
  ProcessJournal journal(folder_, self_);
  journal.add_kernel("scan(int*)", true);
  for (std::uint64_t launch = 1; launch <= 3; ++launch) {
    journal.count_kernel(0);
    if (launch == 2) journal.add_finding(0, race_finding("/work/scan.cu"));
    journal.count_launch({.launches = launch, .blocks = 4 * launch, .threads = 128 * launch, .accesses = 1000});
  }
  journal.count_kernel(0);  // The launch in which it is killed.
  ASSERT_EQ(journal.error(), "");
  ASSERT_EQ(files().size(), 1U);
  const auto read = read_journal(files().front());
  ASSERT_TRUE(read);
  EXPECT_FALSE(read->is_complete);
  const Report& report = read->report;
  EXPECT_EQ(report.summary.launches, 3U);
  EXPECT_EQ(report.summary.threads, 384U);
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_EQ(report.findings[0].program, "/work/app");
  EXPECT_EQ(report.findings[0].processes, std::vector<std::uint32_t>{1});
  ASSERT_EQ(report.processes.size(), 1U);
  const ProcessRecord& process = report.processes[0];
  EXPECT_EQ(process.end, ProcessRecord::End::kLost);
  EXPECT_EQ(process.errors, 1U);
  EXPECT_EQ(process.arguments, self_.arguments);
  ASSERT_EQ(process.kernels.size(), 1U);
  EXPECT_EQ(process.kernels[0].launches, 4U);
  EXPECT_EQ(command_text(process), "/work/app --size '6 4'");
}

TEST_F(ProcessJournals, AFindingThatBecomesAnErrorReplacesTheWarning) {
  ProcessJournal journal(folder_, self_);
  Finding finding = race_finding("/work/scan.cu");
  finding.severity = Severity::kWarning;
  journal.add_finding(0, finding);
  finding.severity = Severity::kError;
  journal.add_finding(0, finding);
  const auto read = read_journal(files().front());
  ASSERT_TRUE(read);
  ASSERT_EQ(read->report.findings.size(), 1U);
  EXPECT_EQ(read->report.summary.errors, 1U);
  EXPECT_EQ(read->report.summary.warnings, 0U);
}

TEST_F(ProcessJournals, ALineThatWasCutShortIsNone) {
  {
    ProcessJournal journal(folder_, self_);
    journal.add_finding(0, race_finding("/work/scan.cu"));
  }
  const std::string file = files().front();
  const std::uintmax_t whole = fs::file_size(file);
  std::size_t readable = 0;
  for (std::uintmax_t bytes = whole; bytes-- > 0;) {
    fs::resize_file(file, bytes);
    const auto read = read_journal(file);
    if (!read) continue;
    ++readable;
    EXPECT_TRUE(read->report.findings.empty()) << bytes;
  }
  EXPECT_GT(readable, 100U);
}

TEST_F(ProcessJournals, TheEndIsTheOneThatWasWrittenDown) {
  ProcessJournal journal(folder_, self_);
  journal.set_ended(0);
  EXPECT_EQ(read_journal(files().front())->report.processes[0].end, ProcessRecord::End::kExited);
  journal.set_ended(7);
  EXPECT_EQ(read_journal(files().front())->report.processes[0].status, 7);
}

TEST_F(ProcessJournals, AProcessThatCrashedHasToldItsSignal) {
  ProcessJournal journal(folder_, self_);
  Report report;
  report.summary.exit_status = 128 + SIGSEGV;
  journal.add_report(report);
  const auto read = read_journal(files().front());
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->is_complete);
  EXPECT_EQ(read->report.processes[0].end, ProcessRecord::End::kSignal);
  EXPECT_EQ(read->report.processes[0].status, SIGSEGV);
}

TEST_F(ProcessJournals, AFolderThatIsGoneIsAnError) {
  const ProcessJournal journal(folder_ + "/none", self_);
  EXPECT_FALSE(journal.ok());
  EXPECT_NE(journal.error().find("No such file or directory"), std::string::npos);
}

TEST_F(ProcessJournals, ASecondImageOfAProcessHasAFileOfItsOwn) {
  const ProcessJournal first(folder_, self_), second(folder_, self_);
  EXPECT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(files().size(), 2U);
}

TEST_F(ProcessJournals, WhateverElseIsInTheFolderIsNone) {
  const std::string file = folder_ + "/x.journal";
  for (const std::string& text : {std::string(), std::string("{}"), std::string(9000, '\0'), std::string(9000, 'x')}) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
    EXPECT_FALSE(read_journal(file));
  }
  EXPECT_EQ(count_journals(folder_).processes, 0U);
}

Report report_of_process(const std::string& program, std::vector<Finding> findings) {
  Report report;
  ProcessRecord process;
  process.program = program;
  report.summary.launches = 1;
  report.summary.processes = 1;
  for (Finding& finding : findings) {
    finding.processes = {1};
    finding.program = program;
    ++process.errors;
  }
  report.findings = std::move(findings);
  report.processes = {std::move(process)};
  return report;
}

TEST(ReportUnion, NumbersTheProcessesOfItsReports) {
  ReportUnion pair, all;
  pair.add(report_of_process("/work/a", {}));
  pair.add(report_of_process("/work/b", {race_finding("/work/x/main.cu")}));
  all.add(report_of_process("/work/c", {race_finding("/work/y/main.cu")}));
  all.add(pair.report(100));
  all.add(report_of_process("/work/d", {race_finding("/work/x/main.cu")}));
  Report report = all.report(100);
  use_paths_from("/work", report);
  EXPECT_EQ(report.summary.processes, 4U);
  EXPECT_EQ(report.summary.runs, 0U);
  ASSERT_EQ(report.findings.size(), 2U);
  EXPECT_EQ(report.findings[0].accesses[0].location.file, "x/main.cu");
  EXPECT_EQ(report.findings[0].processes, (std::vector<std::uint32_t>{3, 4}));
  EXPECT_EQ(report.findings[0].program, "b");
  EXPECT_EQ(report.findings[1].processes, (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(processes_text(report.findings[0]), "b, and 1 more process");
  EXPECT_EQ(process_lines(report), (std::vector<std::string>{"c: 1 error, 0 warnings", "b: 1 error, 0 warnings",
                                                             "d: 1 error, 0 warnings", "1 process without findings"}));
}

TEST(ReportUnion, WhatABaselineKnowsDoesNotCountForItsProcesses) {
  ReportUnion all;
  Finding known = race_finding("/work/main.cu");
  known.fingerprint = "0123456789abcdef:1";
  all.add(report_of_process("/work/a", {known}));
  const Baseline baseline{"old.json", {{known.fingerprint, Severity::kError}}};
  EXPECT_EQ(all.report(100, &baseline).processes[0].errors, 0U);
}

TEST(FileNames, TakeWhatThePercentSignsStandFor) {
  std::string error;
  EXPECT_EQ(expand_file_name("r-%p.json", error), "r-" + std::to_string(::getpid()) + ".json");
  EXPECT_EQ(expand_file_name("100%%.json", error), "100%.json");
  EXPECT_EQ(expand_file_name("plain.json", error), "plain.json");
  for (const char* wrong : {"%x.json", "r.json%", "%P"}) {
    error.clear();
    EXPECT_FALSE(expand_file_name(wrong, error)) << wrong;
    EXPECT_NE(error.find("there are %p (process), %e (executable), %h (host) and %%"), std::string::npos) << error;
  }
}

TEST(FileNames, AreThoseOfThisProcessInOptions) {
  std::string error;
  const auto options = parse_options("--report r-%p.json", error);
  ASSERT_TRUE(options) << error;
  EXPECT_TRUE(options->reports_name_process);
  EXPECT_EQ(options->reports.front(), "r-" + std::to_string(::getpid()) + ".json");
  EXPECT_FALSE(parse_options("--report r-%x.json", error));
  EXPECT_NE(error.find("%x stands for nothing"), std::string::npos) << error;
}

}  // namespace
}  // namespace fencepost::detector
