#include "detector/report_json.h"
#include "detector/report_reader.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "detector/names.h"
#include "detector/report_file.h"
#include "detector/report_html.h"
#include "tests/unit/example_findings.h"

namespace fencepost::detector {
namespace {

using Json = nlohmann::json;

Json parsed(const Finding& finding) {
  Report report;
  report.findings.push_back(finding);
  return Json::parse(render_json(report)).at("findings").at(0);
}

TEST(ReportJson, CarriesTheSummary) {
  Report report;
  report.summary = {.launches = 1,
                    .blocks = 4,
                    .threads = 1024,
                    .accesses = 123456,
                    .errors = 1,
                    .warnings = 2,
                    .suppressed = 3,
                    .left_out = 4,
                    .seconds = 0.5};
  const Json json = Json::parse(render_json(report));
  EXPECT_EQ(json.at("fencepost").at("schema"), 1);
  EXPECT_EQ(json.at("fencepost").at("version"), FENCEPOST_VERSION);
  EXPECT_EQ(json.at("summary"), Json::parse(R"({"launches": 1, "blocks": 4, "threads": 1024, "accesses": 123456,
                                               "errors": 1, "warnings": 2, "suppressed": 3, "left_out": 4, "seconds": 0.5})"));
  EXPECT_EQ(json.at("findings"), Json::array());
}

TEST(ReportJson, CarriesEveryFactOfARace) {
  EXPECT_EQ(parsed(race_finding("scan.cu")), Json::parse(R"json({
    "kind": "race", "severity": "error", "space": "shared", "scope": "intra-block",
    "kernel": "scan(int const*, int*, int)", "launch": 1, "grid": [4, 1, 1], "block_dim": [256, 1, 1],
    "object": {"name": "tile", "bytes": 1024, "declared": {"file": "scan.cu", "line": 2}},
    "offset": 68, "size": 4, "element": "tile[17]", "interval": 3,
    "interval_begin": {"file": "scan.cu", "line": 3}, "interval_end": {"file": "scan.cu", "line": 6},
    "occurrences": 1920,
    "accesses": [
      {"kind": "write", "block": [0, 0, 0], "thread": [18, 0, 0], "interval": 3,
       "location": {"file": "scan.cu", "line": 5, "function": "scan(int const*, int*, int)"},
       "stack": [{"file": "scan.cu", "line": 5, "function": "scan(int const*, int*, int)"}]},
      {"kind": "read", "block": [0, 0, 0], "thread": [17, 0, 0], "interval": 3,
       "location": {"file": "scan.cu", "line": 4, "function": "scan(int const*, int*, int)"},
       "stack": [{"file": "scan.cu", "line": 4, "function": "scan(int const*, int*, int)"}]}],
    "message": "two threads of a block access tile[17] with no barrier between them",
    "hint": "put __syncthreads() between the two lines", "suppression": "race kernel=scan at=scan.cu:5 at=scan.cu:4"})json"));
}

TEST(ReportJson, KeepsTheOrderOfTheFields) {
  Report report;
  report.findings.push_back(race_finding("scan.cu"));
  const std::string text = render_json(report);
  EXPECT_LT(text.find("\"fencepost\""), text.find("\"summary\""));
  EXPECT_LT(text.find("\"kind\""), text.find("\"severity\""));
  EXPECT_LT(text.find("\"accesses\": ["), text.find("\"message\""));
  EXPECT_TRUE(text.ends_with("}\n"));
}

TEST(ReportJson, GroupsTheThreadsOfADivergence) {
  const Json json = parsed(divergence_finding("scan.cu"));
  EXPECT_EQ(json.at("kind"), "barrier-divergence");
  const Json& accesses = json.at("accesses");
  ASSERT_EQ(accesses.size(), 3U);
  EXPECT_EQ(accesses[0].at("kind"), "barrier");
  EXPECT_EQ(accesses[0].at("threads"), Json::parse("[[0, 15]]"));
  EXPECT_EQ(accesses[0].at("count"), 16);
  EXPECT_EQ(accesses[1].at("location").at("line"), 6);
  EXPECT_EQ(accesses[2].at("kind"), "exit");
  EXPECT_EQ(accesses[2].at("location"), nullptr);
  EXPECT_EQ(json.at("interval_end"), nullptr);
}

TEST(ReportJson, IsUtf8WhateverTheSourceIs) {
  Finding finding = race_finding("caf\xE9.cu");
  EXPECT_EQ(parsed(finding).at("accesses").at(0).at("location").at("file"), "caf\xEF\xBF\xBD.cu");
}

TEST(ReportJson, TellsWhatBecameOfContracts) {
  Report report;
  EXPECT_FALSE(nlohmann::json::parse(render_json(report)).contains("contracts"));
  report.contracts = {.clauses = 14, .held = 3136, .failed = 1, .assumptions = 2, .not_evaluated = 3, .unsupported = 4};
  report.notes = {{Note::Kind::kContract, "scan.cu:3: assumed: assume |s| == n;"}};
  const auto json = nlohmann::json::parse(render_json(report));
  EXPECT_EQ(json.at("contracts").at("held"), 3136);
  const auto read = parse_json_report(render_json(report));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->contracts, report.contracts);
  EXPECT_EQ(read->notes.at(0).kind, Note::Kind::kContract);
}

class ReportFile : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/fencepost-file-XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    directory_ = name;
    report_.findings.push_back(race_finding("scan.cu"));
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  static std::string contents(const std::string& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  [[nodiscard]] long count_of_files() const {
    return std::distance(std::filesystem::directory_iterator(directory_), {});
  }

  Symboliser symboliser_{std::string("/no/executable")};
  Report report_;
  std::string directory_;
};

TEST_F(ReportFile, IsWrittenInTheFormatOfItsExtension) {
  EXPECT_EQ(write_report(directory_ + "/r.json", report_, symboliser_), std::nullopt);
  EXPECT_EQ(contents(directory_ + "/r.json"), render_json(report_));
  EXPECT_EQ(write_report(directory_ + "/r.txt", report_, symboliser_), std::nullopt);
  EXPECT_TRUE(contents(directory_ + "/r.txt").starts_with("error: race on tile[17]"));
  EXPECT_EQ(write_report(directory_ + "/r.html", report_, symboliser_), std::nullopt);
  EXPECT_EQ(contents(directory_ + "/r.html"), render_html(report_, symboliser_));
  EXPECT_EQ(count_of_files(), 3);
}

TEST_F(ReportFile, ThatCannotBeWrittenIsAnErrorWithTheReason) {
  const auto missing = write_report(directory_ + "/no/r.json", report_, symboliser_);
  EXPECT_EQ(missing, "cannot write report " + directory_ + "/no/r.json: No such file or directory");
  EXPECT_EQ(check_report_place(directory_ + "/no/r.json"), missing);
  EXPECT_EQ(check_report_place(directory_ + "/r.json"), std::nullopt);
  const auto format = write_report(directory_ + "/r.pdf", report_, symboliser_);
  ASSERT_TRUE(format);
  EXPECT_NE(format->find("report formats are .json"), std::string::npos);
  EXPECT_EQ(count_of_files(), 0);
}

TEST_F(ReportFile, OnAFullDiskIsAnErrorAndDevicesAreNotReplaced) {
  const std::string path = directory_ + "/r.json";
  std::filesystem::create_symlink("/dev/full", path);
  EXPECT_EQ(write_report(path, report_, symboliser_), "cannot write report " + path + ": No space left on device");
  EXPECT_TRUE(std::filesystem::is_symlink(path));
  EXPECT_EQ(count_of_files(), 1);
}

}  // namespace
}  // namespace fencepost::detector
