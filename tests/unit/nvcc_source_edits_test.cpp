#include "compiler/source/source_edits.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <variant>

#include "compiler/driver/options.h"

namespace fencepost::compiler {
namespace {

std::string in_file(const std::string& source, const std::string& file = "scan.cu") {
  return "# 1 \"" + file + "\"\n" + source;
}

/// Edits `preprocessed`, the text of a program whose files hold `sources`.
EditedText edited(const std::string& preprocessed, const std::map<std::string, std::string>& sources,
                  const std::vector<SourceEdit>& edits) {
  return apply_source_edits(preprocessed, edits, [&](const std::string& file, std::uint32_t line) {
    const std::string& text = sources.at(file);
    std::size_t begin = 0;
    for (std::uint32_t i = 1; i < line; ++i) begin = text.find('\n', begin) + 1;
    return std::optional(text.substr(begin, text.find('\n', begin) - begin));
  });
}

EditedText edited(const std::string& source, const std::vector<SourceEdit>& edits) {
  return edited(in_file(source), {{"scan.cu", source}}, edits);
}

/// "LINE:token LINE:token …" of all tokens.
std::string placed_tokens(const std::string& text) {
  const TokenStream tokens(text);
  std::string result;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    result += std::to_string(tokens.place(i).line) + ":" + std::string(tokens.spelling(i)) + " ";
  }
  return result;
}

/// The tokens of `source` with those of a barrier on line `line` in front of the first one on that line.
std::string expected_tokens(const std::string& source, std::uint32_t line) {
  std::string expected = placed_tokens(in_file(source));
  const std::string number = std::to_string(line) + ":";
  std::string barrier;
  for (const char* token : {"__syncthreads", "(", ")", ";"}) barrier += number + token + " ";
  const std::size_t at = expected.starts_with(number) ? 0 : expected.find(" " + number) + 1;
  return expected.insert(at, barrier);
}

SourceEdit barrier(const std::string& file, std::uint32_t line) { return {file, line, 1, 0, "__syncthreads();\n"}; }

TEST(SourceEdits, ThatInsertStandOnTheirLineAndMoveNothing) {
  const std::string source =
      "__global__ void k(int* a) {\n  int t = threadIdx.x;\n  a[t] = 1;  if (t) {\n    a[0] = 2; }\n"
      "#pragma unroll\n  for (;;) {\n  }\n}\nint main() { k<<<1, 2>>>(0); }\n";
  for (const std::uint32_t line : {2U, 3U, 4U, 6U, 7U, 8U, 9U}) {
    const EditedText result = edited(source, {barrier("scan.cu", line)});
    EXPECT_EQ(result.made, std::vector<bool>{true}) << line;
    EXPECT_EQ(placed_tokens(result.text), expected_tokens(source, line)) << line;
  }
}

TEST(SourceEdits, DoNotComeBetweenAPragmaAndItsLoop) {
  const std::string source = "__global__ void k() {\n  f();\n#pragma unroll\n  for (;;) f();\n}\n";
  const EditedText result = edited(source, {barrier("scan.cu", 4)});
  EXPECT_LT(result.text.find("__syncthreads"), result.text.find("#pragma unroll"));
  EXPECT_EQ(placed_tokens(result.text), expected_tokens(source, 4));
}

TEST(SourceEdits, ReplaceWholeTokensOfALine) {
  const std::string source = "void k() {\n  if (t)  a [i]  += 2; b();\n}\n";
  const std::string preprocessed = in_file("void k() {\n  if (t) a [i] += 2; b();\n}\n");
  const EditedText result =
      edited(preprocessed, {{"scan.cu", source}}, {{"scan.cu", 2, 11, 11, "atomicAdd(&a[i], 2)"}});
  EXPECT_EQ(result.made, std::vector<bool>{true});
  EXPECT_EQ(result.text, in_file("void k() {\n  if (t) atomicAdd(&a[i], 2); b();\n}\n"));
  for (const auto& [column, length] : {std::pair(3U, 1U), std::pair(4U, 3U), std::pair(5U, 1U), std::pair(90U, 1U)}) {
    const EditedText refused = edited(source, {{"scan.cu", 2, column, length, "x"}});
    EXPECT_EQ(refused.made, std::vector<bool>{false}) << column;
    EXPECT_EQ(refused.text, in_file(source)) << column;
  }
}

TEST(SourceEdits, BehindAMacroAreMadeOnlyIfTheirTokensOccurOnce) {
  const std::string source = "void k() {\n  CHECK(x) a += 1;\n}\n";
  const SourceEdit edit{"scan.cu", 2, 12, 6, "f()"};
  const auto with = [&](const std::string& line) {
    return edited(in_file("void k() {\n" + line + "}\n"), {{"scan.cu", source}}, {edit});
  };
  EXPECT_EQ(with("  if (!x) stop(); a += 1;\n").text, in_file("void k() {\n  if (!x) stop(); f();\n}\n"));
  EXPECT_EQ(with("  if (!x) a += 1; a += 1;\n").made, std::vector<bool>{false});
  EXPECT_EQ(with("  if (!x) stop(); b += 1;\n").made, std::vector<bool>{false});
}

TEST(SourceEdits, AreMadeWhereverALineIsIncluded) {
  const std::string twice = "# 1 \"x.cuh\"\nf();\n# 1 \"scan.cu\"\nint i;\n# 1 \"x.cuh\"\nf();\n";
  const EditedText result = edited(twice, {{"x.cuh", "f();\n"}}, {barrier("x.cuh", 1)});
  EXPECT_NE(result.text.find("__syncthreads"), result.text.rfind("__syncthreads"));
}

TEST(SourceEdits, OfLinesWithoutCodeAreNotMade) {
  for (const std::uint32_t line : {2U, 4U, 100U}) {
    const EditedText result = edited("void h() {\n\n  f();\n  // comment\n}\n", {barrier("scan.cu", line)});
    EXPECT_EQ(result.made, std::vector<bool>{false}) << line;
  }
}

TEST(SourceEdits, TellFilesByTheEndOfTheirPath) {
  EXPECT_TRUE(names_file("scan.cu", "scan.cu"));
  EXPECT_TRUE(names_file("scan.cu", "a/b/scan.cu"));
  EXPECT_TRUE(names_file("b/scan.cu", "/a/b/scan.cu"));
  EXPECT_TRUE(names_file("./scan.cu", "scan.cu"));
  EXPECT_TRUE(names_file("b/../scan.cu", "./scan.cu"));
  EXPECT_FALSE(names_file("scan.cu", "myscan.cu"));
  EXPECT_FALSE(names_file("c/scan.cu", "b/scan.cu"));
  EXPECT_FALSE(names_file("", "scan.cu"));
}

TEST(SourceEdits, AskForMoreOfThePathIfItIsAmbiguous) {
  const std::string f = "__device__ void f() {\n  g();\n}\n", h = "__device__ void h() {\n  g();\n}\n";
  const std::string both = "# 1 \"a/x.cuh\"\n" + f + "# 1 \"b/x.cuh\"\n" + h;
  const std::map<std::string, std::string> sources = {{"a/x.cuh", f}, {"b/x.cuh", h}};
  const EditedText ambiguous = edited(both, sources, {barrier("x.cuh", 2)});
  EXPECT_EQ(ambiguous.made, std::vector<bool>{false});
  ASSERT_EQ(ambiguous.errors.size(), 1U);
  EXPECT_NE(ambiguous.errors[0].message.find("a/x.cuh and for b/x.cuh"), std::string::npos);
  const EditedText exact = edited(both, sources, {barrier("b/x.cuh", 2)});
  EXPECT_TRUE(exact.errors.empty());
  EXPECT_GT(exact.text.find("__syncthreads"), exact.text.find("b/x.cuh"));
  EXPECT_EQ(exact.text.find("__syncthreads"), exact.text.rfind("__syncthreads"));
}

TEST(SourceEdits, AreReadAsTheyAreWritten) {
  for (const SourceEdit& edit :
       {SourceEdit{"a.cu", 13, 1, 0, "f();\n"}, SourceEdit{"c:d=1.cuh", 2, 30, 4, "a:1:2+3=b"}}) {
    EXPECT_EQ(parse_edit(edit_text(edit)), edit) << edit_text(edit);
  }
  const auto parsed = parse_nvcc_options({"a.cu", "--edit", "a.cu:13:1+0=x", "--edit=b.cuh:2:3+4="});
  const auto* options = std::get_if<NvccOptions>(&parsed);
  ASSERT_NE(options, nullptr);
  EXPECT_EQ(options->edits, (std::vector<SourceEdit>{{"a.cu", 13, 1, 0, "x"}, {"b.cuh", 2, 3, 4, ""}}));
  for (const char* wrong : {"a.cu", "a.cu:3=x", "a.cu:0:1+0=x", "a.cu:1:0+0=x", ":1:1+0=x", "a.cu:-1:1+0=x", ""}) {
    const auto result = parse_nvcc_options({"a.cu", "--edit", wrong});
    EXPECT_TRUE(std::holds_alternative<UsageError>(result)) << wrong;
  }
}

}  // namespace
}  // namespace fencepost::compiler
