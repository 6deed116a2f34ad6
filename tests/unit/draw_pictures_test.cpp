#include <gtest/gtest.h>

#include <chrono>
#include <regex>

#include "cli/draw/html.h"
#include "cli/draw/markup.h"
#include "cli/draw/svg.h"
#include "tests/unit/example_patterns.h"

namespace fencepost::cli {
namespace {

std::string svg_of(const detector::PermissionPattern& pattern, const DrawingRequest& request = {}) {
  return draw_svg({make_drawing(pattern, request, kSvgLimits)});
}

std::string html_of(const detector::PermissionPattern& pattern, const DrawingRequest& request = {}) {
  return draw_html({make_drawing(pattern, request, kHtmlLimits)});
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

/// The elements of XML or of our HTML are closed in the order in which they were opened.
std::string first_unbalanced(const std::string& text) {
  std::vector<std::string> open;
  const std::regex tag(R"(<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:"[^"]*"|[^">])*?)(/?)>)");
  for (auto at = std::sregex_iterator(text.begin(), text.end(), tag); at != std::sregex_iterator(); ++at) {
    std::string name = (*at)[2];
    if (name == "meta" || name == "br" || name == "wbr" || (*at)[4] == "/") continue;
    if ((*at)[1] != "/") {
      open.push_back(name);
    } else if (open.empty() || open.back() != name) {
      return name;
    } else {
      open.pop_back();
    }
  }
  return open.empty() ? "" : open.back();
}

detector::PermissionPattern hostile_pattern() {
  auto pattern = kogge_stone_pattern(8);
  pattern.array = "a<script>alert(1)</script>\"'&";
  pattern.kernel = "void k<Sum<int>, 'x'>(\"</title></style><script>alert(2)</script>\x01)";
  for (auto& interval : pattern.intervals) {
    if (interval.after) interval.after->file = "<img src=x onerror='alert(3)'>.cu";
  }
  return pattern;
}

detector::PermissionPattern square_pattern() {
  detector::PermissionPattern pattern = kogge_stone_pattern(8);
  pattern.elements = 256;
  pattern.dimensions = {16, 16};
  for (auto& interval : pattern.intervals) {
    interval.cells.clear();
    for (std::uint32_t e = 0; e < 256; ++e) {
      interval.cells.push_back({.element = e, .write = {e}, .read = {e / 16, e / 16 + 16}});
    }
  }
  return pattern;
}

TEST(Markup, EscapesEverythingThatMeansSomething) {
  EXPECT_EQ(escaped("<a href=\"x\">'&'\n\x7F</a>"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;??&lt;/a&gt;");
  EXPECT_EQ(escaped("größer"), "größer");
}

TEST(DrawSvg, HasACellForEachUseAndALegend) {
  const std::string svg = svg_of(kogge_stone_pattern(8));
  EXPECT_EQ(count_of(svg, "Output[3], interval 1: written by t3; before: Rt3,t4"), 1U);
  EXPECT_EQ(count_of(svg, "<g class=\"c "), 8U + 8 + 8 + 8 + 8 + 8 + 4 + 4) << "cells, of which the legend has four";
  EXPECT_EQ(count_of(svg, "after scan.cu:24"), 3U);
  EXPECT_NE(svg.find("no longer used"), std::string::npos);
  EXPECT_EQ(first_unbalanced(svg), "");
}

TEST(DrawSvg, DrawsMatricesAndParkedElements) {
  auto pattern = empty_pattern(32);
  pattern.dimensions = {4, 8};
  add_interval(pattern, 0).cells = {{.element = 9, .write = {1}}};
  EXPECT_EQ(count_of(svg_of(pattern, {.park = 0}), "held by t0, used by nobody"), 31U);
}

TEST(DrawSvg, AMatrixOf16ColumnsIsAsWideAsAPage) {
  const std::string svg = svg_of(square_pattern());
  std::smatch width;
  ASSERT_TRUE(std::regex_search(svg, width, std::regex("<svg [^>]*width=\"([0-9]+)\"")));
  EXPECT_LE(std::stoi(width[1]), 1280);
  EXPECT_EQ(count_of(svg, " dy=\""), 7U * 256) << "rights below each other";
  EXPECT_EQ(first_unbalanced(svg), "");
}

TEST(DrawSvg, NamesAreHarmless) {
  const std::string svg = svg_of(hostile_pattern());
  EXPECT_EQ(svg.find("<script"), std::string::npos);
  EXPECT_EQ(svg.find("<img"), std::string::npos);
  EXPECT_EQ(svg.find('\x01'), std::string::npos) << "no XML";
  EXPECT_EQ(first_unbalanced(svg), "");
}

TEST(DrawHtml, HasATableWithHeadersAndWords) {
  const std::string html = html_of(kogge_stone_pattern(8));
  EXPECT_EQ(count_of(html, "<th scope=row>"), 7U);
  EXPECT_EQ(count_of(html, "<th scope=col>"), 9U);
  EXPECT_NE(html.find("title=\"Output[3], interval 1: written by t3; before: Rt3,t4\">Wt3</td>"), std::string::npos);
  EXPECT_NE(html.find("<s>Rt0,t1</s>"), std::string::npos);
}

TEST(DrawHtml, WideMatricesMayWrapTheirCells) {
  const std::string html = html_of(square_pattern());
  EXPECT_NE(html.find("<section class=dense>"), std::string::npos);
  EXPECT_NE(html.find(",<wbr>t"), std::string::npos);
  EXPECT_EQ(first_unbalanced(html), "");
  EXPECT_EQ(html_of(kogge_stone_pattern(8)).find("class=dense"), std::string::npos);
}

TEST(DrawHtml, NeedsNothingFromElsewhere) {
  const std::string html = html_of(kogge_stone_pattern(8));
  for (const char* reference : {"http:", "https:", "src=", "url(", "@import", "<link"}) {
    EXPECT_EQ(html.find(reference), std::string::npos) << reference;
  }
}

TEST(DrawHtml, NamesAreHarmless) {
  const std::string html = html_of(hostile_pattern());
  EXPECT_EQ(count_of(html, "<script"), 1U) << "our own";
  EXPECT_EQ(html.find("<img"), std::string::npos);
  EXPECT_EQ(count_of(html, "</style>"), 1U);
  EXPECT_EQ(first_unbalanced(html.substr(0, html.find("<script>"))), "body") << "closed after the script";
}

TEST(DrawHtml, AThousandElementsAndFortyIntervalsStaySmall) {
  auto pattern = empty_pattern(1024);
  for (std::uint32_t i = 0; i < 40; ++i) {
    auto& interval = add_interval(pattern, i);
    for (std::uint32_t e = 0; e < 1024; ++e) {
      interval.cells.push_back({.element = e, .write = {(e + i) % 1024}, .read = {(e + i) % 1024}});
    }
  }
  const auto begin = std::chrono::steady_clock::now();
  const std::string html = html_of(pattern);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
  EXPECT_EQ(count_of(html, "<td "), 40U * 1024);
  EXPECT_LT(html.size(), 3U << 20);
}

}  // namespace
}  // namespace fencepost::cli
