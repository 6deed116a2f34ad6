#include "cli/formats/html.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/formats/page_data.h"
#include "tests/unit/example_findings.h"

namespace fencepost::detector {
namespace {

using cli::render_html;
using cli::report_page_data;

using Json = nlohmann::json;

class ReportHtml : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/fencepost-html-XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    directory_ = name;
    file_ = directory_ + "/scan.cu";
    std::ofstream out(file_);
    for (int line = 1; line <= 40; ++line) out << "line " << line << "\n";
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  Json data() { return Json::parse(report_page_data(report_, symboliser_)); }

  Symboliser symboliser_{std::string("/no/executable")};
  Report report_;
  std::string directory_, file_;
};

TEST_F(ReportHtml, NamesPlacesByNumber) {
  report_.findings = {race_finding(file_), race_finding(file_)};
  const Json json = data();
  EXPECT_EQ(json.at("findings")[0], json.at("findings")[1]);
  const Json& access = json.at("findings")[0].at("accesses")[0];
  EXPECT_EQ(access.at("location"), access.at("stack")[0]);
  const Json& place = json.at("places").at(access.at("location").get<std::size_t>());
  EXPECT_EQ(json.at("files").at(place[0].get<std::size_t>()).at("name"), file_);
  EXPECT_EQ(place[1], 5);
  EXPECT_EQ(json.at("functions").at(place[2].get<std::size_t>()), "scan(int const*, int*, int)");
  EXPECT_EQ(json.at("places").size(), 5U);  // Two accesses, two barriers, the declaration.
}

TEST_F(ReportHtml, NamesTheCallsOfTheHostByNumber) {
  Finding finding = race_finding(file_);
  finding.launched = {{file_, 30, "run()"}, {file_, 31, "main"}};
  finding.object->stack = {{file_, 2, "make()"}, {file_, 32, "main"}};
  report_.findings = {finding};
  const Json json = data();
  const Json& told = json.at("findings")[0];
  EXPECT_EQ(json.at("places").at(told.at("launched")[1].get<std::size_t>())[1], 31);
  EXPECT_EQ(json.at("places").at(told.at("object").at("stack")[1].get<std::size_t>())[1], 32);
}

TEST_F(ReportHtml, HasTheLinesAroundAccessesAndThatOfADeclaration) {
  Finding finding = race_finding(file_);
  finding.accesses = {access_of(AccessKind::kWrite, 18, 20, file_), access_of(AccessKind::kRead, 17, 21, file_)};
  finding.object->declared.line = 2;
  finding.interval_begin.reset();
  finding.interval_end.reset();
  report_.findings = {finding};
  const Json lines = data().at("files")[0].at("lines");
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0], Json::parse(R"([2, ["line 2"]])"));
  EXPECT_EQ(lines[1][0], 16);
  EXPECT_EQ(lines[1][1].size(), 10U);  // 16 to 25: four on either side of both.
  EXPECT_EQ(lines[1][1][4], "line 20");
}

TEST_F(ReportHtml, KeepsPlacesThatNobodyKnows) {
  report_.findings = {divergence_finding(directory_ + "/missing.cu")};
  const Json json = data();
  EXPECT_EQ(json.at("findings")[0].at("accesses")[2].at("location"), nullptr);
  EXPECT_EQ(json.at("files")[0].at("lines"), Json::array());
}

TEST_F(ReportHtml, ExplainsTheKindsThatThereAre) {
  report_.findings = {race_finding(file_)};
  report_.suppressed = {divergence_finding(file_)};
  report_.suppressed[0].suppressed = {"rules.txt:3", "known"};
  const Json kinds = data().at("kinds");
  EXPECT_EQ(kinds.size(), 2U);
  EXPECT_FALSE(kinds.at("race").at("fix").get<std::string>().empty());
  EXPECT_TRUE(kinds.contains("barrier-divergence"));
}

TEST_F(ReportHtml, CutsLinesOfGeneratedSources) {
  std::ofstream(file_) << std::string(5'000'000, 'x') << "\n";
  Finding finding = race_finding(file_);
  for (FindingAccess& access : finding.accesses) access.location.line = 1;
  report_.findings = {finding};
  EXPECT_LT(render_html(report_, symboliser_).size(), 500'000U);
}

TEST_F(ReportHtml, IsTextWhateverNamesSay) {
  const std::string names[] = {"</script><script>alert(1)</script>",
                               "<img src=x onerror=alert(1)>",
                               "<!--<script>",
                               "\"'&amp;",
                               "\xE2\x80\xA8",
                               "\xFF",
                               "]]>",
                               "</noscript><b>"};
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    Finding finding = race_finding(name);
    finding.kernel = finding.message = finding.hint = finding.element = finding.object->name = name;
    report_.findings = {finding};
    report_.notes = {{Note::Kind::kContract, name}};
    const std::string text = report_page_data(report_, symboliser_);
    EXPECT_EQ(text.find('<'), std::string::npos);
    EXPECT_EQ(text.find("\xE2\x80\xA8"), std::string::npos);
    EXPECT_EQ(Json::parse(text).at("findings")[0].at("kernel"), name == "\xFF" ? "\xEF\xBF\xBD" : name);
    // Elsewhere, too, nothing but the page's own elements.
    const std::string page = render_html(report_, symboliser_);
    report_.findings = {race_finding("scan.cu")};
    report_.notes.clear();
    const std::string plain = render_html(report_, symboliser_);
    EXPECT_EQ(std::ranges::count(page, '<'), std::ranges::count(plain, '<'));
  }
}

TEST_F(ReportHtml, LoadsNothing) {
  report_.findings = {race_finding(file_)};
  const std::string page = render_html(report_, symboliser_);
  EXPECT_TRUE(page.starts_with("<!doctype html>"));
  EXPECT_NE(page.find("default-src 'none'; script-src 'sha256-"), std::string::npos);
  for (const char* loads : {"https:", "src=\"", "url(", "@import", "<link rel=\"stylesheet"}) {
    EXPECT_EQ(page.find(loads), std::string::npos) << loads;
  }
  for (std::size_t at = page.find("http:"); at != std::string::npos; at = page.find("http:", at + 1)) {
    EXPECT_TRUE(page.substr(at).starts_with("http://www.w3.org/2000/svg'")) << page.substr(at, 60);
  }
}

TEST_F(ReportHtml, ListsTheFirstCausesForBrowsersWithoutScripts) {
  report_.findings.assign(150, race_finding("<b>.cu"));
  for (std::size_t i = 0; i < report_.findings.size(); ++i) {
    report_.findings[i].accesses[0].location.function = "part_" + std::to_string(i);  // A cause of its own.
  }
  const std::string page = render_html(report_, symboliser_);
  const std::size_t begin = page.find("<noscript><pre>"), end = page.find("</pre></noscript>");
  ASSERT_NE(begin, std::string::npos);
  ASSERT_NE(end, std::string::npos);
  const std::string list = page.substr(begin, end - begin);
  EXPECT_NE(
      list.find("error: race on tile[17] (shared, 4 bytes) in scan(int const*, int*, int)\n  write   &lt;b&gt;.cu:5\n"),
      std::string::npos);
  EXPECT_NE(list.find("... and 50 errors more"), std::string::npos);
}

}  // namespace
}  // namespace fencepost::detector
