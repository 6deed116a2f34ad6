#include "detector/report/json.h"
#include "detector/report/reader.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/formats/format.h"
#include "cli/formats/html.h"
#include "detector/model/names.h"
#include "detector/model/stream_timeline.h"
#include "detector/model/sweep_results.h"
#include "detector/output/file.h"
#include "tests/unit/example_findings.h"

namespace fencepost::detector {
namespace {

using cli::render_html;
using cli::write_report;

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

TEST(ReportJson, NamesWhatWasLeftOutByKind) {
  Report report;
  report.summary.left_out = 5;
  report.summary.left_out_by_kind = {{Severity::kError, Kind::kOutOfBounds, 2}, {Severity::kWarning, Kind::kRace, 3}};
  const std::string text = render_json(report);
  EXPECT_EQ(Json::parse(text).at("summary").at("left_out_by_kind"), Json::parse(R"([
    {"severity": "error", "kind": "out-of-bounds", "count": 2}, {"severity": "warning", "kind": "race", "count": 3}])"));
  const auto read = parse_json_report(text);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->summary.left_out_by_kind, report.summary.left_out_by_kind);
}

TEST(ReportJson, GroupsFindingsByCause) {
  Report report;
  report.findings = {race_finding("scan.cu"), divergence_finding("scan.cu"), race_finding("scan.cu")};
  const char* names[] = {"000000000000000a:1", "000000000000000b:1", "000000000000000a:2"};
  for (std::size_t i = 0; i < 3; ++i) report.findings[i].fingerprint = names[i];
  EXPECT_EQ(Json::parse(render_json(report)).at("groups"), Json::parse(R"json([
    {"title": "2 errors: race on tile in scan, scan.cu:4-5, without __syncthreads()", "severity": "error",
     "kind": "race", "count": 2, "findings": ["000000000000000a:1", "000000000000000a:2"]
},
    {"title": "1 error: barrier divergence in scan, scan.cu:3, 6", "severity": "error",
     "kind": "barrier-divergence", "count": 1, "findings": ["000000000000000b:1"]}])json"));
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

Json timeline_of(const Report& report) { return nlohmann::json::parse(render_json(report))["findings"][0]["timeline"]; }

Report stream_report() {
  Report report;
  report.findings = {race_finding("scan.cu")};
  Finding& finding = report.findings[0];
  finding.scope = Scope::kStream;
  finding.interval_begin.reset();
  finding.interval_end.reset();
  finding.object->dimensions = {4, 64};
  finding.timeline = std::make_shared<StreamTimeline>(StreamTimeline{
      {{"the host", "host"}, {"stream 1", "blocking"}, {"stream 2", "non-blocking"}},
      {{.kind = StepKind::kLaunch,
        .lane = 1,
        .number = 3,
        .call = "scan(int*)",
        .location = {"scan.cu", 8, ""},
        .access = 0},
       {.kind = StepKind::kEventRecord, .lane = 1, .number = 4, .event = 2},
       {.kind = StepKind::kHostWait, .lane = 0, .number = 1, .awaited = 2},
       {.kind = StepKind::kOperation, .lane = 2, .number = 1, .call = "cudaMemcpy", .host_waits = true, .access = 1}}});
  report.program = {"scan.cu", {"-DN=4"}, {"8", "a b"}};
  return report;
}

TEST(ReportJson, TellsWhatWasIssuedAroundARaceOfStreams) {
  const Json timeline = timeline_of(stream_report());
  EXPECT_EQ(timeline.at("lanes")[2], Json::parse(R"({"name": "stream 2", "kind": "non-blocking"})"));
  EXPECT_EQ(timeline.at("steps")[0], Json::parse(R"json({"kind": "launch", "lane": 1, "number": 3,
    "call": "scan(int*)", "location": {"file": "scan.cu", "line": 8}, "access": 0})json"));
  EXPECT_EQ(timeline.at("steps")[1], Json::parse(R"({"kind": "event-record", "lane": 1, "number": 4, "location": null,
    "event": 2})"));
}

TEST(ReportJson, IsReadBackWithWhatDrawingsNeed) {
  Report report = stream_report();
  report.sweep = std::make_shared<SweepResults>(SweepResults{{{"N", {"1", "2", "3"}}, {"BLOCKS", {"32", "64"}}},
                                                             5,
                                                             {{}, {{{"4a:1", 3}}, {{"timeout", 2}}}},
                                                             {0, 0, 0, 1, 1, 0}});
  const std::string text = render_json(report);
  EXPECT_NE(text.find("\"cells\""), std::string::npos);
  std::string error;
  const auto read = parse_json_report(text, error);
  ASSERT_TRUE(read) << error;
  EXPECT_EQ(render_json(*read), text);
  EXPECT_EQ(read->program, report.program);
  EXPECT_EQ(read->sweep->cells, report.sweep->cells);
}

TEST(ReportJson, WithDrawingsOfWhatIsNotThereIsRefused) {
  const std::string text = render_json(stream_report());
  const auto is_refused = [&](const std::string& pointer, const Json& value) {
    Json json = Json::parse(text);
    json[Json::json_pointer(pointer)] = value;
    return !parse_json_report(json.dump());
  };
  EXPECT_FALSE(is_refused("/findings/0/timeline/steps/0/lane", 2));
  EXPECT_TRUE(is_refused("/findings/0/timeline/steps/0/lane", 3));
  EXPECT_TRUE(is_refused("/findings/0/timeline/steps/0/access", 2));
  EXPECT_TRUE(is_refused("/findings/0/timeline/steps/0/kind", "jump"));
  const Json axes = Json::parse(R"([{"name": "N", "values": ["1", "2"]}])");
  const auto sweep = [&](const char* cells) {
    return Json{{"axes", axes},
                {"runs_of_cell", 1},
                {"results", Json::parse(R"([{"findings": [], "ends": []}])")},
                {"cells", Json::parse(cells)}};
  };
  EXPECT_FALSE(is_refused("/sweep", sweep("[[0, 2]]")));
  for (const char* cells : {"[[0, 1]]", "[[0, 3]]", "[[1, 2]]", "[[0, 4294967295], [0, 3]]", "[[0]]"}) {
    EXPECT_TRUE(is_refused("/sweep", sweep(cells))) << cells;
  }
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
