#include "cli/propose/barrier_candidates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "tests/compiler/mapped_source.h"

namespace fencepost::cli {
namespace {

using Lines = std::vector<std::uint32_t>;

BarrierCandidates between(const std::string& source, std::uint32_t first, std::uint32_t second) {
  const std::unique_ptr<compiler::MappedSource> text = compiler::mapped(source);
  return KernelSource(*text).candidates({{{"scan.cu", first, ""}}, {{"scan.cu", second, ""}}});
}

Lines lines_of(const BarrierCandidates& candidates) {
  Lines lines;
  for (const BarrierCandidate& candidate : candidates.list) lines.push_back(candidate.place.line);
  return lines;
}

constexpr const char* kStraight =
    "__global__ void k(int* a) {\n"  // 1
    "  int t = threadIdx.x;\n"       // 2
    "  s[t] = a[t];\n"               // 3
    "  int other = 63 - t;\n"        // 4
    "  if (t > 0) {\n"               // 5
    "    a[t] = s[other];\n"         // 6
    "  }\n"                          // 7
    "  a[t] += 1;\n"                 // 8
    "}\n";

TEST(BarrierCandidates, OfStraightCodeLieBetweenTheAccessesTheNearestBeforeTheLaterFirst) {
  EXPECT_EQ(lines_of(between(kStraight, 3, 8)), (Lines{8, 5, 4, 7, 6}));
}

TEST(BarrierCandidates, OutsideOfBranchesComeFirst) {
  const BarrierCandidates candidates = between(kStraight, 6, 3);
  EXPECT_EQ(lines_of(candidates), (Lines{5, 4, 6}));
  EXPECT_EQ(candidates.list[2].around, "the if at scan.cu:5");
  EXPECT_TRUE(candidates.list[0].likely);
  EXPECT_FALSE(candidates.list[2].likely);
}

TEST(BarrierCandidates, OfOneLineThatRunsOnceAreNone) {
  const BarrierCandidates candidates = between(kStraight, 3, 3);
  EXPECT_TRUE(candidates.list.empty());
  EXPECT_NE(candidates.impossible.find("scan.cu:3"), std::string::npos);
}

constexpr const char* kLoop =
    "__global__ void k(int* a) {\n"      // 1
    "  s[t] = a[t];\n"                   // 2
    "  for (int r = 0; r < 3; ++r) {\n"  // 3
    "    x = r;\n"                       // 4
    "    s[t] = x;\n"                    // 5
    "    __syncthreads();\n"             // 6
    "    sum += s[t + 1];\n"             // 7
    "  }\n"                              // 8
    "  a[t] = sum;\n"                    // 9
    "}\n";

TEST(BarrierCandidates, OfALoopAreAlsoAtItsEndAndBeforeTheFirstAccess) {
  // Not 6 and 7, which are beside a barrier. Outside of the loop come last.
  EXPECT_EQ(lines_of(between(kLoop, 5, 7)), (Lines{8, 5, 4, 9, 3, 2}));
}

TEST(BarrierCandidates, OfALoopWithoutBracesPutThemAroundItsBody) {
  const BarrierCandidates candidates =
      between("__global__ void k(int* s) {\n  for (;;)\n    s[t] += s[t + 1];\n\n}\n", 3, 3);
  EXPECT_EQ(candidates.no_braces, "");
  ASSERT_FALSE(candidates.list.empty());
  EXPECT_EQ(candidates.list[0].head, (compiler::SourcePlace{"scan.cu", 2}));
  EXPECT_EQ(candidates.list[0].place, (compiler::SourcePlace{"scan.cu", 5}));
}

TEST(BarrierCandidates, OfALoopOnOneLineAreExplained) {
  const BarrierCandidates candidates = between("__global__ void k(int* s) {\n  for (;;) s[t] += s[t + 1];\n}\n", 2, 2);
  EXPECT_EQ(candidates.no_braces, "the for at scan.cu:2 has no braces that a barrier could stand in");
}

TEST(BarrierCandidates, OfFunctionsThatAreCalledLieBetweenTheCalls) {
  const std::string source =
      "__device__ void put(int* s) {\n"  // 1
      "  s[t] = 1;\n"                    // 2
      "}\n"                              // 3
      "__device__ int get(int* s) {\n"   // 4
      "  return s[t + 1];\n"             // 5
      "}\n"                              // 6
      "__global__ void k(int* a) {\n"    // 7
      "  put(s);\n"                      // 8
      "  int one = 1;\n"                 // 9
      "  a[t] = get(s);\n"               // 10
      "}\n";                             // 11
  const Lines lines = lines_of(between(source, 2, 5));
  ASSERT_GE(lines.size(), 2U);
  EXPECT_EQ(lines[0], 10U);
  EXPECT_EQ(lines[1], 9U);
  EXPECT_NE(std::ranges::find(lines, 3U), lines.end());  // at the end of the first function
}

TEST(BarrierCandidates, OfUnknownLinesAreNone) { EXPECT_TRUE(between(kLoop, 50, 51).list.empty()); }

// ---- places ----

/// Lines of `source` that a barrier may be put before.
Lines lines_that_take_one(const std::string& source) {
  const std::unique_ptr<compiler::MappedSource> text = compiler::mapped(source);
  std::set<std::uint32_t> lines;
  for (const compiler::MappedStatement& statement : text->map.statements) {
    const compiler::MappedFunction& function = text->map.functions[statement.function];
    if (!function.kernel && !function.device) continue;
    if (takes_barrier(text->tokens, statement)) lines.insert(text->tokens.place(statement.range.first).line);
  }
  return {lines.begin(), lines.end()};
}

Lines in_kernel(const std::string& body) { return lines_that_take_one("__global__ void k(int* a) {\n" + body + "}\n"); }

TEST(BarrierPlaces, AreWhereAStatementBeginsALine) {
  EXPECT_EQ(in_kernel("int t = 0;\na[t] = 1; b[t] = 2;\nf(t,\n  3);\n"), (Lines{2, 3, 4, 6}));
}

TEST(BarrierPlaces, AreInKernelsAndDeviceFunctionsOnly) {
  EXPECT_EQ(
      lines_that_take_one("void host() {\n  f();\n}\n__device__ void d() {\n  f();\n}\nint main() {\n  f();\n}\n"),
      (Lines{5, 6}));
  EXPECT_EQ(lines_that_take_one("struct S {\n  __device__ void d() {\n    f();\n  }\n};\n"), (Lines{3, 4}));
}

TEST(BarrierPlaces, AreNotInFrontOfTheOnlyStatementOfABranchOrLoop) {
  EXPECT_EQ(in_kernel("if (x)\n  f();\nelse\n  g();\nh();\n"), (Lines{2, 6, 7}));
  EXPECT_EQ(in_kernel("for (int i = 0;\n     i < 3;\n     ++i)\n  f();\nwhile (x)\n  f();\n"), (Lines{2, 6, 8}));
  EXPECT_EQ(in_kernel("do\n  f();\nwhile (x);\nh();\n"), (Lines{2, 5, 6}));
}

TEST(BarrierPlaces, AreInBracesBeforeEachStatementAndAtTheEnd) {
  EXPECT_EQ(in_kernel("if (x) {\n  f();\n} else {\n  g();\n}\n"), (Lines{2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(in_kernel("do {\n  f();\n} while (x);\n"), (Lines{2, 3, 4, 5}));
  EXPECT_EQ(in_kernel("for (;;)\n{\n  f();\n}\n"), (Lines{2, 4, 5, 6}));
}

TEST(BarrierPlaces, AreNotBetweenIfAndElse) {
  // Line 4 is the end of the first block: the barrier comes into it, not behind it.
  EXPECT_EQ(in_kernel("if (x) {\n  f();\n}\nelse if (y) {\n  g();\n}\nelse\n{\n  h();\n}\n"),
            (Lines{2, 3, 4, 6, 7, 10, 11, 12}));
}

TEST(BarrierPlaces, AreNotBeforeCasesAndLabels) {
  EXPECT_EQ(in_kernel("switch (x) {\n  case 1:\n    f();\n    break;\n  default:\n    g();\n}\nagain:\nh();\n"),
            (Lines{2, 4, 5, 7, 8, 10, 11}));
}

TEST(BarrierPlaces, AreInLambdasButNotInInitialisersAndLocalClasses) {
  EXPECT_EQ(
      in_kernel("int c[] = {\n  1,\n  2\n};\nauto l = [&] {\n  f();\n  g();\n};\nstruct S {\n  int x;\n  int y;\n};\n"),
      (Lines{2, 6, 7, 8, 9, 10, 14}));
}

TEST(BarrierPlaces, AreInTheSourceEvenIfItEndsEarly) {
  for (const char* const source :
       {"__global__ void k() {\n  if (x) {\n    f();\n", "__global__ void k() {\nif (x\n}\n"}) {
    const Lines lines = lines_that_take_one(source);
    EXPECT_TRUE(std::ranges::all_of(lines, [](std::uint32_t line) { return line >= 1 && line <= 4; })) << source;
  }
}

TEST(KernelSource, KnowsWhetherAKernelSpeaksOfWarps) {
  const auto speaks = [](const std::string& line) {
    const std::unique_ptr<compiler::MappedSource> text =
        compiler::mapped("__global__ void k(int* a, int n) {\n" + line + "\n}\n");
    return KernelSource(*text).speaks_of_warps({{{"scan.cu", 2, ""}}, {{"scan.cu", 2, ""}}});
  };
  EXPECT_FALSE(speaks("a[threadIdx.x % 32] = 1;"));  // The length of a ring, perhaps.
  EXPECT_TRUE(speaks("a[laneId] = 1;"));
  EXPECT_TRUE(speaks("a[n] = __shfl_sync(~0u, n, 0);"));
  EXPECT_FALSE(speaks("a[threadIdx.x] = n + 320;"));
}

}  // namespace
}  // namespace fencepost::cli
