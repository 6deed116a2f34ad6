#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/formats/format.h"
#include "detector/policy/source_root.h"
#include "detector/report/json.h"
#include "detector/report/reader.h"
#include "detector/text/xml_text.h"
#include "tests/unit/example_findings.h"

namespace fencepost::detector {
namespace {

using cli::render;
using cli::write_report;

using Json = nlohmann::json;

class Formats : public testing::Test {
 protected:
  Formats() {
    report_.summary = {.launches = 1, .blocks = 4, .threads = 1024, .accesses = 1000, .errors = 1, .seconds = 0.25};
    report_.summary.exit_status = 66;
    report_.findings = {race_finding("scan.cu")};
    report_.findings[0].fingerprint = "0123456789abcdef:1";
    report_.kernels = {{"scan(int const*, int*, int)", 1, true}};
  }
  std::string rendered(Format format, FailOn fail_on = FailOn::kError) {
    return render(report_, format, symboliser_, {.fail_on = fail_on});
  }
  Json run() { return Json::parse(rendered(Format::kSarif)).at("runs").at(0); }

  Symboliser symboliser_{std::string("/no/executable")};
  Report report_;
};

TEST_F(Formats, OfComputeSanitizerReadLikeItsTools) {
  EXPECT_EQ(rendered(Format::kComputeSanitizer),
            "========= COMPUTE-SANITIZER\n"
            "========= Error: Race reported between Write access at scan(int const*, int*, int)+0x0 in scan.cu:5\n"
            "=========     and Read access at scan(int const*, int*, int)+0x0 in scan.cu:4 [1920 hazards]\n"
            "=========     two threads of a block access tile[17] with no barrier between them\n"
            "=========\n"
            "========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)\n"
            "========= ERROR SUMMARY: 1 error\n");
}

TEST_F(Formats, OfGccHaveOneLineForAFindingAndNotesForTheRest) {
  EXPECT_EQ(rendered(Format::kGcc),
            "scan.cu:5:1: error: race on tile[17] (shared, 4 bytes) in scan(int const*, int*, int): write by thread 18 "
            "of block 0 [race]\n"
            "scan.cu:4:1: note: read by thread 17 of block 0\n"
            "scan.cu:2:1: note: tile, 1,024 bytes, comes from here\n"
            "scan.cu:5:1: note: put __syncthreads() between the two lines\n"
            "fencepost: 1 launch, 4 blocks, 1,024 threads, 1,000 accesses checked: 1 error, 0 warnings (0.250 s)\n");
}

TEST_F(Formats, OfGccHaveNoPlaceWhereNoneIsKnown) {
  Finding& finding = report_.findings[0];
  finding = {};
  finding.kind = Kind::kApiError;
  finding.severity = Severity::kWarning;
  finding.message = "never\nread";
  EXPECT_TRUE(rendered(Format::kGcc).starts_with("fencepost: warning: api error: never read [api-error]\nfencepost: "))
      << rendered(Format::kGcc);
}

TEST_F(Formats, OfComputeSanitizerTellMemoryErrorsWithThreadAndAddress) {
  Finding& finding = report_.findings[0];
  finding.kind = Kind::kOutOfBounds;
  finding.space = Space::kGlobal;
  finding.accesses.resize(1);
  finding.message = "too far";
  const std::string text = rendered(Format::kComputeSanitizer);
  EXPECT_NE(text.find("========= Invalid __global__ write of size 4 bytes\n"
                      "=========     at scan(int const*, int*, int)+0x0 in scan.cu:5\n"
                      "=========     by thread (18,0,0) in block (0,0,0)\n"
                      "=========     Address 0x44 of tile, 1024 bytes, is out of bounds\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)\n"), std::string::npos);
}

TEST_F(Formats, OfGitHubAreOneCommandForEachFinding) {
  const std::string text = rendered(Format::kGithub);
  EXPECT_TRUE(
      text.starts_with("::error file=scan.cu,line=5,title=race on tile[17] (shared%2C 4 bytes) in "
                       "scan(int const*%2C int*%2C int)::error: race on tile[17]"))
      << text;
  EXPECT_NE(text.find("%0A  write   scan.cu:5%0A"), std::string::npos) << text;
  EXPECT_EQ(std::ranges::count(text, '\n'), 2);
  report_.findings[0].severity = Severity::kWarning;
  EXPECT_TRUE(rendered(Format::kGithub).starts_with("::warning file=scan.cu,line=5,"));
}

TEST_F(Formats, OfGitHubLetNoNameBeginACommand) {
  report_.findings[0].kernel = "k\n::stop-commands::x\r\n%0A::error::y";
  report_.findings[0].accesses[0].location.file = "a,line=1::b\n::error::c.cu";
  report_.notes = {{Note::Kind::kRunEnded, "x\n::error::d"}};
  const std::string text = rendered(Format::kGithub);
  EXPECT_EQ(std::ranges::count(text, '\n'), 3);
  EXPECT_EQ(text.find('\r'), std::string::npos);
  EXPECT_NE(text.find("file=a%2Cline=1%3A%3Ab %3A%3Aerror%3A%3Ac.cu,line=5,"), std::string::npos) << text;
}

TEST_F(Formats, OfJunitHaveACaseForEachKernel) {
  report_.kernels.push_back({"clean(int*)", 2, true});
  report_.kernels.push_back({"other(int*)", 2, false});
  const std::string text = rendered(Format::kJunit);
  EXPECT_NE(text.find("tests=\"4\" failures=\"1\" errors=\"0\" skipped=\"1\""), std::string::npos) << text;
  EXPECT_NE(
      text.find("<failure message=\"race on tile[17] (shared, 4 bytes) in scan(int const*, int*, int) at scan.cu:5 "
                "and scan.cu:4\" type=\"race\">"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("<testcase classname=\"fencepost.clean\" name=\"clean(int*)\" time=\"0\"/>"), std::string::npos);
  report_.findings[0].severity = Severity::kWarning;
  EXPECT_NE(rendered(Format::kJunit).find("failures=\"0\""), std::string::npos);
  EXPECT_NE(rendered(Format::kJunit, FailOn::kWarning).find("failures=\"1\""), std::string::npos);
}

TEST_F(Formats, OfJunitAreNotGreenIfNothingWasChecked) {
  report_ = {};
  EXPECT_NE(rendered(Format::kJunit).find("errors=\"1\""), std::string::npos);
  report_.summary.launches = 1;
  EXPECT_NE(rendered(Format::kJunit).find("errors=\"0\""), std::string::npos);
  for (const int status : {1, 124, 130, 139}) {
    report_.summary.exit_status = status;
    EXPECT_NE(rendered(Format::kJunit).find("errors=\"1\""), std::string::npos) << status;
  }
}

TEST_F(Formats, OfSarifHaveARuleAndBothPlaces) {
  const Json log = run();
  EXPECT_EQ(log.at("tool").at("driver").at("rules").at(0).at("id"), "race");
  EXPECT_EQ(log.at("invocations").at(0).at("exitCode"), 66);
  EXPECT_EQ(log.at("invocations").at(0).at("executionSuccessful"), true);
  const Json& result = log.at("results").at(0);
  EXPECT_EQ(result.at("level"), "error");
  EXPECT_EQ(result.at("locations").at(0).at("physicalLocation").at("region").at("startLine"), 5);
  EXPECT_EQ(result.at("relatedLocations").at(1).at("physicalLocation").at("region").at("startLine"), 4);
  EXPECT_EQ(result.at("partialFingerprints").at("primaryLocationLineHash"), "0123456789abcdef:1");
  EXPECT_EQ(result.at("occurrenceCount"), 1920);
  const Json& flows = result.at("codeFlows").at(0).at("threadFlows");
  ASSERT_EQ(flows.size(), 2U);
  EXPECT_EQ(flows.at(0).at("locations").size(), 3U) << "from barrier to barrier";
  EXPECT_NE(result.at("message").at("text").get<std::string>().find("write by thread 18 of block 0 at [scan.cu:5](1)"),
            std::string::npos);
}

TEST_F(Formats, OfSarifHaveTheCallsOfTheHostAsStacks) {
  Finding& finding = report_.findings.front();
  finding.launched = {{"scan.cu", 30, "run()"}, {"scan.cu", 40, "main"}};
  finding.object->stack = {{"scan.cu", 2, "make(int)"}, {"scan.cu", 39, "main"}};
  const Json stacks = run().at("results").at(0).at("stacks");
  const auto line = [&](std::size_t stack, std::size_t frame) {
    const Json& location = stacks.at(stack).at("frames").at(frame).at("location");
    return location.at("physicalLocation").at("region").at("startLine").get<int>();
  };
  ASSERT_EQ(stacks.size(), 2U);
  EXPECT_EQ(stacks.at(0).at("message").at("text"), "launch 1");
  EXPECT_EQ(line(0, 0), 30);
  EXPECT_EQ(line(0, 1), 40);
  EXPECT_EQ(stacks.at(1).at("message").at("text"), "allocation of tile");
  EXPECT_EQ(line(1, 1), 39);
}

TEST_F(Formats, OfSarifKeepWhatIsSuppressedApart) {
  report_.suppressed = report_.findings;
  report_.findings.clear();
  report_.suppressed[0].suppressed = Suppression{"scan.cu:3", "known", Suppression::Kind::kComment};
  EXPECT_EQ(run().at("results").at(0).at("suppressions").at(0),
            Json::parse(R"({"kind": "inSource", "justification": "scan.cu:3: known"})"));
  report_.suppressed[0].suppressed->kind = Suppression::Kind::kBaseline;
  EXPECT_EQ(run().at("results").at(0).at("suppressions").at(0).at("kind"), "external");
}

TEST_F(Formats, OfSarifEscapeUrisLinksAndPlaceholders) {
  Finding& finding = report_.findings[0];
  finding.kernel = "main::{lambda(int)#1}::operator[](int)";
  finding.accesses[0].location.file = "a b/\xC3\xA9#?%[1](2).cu";
  finding.accesses[1].location.file = "/abs/c d.cu";
  const Json result = run().at("results").at(0);
  EXPECT_EQ(result.at("locations").at(0).at("physicalLocation").at("artifactLocation").at("uri"),
            "a%20b/%C3%A9%23%3F%25%5B1%5D%282%29.cu");
  EXPECT_EQ(result.at("relatedLocations").at(1).at("physicalLocation").at("artifactLocation").at("uri"),
            "file:///abs/c%20d.cu");
  const std::string text = result.at("message").at("text");
  EXPECT_NE(text.find("main::{{lambda(int)#1}}::operator[] (int)"), std::string::npos) << text;
  EXPECT_NE(text.find("#?%1(2).cu:5](1)"), std::string::npos) << text;
}

TEST_F(Formats, OfDamagedReportsAreWrittenOrRefused) {
  report_.findings.push_back(divergence_finding("scan.cu"));
  report_.suppressed = {race_finding("scan.cu")};
  report_.suppressed[0].suppressed = Suppression{"scan.cu:3", "known", Suppression::Kind::kComment};
  report_.notes = {{Note::Kind::kRunEnded, "text"}};
  const Json good = Json::parse(render_json(report_));
  const Json others[] = {nullptr, -1, 0, 4294967295U, 1.5, "", "\x01[a](1)\n{", Json::array(), Json::object(), true};
  std::set<std::string> places;  // JSON pointers to every value.
  const Json flat = good.flatten();
  for (const auto& [place, value] : flat.items()) {
    for (std::size_t end = place.size(); end != std::string::npos && end != 0; end = place.rfind('/', end - 1)) {
      places.insert(place.substr(0, end));
    }
  }
  std::size_t written = 0, refused = 0;
  for (const std::string& place : places) {
    for (const Json& other : others) {
      Json damaged = good;
      damaged[Json::json_pointer(place)] = other;
      std::string error;
      const auto report = parse_json_report(damaged.dump(), error);
      if (!report) {
        EXPECT_TRUE(error.starts_with("no report of Fencepost: ")) << error;
        ++refused;
        continue;
      }
      ++written;
      for (const auto& [name, format] : format_names()) {
        EXPECT_TRUE(render(*report, format, symboliser_, {}).ends_with('\n')) << name << place;
      }
    }
  }
  EXPECT_GT(written, 100U);
  EXPECT_GT(refused, 1000U);
}

TEST(XmlText, HoldsWhateverTheSourceHolds) {
  EXPECT_EQ(xml_text("a<b>&\"]]>\x01\x1B[0m\n"), "a&lt;b&gt;&amp;&quot;]]&gt;\xEF\xBF\xBD\xEF\xBF\xBD[0m\n");
  EXPECT_EQ(xml_attribute("a\n\t\r"), "a&#10;&#9;&#13;");
  EXPECT_EQ(xml_text("caf\xC3\xA9 \xF0\x9F\x98\x80"), "caf\xC3\xA9 \xF0\x9F\x98\x80");
  const std::string bad = "\xEF\xBF\xBD";
  EXPECT_EQ(xml_text("\xE9"), bad);                                // Latin-1.
  EXPECT_EQ(xml_text("\xC0\x80"), bad + bad);                      // Too long a form.
  EXPECT_EQ(xml_text("\xED\xA0\x80"), bad + bad + bad);            // A surrogate.
  EXPECT_EQ(xml_text("\xEF\xBF\xBE"), bad);                        // U+FFFE
  EXPECT_EQ(xml_text("\xF4\x90\x80\x80"), bad + bad + bad + bad);  // Beyond U+10FFFF.
  EXPECT_EQ(xml_text("x\xE2\x82"), "x" + bad + bad);               // Cut off.
}

TEST(ReportExtensions, AreListed) {
  const std::string text = report_extensions();
  EXPECT_TRUE(text.starts_with(".json, .html, .sarif")) << text;
  EXPECT_TRUE(text.ends_with(" and .txt")) << text;
}

TEST(ReportTargets, AreExtensionsOrNamedFormats) {
  const auto target = [](const std::string& text) { return report_target(text).value(); };
  EXPECT_EQ(target("dir.json/r.sarif").format, Format::kSarif);
  EXPECT_EQ(target("gcc:out/r.json").format, Format::kGcc);
  EXPECT_EQ(target("gcc:out/r.json").path, "out/r.json");
  EXPECT_EQ(target("html:-").path, kStandardOutput);
  EXPECT_EQ(target("-").format, Format::kJson);
  EXPECT_EQ(target("pdf:r.json").path, "pdf:r.json");
  for (const char* text : {"r", "pdf:r", "json:", "", "--"}) EXPECT_FALSE(report_target(text)) << text;
}

TEST(ReportTargets, GiveTheFormatToStandardOutput) {
  Format format = Format::kSarif;
  std::vector<std::string> reports = {"a.json", "-"};
  give_format_to_standard_output(reports, format);
  EXPECT_EQ(reports, (std::vector<std::string>{"a.json", "sarif:-"}));
  EXPECT_EQ(format, Format::kText);
  reports = {"-"};
  give_format_to_standard_output(reports, format);
  EXPECT_EQ(reports, std::vector<std::string>{"json:-"});
  reports = {"a.json"};
  format = Format::kGcc;
  give_format_to_standard_output(reports, format);
  EXPECT_EQ(format, Format::kGcc);
  EXPECT_FALSE(goes_to_standard_output(reports));
}

}  // namespace
}  // namespace fencepost::detector
