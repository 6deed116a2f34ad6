#include "cli/nvcc_virtual_barriers.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <variant>

#include "cli/nvcc_options.h"

namespace fencepost::cli {
namespace {

using Lines = std::vector<std::uint32_t>;

std::string in_file(const std::string& source, const std::string& file = "scan.cu") {
  return "# 1 \"" + file + "\"\n" + source;
}

/// Lines of `source` that a virtual barrier may be put before.
Lines lines_that_take_one(const std::string& source) {
  const std::string text = in_file(source);
  const TokenStream tokens(text);
  std::set<std::uint32_t> lines;
  for (const Statement& statement : find_statements(tokens, find_declarations(tokens).functions).statements) {
    if (takes_barrier(tokens, statement)) lines.insert(tokens.place(statement.first).line);
  }
  return {lines.begin(), lines.end()};
}

Lines in_kernel(const std::string& body) { return lines_that_take_one("__global__ void k() {\n" + body + "}\n"); }

TEST(VirtualBarrierPlaces, AreWhereAStatementBeginsALine) {
  EXPECT_EQ(in_kernel("int t = 0;\na[t] = 1; b[t] = 2;\nf(t,\n  3);\n"), (Lines{2, 3, 4, 6}));
}

TEST(VirtualBarrierPlaces, AreInKernelsAndDeviceFunctionsOnly) {
  EXPECT_EQ(
      lines_that_take_one("void host() {\n  f();\n}\n__device__ void d() {\n  f();\n}\nint main() {\n  f();\n}\n"),
      (Lines{5, 6}));
  EXPECT_EQ(lines_that_take_one("struct S {\n  __device__ void d() {\n    f();\n  }\n};\n"), (Lines{3, 4}));
}

TEST(VirtualBarrierPlaces, AreNotInFrontOfTheOnlyStatementOfABranchOrLoop) {
  EXPECT_EQ(in_kernel("if (x)\n  f();\nelse\n  g();\nh();\n"), (Lines{2, 6, 7}));
  EXPECT_EQ(in_kernel("for (int i = 0;\n     i < 3;\n     ++i)\n  f();\nwhile (x)\n  f();\n"), (Lines{2, 6, 8}));
  EXPECT_EQ(in_kernel("do\n  f();\nwhile (x);\nh();\n"), (Lines{2, 5, 6}));
}

TEST(VirtualBarrierPlaces, AreInBracesBeforeEachStatementAndAtTheEnd) {
  EXPECT_EQ(in_kernel("if (x) {\n  f();\n} else {\n  g();\n}\n"), (Lines{2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(in_kernel("do {\n  f();\n} while (x);\n"), (Lines{2, 3, 4, 5}));
  EXPECT_EQ(in_kernel("for (;;)\n{\n  f();\n}\n"), (Lines{2, 4, 5, 6}));
}

TEST(VirtualBarrierPlaces, AreNotBetweenIfAndElse) {
  // Line 4 is the end of the first block: the barrier comes into it, not behind it.
  EXPECT_EQ(in_kernel("if (x) {\n  f();\n}\nelse if (y) {\n  g();\n}\nelse\n{\n  h();\n}\n"),
            (Lines{2, 3, 4, 6, 7, 10, 11, 12}));
}

TEST(VirtualBarrierPlaces, AreNotBeforeCasesAndLabels) {
  EXPECT_EQ(in_kernel("switch (x) {\n  case 1:\n    f();\n    break;\n  default:\n    g();\n}\nagain:\nh();\n"),
            (Lines{2, 4, 5, 7, 8, 10, 11}));
}

TEST(VirtualBarrierPlaces, AreNotInInitialisersLambdasAndLocalClasses) {
  EXPECT_EQ(
      in_kernel("int a[] = {\n  1,\n  2\n};\nauto l = [&] {\n  f();\n  g();\n};\nstruct S {\n  int x;\n  int y;\n};\n"),
      (Lines{2, 6, 10, 14}));
}

TEST(VirtualBarrierPlaces, SurviveCodeThatEndsEarly) {
  EXPECT_EQ(lines_that_take_one("__global__ void k() {\n  if (x) {\n    f();\n"), Lines{});
  EXPECT_EQ(in_kernel("if (x\n"), Lines{});
}

// ---- insertion ----

struct Insertion {
  std::string text;
  std::vector<bool> inserted;
  std::vector<RewriteError> errors;
};

Insertion insert(const std::string& text, const std::vector<SourcePlace>& wanted) {
  const TokenStream tokens(text);
  Edits edits;
  Insertion result;
  const auto functions = find_declarations(tokens).functions;
  result.inserted = insert_virtual_barriers(tokens, functions, wanted, edits, result.errors);
  result.text = edits.apply(text);
  return result;
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
  for (const char* token : {"::", "__syncthreads", "(", ")", ";"}) barrier += number + token + " ";
  const std::size_t at = expected.starts_with(number) ? 0 : expected.find(" " + number) + 1;
  return expected.insert(at, barrier);
}

TEST(VirtualBarriers, StandOnTheirLineAndMoveNothing) {
  const std::string source =
      "__global__ void k(int* a) {\n  int t = threadIdx.x;\n  a[t] = 1;  if (t) {\n    a[0] = 2; }\n"
      "#pragma unroll\n  for (;;) {\n  }\n}\nint main() { k<<<1, 2>>>(0); }\n";
  for (const std::uint32_t line : {2U, 3U, 4U, 6U, 7U, 8U}) {
    const Insertion insertion = insert(in_file(source), {{"scan.cu", line}});
    EXPECT_EQ(insertion.inserted, std::vector<bool>{true}) << line;
    EXPECT_EQ(placed_tokens(insertion.text), expected_tokens(source, line)) << line;
  }
}

TEST(VirtualBarriers, DoNotComeBetweenAPragmaAndItsLoop) {
  const Insertion insertion =
      insert(in_file("__global__ void k() {\n  f();\n#pragma unroll\n  for (;;) f();\n}\n"), {{"scan.cu", 4}});
  EXPECT_LT(insertion.text.find("__syncthreads"), insertion.text.find("#pragma unroll"));
  EXPECT_EQ(placed_tokens(insertion.text),
            expected_tokens("__global__ void k() {\n  f();\n#pragma unroll\n  for (;;) f();\n}\n", 4));
}

TEST(VirtualBarriers, AreRefusedWhereNoStatementStarts) {
  const std::string source = "__global__ void k() {\n  if (x)\n    f();\n  g(1,\n    2);\n}\nvoid h() {\n  f();\n}\n";
  for (const std::uint32_t line : {1U, 3U, 5U, 7U, 8U, 100U}) {
    const Insertion insertion = insert(in_file(source), {{"scan.cu", line}});
    EXPECT_EQ(insertion.inserted, std::vector<bool>{false}) << line;
    EXPECT_EQ(insertion.text, in_file(source)) << line;
  }
}

TEST(VirtualBarriers, TellFilesByTheEndOfTheirPath) {
  EXPECT_TRUE(names_file("scan.cu", "scan.cu"));
  EXPECT_TRUE(names_file("scan.cu", "a/b/scan.cu"));
  EXPECT_TRUE(names_file("b/scan.cu", "/a/b/scan.cu"));
  EXPECT_TRUE(names_file("./scan.cu", "scan.cu"));
  EXPECT_TRUE(names_file("b/../scan.cu", "./scan.cu"));
  EXPECT_FALSE(names_file("scan.cu", "myscan.cu"));
  EXPECT_FALSE(names_file("c/scan.cu", "b/scan.cu"));
  EXPECT_FALSE(names_file("", "scan.cu"));
}

const std::string kTwoFiles =  // NOLINT(bugprone-throwing-static-initialization)
    "# 1 \"a/x.cuh\"\n__device__ void f() {\n  g();\n}\n# 1 \"b/x.cuh\"\n__device__ void h() {\n  g();\n}\n";

TEST(VirtualBarriers, AskForMoreOfThePathIfItIsAmbiguous) {
  const Insertion ambiguous = insert(kTwoFiles, {{"x.cuh", 2}});
  EXPECT_EQ(ambiguous.inserted, std::vector<bool>{false});
  ASSERT_EQ(ambiguous.errors.size(), 1U);
  EXPECT_NE(ambiguous.errors[0].message.find("a/x.cuh and for b/x.cuh"), std::string::npos);
  const Insertion exact = insert(kTwoFiles, {{"b/x.cuh", 2}});
  EXPECT_TRUE(exact.errors.empty());
  EXPECT_GT(exact.text.find("__syncthreads"), exact.text.find("b/x.cuh"));
  EXPECT_EQ(exact.text.find("__syncthreads"), exact.text.rfind("__syncthreads"));
}

TEST(VirtualBarriers, ComeAfterTheProloguesOfKernels) {
  const Rewritten result =
      rewrite(in_file("__global__ void k(int* a) { \n  a[0] = 1;\n}\n"), {.virtual_barriers = {{"scan.cu", 2}}});
  EXPECT_EQ(result.has_virtual_barrier, std::vector<bool>{true});
  EXPECT_LT(result.text.find("::fencepost_rt::launch"), result.text.find("::__syncthreads();"));
}

TEST(VirtualBarriers, AreGivenAsFileAndLine) {
  const auto parsed = parse_nvcc_options({"a.cu", "--virtual-barrier", "a.cu:13", "--virtual-barrier=c:d.cuh:2"});
  const auto* options = std::get_if<NvccOptions>(&parsed);
  ASSERT_NE(options, nullptr);
  ASSERT_EQ(options->virtual_barriers.size(), 2U);
  EXPECT_EQ(options->virtual_barriers[0].file, "a.cu");
  EXPECT_EQ(options->virtual_barriers[0].line, 13U);
  EXPECT_EQ(options->virtual_barriers[1].file, "c:d.cuh");
  for (const char* wrong : {"a.cu", "a.cu:", "a.cu:0", "a.cu:1x", ":3", "a.cu:-1", ""}) {
    const auto result = parse_nvcc_options({"a.cu", "--virtual-barrier", wrong});
    EXPECT_TRUE(std::holds_alternative<UsageError>(result)) << wrong;
  }
}

}  // namespace
}  // namespace fencepost::cli
