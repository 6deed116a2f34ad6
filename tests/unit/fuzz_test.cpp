// Inputs of `fencepost fuzz`: how they are read, changed and made smaller.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "cli/fuzz/inputs/dictionary.h"
#include "cli/fuzz/inputs/input.h"
#include "cli/fuzz/inputs/kernel_space.h"
#include "cli/fuzz/inputs/launches.h"
#include "cli/fuzz/inputs/program_space.h"
#include "cli/fuzz/mutate.h"
#include "cli/fuzz/shrink.h"

namespace fencepost::cli {
namespace {

using compiler::ListedType;

ListedType number_type(const std::string& name, ListedType::Number number, std::uint64_t bytes) {
  return {.name = name, .kind = ListedType::kNumber, .number = number, .bytes = bytes};
}

/// `void k(int *a, int n, float x)`, which reads threadIdx.x and blockIdx.x.
ChosenKernel kernel_with_array() {
  ChosenKernel chosen;
  chosen.kernel.name = "k";
  chosen.kernel.file = "k.cu";
  chosen.kernel.line = 1;
  const ListedType whole = number_type("int", ListedType::kSigned, 4);
  const ListedType pointer{.name = "int *", .kind = ListedType::kPointer, .bytes = 8, .of = {whole}};
  chosen.kernel.parameters = {
      {"a", 1, pointer}, {"n", 1, whole}, {"x", 1, number_type("float", ListedType::kFloat, 4)}};
  return chosen;
}

constexpr const char* kSource =
    "__global__ void k(int* a, int n, float x) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (a[i] == 0x1234) a[i] = 7;\n"
    "}\n"
    "__global__ void other(int* a) { a[threadIdx.y] = 999; }\n";

KernelSpace space_of(FuzzKernelRequest request) {
  request.target = "k.cu:k";
  return {kernel_with_array(), request, kSource, {}};
}

TEST(FuzzDictionary, HasTheNumbersOfASourceAndNotThoseOfCommentsAndTexts) {
  const std::vector<double> numbers = number_literals(
      "// 5\n#include \"6.h\"\n/* 7 */ x1 = 0x1F + 0b101 - 3 * 1'000u; s = \"8\"; c = 'A'; f(2.5e-1f, a[-9]);");
  EXPECT_EQ(numbers, (std::vector<double>{-9, -3, 0.25, 3, 5, 9, 31, 65, 1000}));
}

TEST(FuzzKernelText, LeavesOutOtherKernelsAndMain) {
  const std::string text = text_for_kernel(kSource, 1);
  EXPECT_NE(text.find("0x1234"), std::string::npos);
  EXPECT_EQ(text.find("999"), std::string::npos);
}

TEST(FuzzLaunches, KnowTheBlockThatAFileUsesEverywhere) {
  using Block = std::array<std::int64_t, 3>;
  EXPECT_EQ(launched_block("k<<<n / 2, 64>>>(a); other<<<1, 32>>>();", "k"), (Block{64, 1, 1}));
  EXPECT_EQ(
      launched_block("#define T (8 * 4)\nconst int kRows = T / 2;\nk<float, 2><<<1, dim3(T, kRows), 5>>>();", "k"),
      (Block{32, 16, 1}));
  EXPECT_EQ(launched_block("dim3 grid(5), block(16, 4); int m = 3; k<<<grid, block>>>(m);", "k"), (Block{16, 4, 1}));
  EXPECT_EQ(launched_block("dim3 block = {7, 2}; k <<<1, block>>>();", "k"), (Block{7, 2, 1}));
  // Of each function its own.
  EXPECT_EQ(
      launched_block("void f() {\n  dim3 b(32);\n  j<<<1, b>>>();\n}\nvoid g() {\n  const uint t = 64;\n  dim3 b(t);\n"
                     "  k<<<1, b>>>();\n}\nvoid h(uint t) {\n  j<<<1, t>>>();\n}\n",
                     "k"),
      (Block{64, 1, 1}));
  for (const char* const unknown :
       {"k<<<1, 64>>>(); k<<<1, 32>>>();", "k<<<1, threads>>>();", "int t = 64; t *= 2; k<<<1, t>>>();",
        "void f(int t) { k<<<1, t>>>(); } int t = 64;", "kk<<<1, 64>>>();", "int t = atoi(w[1]); k<<<1, t>>>();",
        "dim3 b(16, 4); b.x = 3; k<<<1, b>>>();", "k<<<1, a>>>(); int a = b; int b = a;"}) {
    EXPECT_FALSE(launched_block(unknown, "k")) << unknown;
  }
}

TEST(FuzzInput, IsReadBackAsItWasWritten) {
  FuzzInput input{
      {1, -2.5, 1e17}, {{FuzzContents::kRandom, -1, 0.1, 77, {{3, 4660}}, 2}}, {std::string("\0\xff{", 3)}, 9};
  EXPECT_EQ(parse_input(text_of(input)), input);
  EXPECT_FALSE(parse_input("{}"));
  EXPECT_FALSE(parse_input("no input"));
}

TEST(FuzzAssumptions, CompareArithmetic) {
  const Lookup lookup = [](const std::string& name) { return name == "n" ? 96 : 32; };
  EXPECT_TRUE(holds("n % 32 == 0 && n >= block", lookup));
  EXPECT_FALSE(holds("n % 32 == 0 && n < block", lookup));
  EXPECT_TRUE(holds("n << 1 > 100", lookup));
  EXPECT_THROW(holds("n", lookup), ArgumentError);
}

TEST(FuzzKernelSpace, VariesWhatTheKernelReadsAndNobodyGave) {
  const KernelSpace space = space_of({});
  std::string names;
  for (const FuzzNumber& number : space.numbers()) names += number.name + " ";
  EXPECT_EQ(names, "grid block n x ");  // Not block.y, which another kernel reads.
  ASSERT_EQ(space.arrays().size(), 1U);
  EXPECT_TRUE(space.arrays()[0].guessed);
  EXPECT_TRUE(std::ranges::binary_search(space.dictionary(), 4660.0));
}

TEST(FuzzKernelSpace, TakesSizesAndRangesOfTheUser) {
  const KernelSpace space = space_of({.grid = "(n + block - 1) / block",
                                      .block = "64",
                                      .arguments = {"n=1..100", "a=[2 * n]:random(min=0,max=n)"},
                                      .assumptions = {"n != 5"}});
  FuzzInput input = space.start();
  input.numbers[0] = 1000;
  ASSERT_TRUE(space.repair(input));
  EXPECT_EQ(input.numbers[0], 100);
  EXPECT_EQ(space.count(input, 0), 200U);
  EXPECT_EQ(space.limits(input, 0).greatest, 100);
  EXPECT_TRUE(space.allows(input));
  EXPECT_NE(space.command(input, "x").find("--grid 2 --block 64"), std::string::npos) << space.command(input, "x");
  input.numbers[0] = 5;
  EXPECT_FALSE(space.allows(input));
  EXPECT_FALSE(space.arrays()[0].guessed);
}

TEST(FuzzKernelSpace, TellsWhatDoesNotFit) {
  EXPECT_THROW(space_of({.arguments = {"m=1"}}), ArgumentError);
  EXPECT_THROW(space_of({.arguments = {"a=[m]"}}), ArgumentError);
  EXPECT_THROW(space_of({.arguments = {"n=n+1"}}), ArgumentError);
  EXPECT_THROW(space_of({.arguments = {"n=3..1"}}), ArgumentError);
  EXPECT_THROW(space_of({.arguments = {"a=3"}}), ArgumentError);
  EXPECT_THROW(space_of({.block = "2000..3000"}), ArgumentError);
}

TEST(FuzzProgramSpace, VariesPlaceholdersOrElseNumbers) {
  const ProgramSpace marked({"app", {"--size={n:1..9}", "32", "{n:1..9}"}, "", ""}, "", {});
  ASSERT_EQ(marked.numbers().size(), 1U);
  EXPECT_EQ(marked.numbers()[0].greatest, 9);
  FuzzInput input = marked.start();
  input.numbers[0] = 4;
  EXPECT_EQ(marked.label(input), "--size=4 32 4");

  const ProgramSpace plain({"app", {"--size=128", "fp32", "0.5", "name"}, "", ""}, "", {});
  ASSERT_EQ(plain.numbers().size(), 2U);
  EXPECT_FALSE(plain.numbers()[1].whole);
  EXPECT_EQ(plain.label(plain.start()), "--size=128 fp32 0.5 name");
  EXPECT_THROW(ProgramSpace({"app", {"{n:5}"}, "", ""}, "", {}), ArgumentError);
}

TEST(FuzzMutation, GivesTheSameForTheSameSeedAndStaysWithinBounds) {
  const KernelSpace space = space_of({.arguments = {"n=3..70", "a=[n]:random(min=0,max=9)"}});
  FuzzRandom first(5), second(5);
  FuzzInput input = space.start();
  std::size_t different = 0;
  for (int i = 0; i < 2000; ++i) {
    const FuzzInput next = i % 10 == 0 ? random_input(space, first) : mutated(input, space, first);
    EXPECT_EQ(next, i % 10 == 0 ? random_input(space, second) : mutated(input, space, second));
    const double n = next.numbers[2];
    EXPECT_TRUE(n >= 3 && n <= 70) << n;
    for (const auto& [index, value] : next.arrays[0].changed) {
      EXPECT_LT(index, static_cast<std::uint64_t>(n));
      EXPECT_TRUE(value >= 0 && value <= 9) << value;
    }
    for (const double each : elements_of(next.arrays[0], space.count(next, 0), true)) {
      EXPECT_TRUE(each >= 0 && each <= 9) << each;
    }
    FuzzInput repaired = next;
    EXPECT_TRUE(space.repair(repaired));
    EXPECT_EQ(repaired, next) << "repair() changes what it has accepted";
    different += next == input ? 0 : 1;
    input = next;
  }
  EXPECT_GT(different, 1500U);
}

TEST(FuzzMutation, TriesNumbersOfTheSource) {
  const KernelSpace space = space_of({});
  FuzzRandom random(1);
  bool was_there = false;
  for (int i = 0; i < 200; ++i) {
    const FuzzInput input = random_input(space, random);
    for (const auto& [index, value] : input.arrays[0].changed) was_there = was_there || value == 4660;
  }
  EXPECT_TRUE(was_there);
}

/// Steps to the smallest input that `shows`.
template <class Shows>
FuzzInput smallest(FuzzInput input, const FuzzSpace& space, const Shows& shows) {
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (std::size_t part = 0; part < parts_of(space); ++part) {
      const std::vector<FuzzInput> candidates = simpler(input, part, space, {});
      const auto found = std::ranges::find_if(candidates, shows);
      if (found == candidates.end()) continue;
      input = *found;
      goes_on = true;
    }
  }
  return input;
}

TEST(FuzzShrinking, EndsAtTheSmallestInput) {
  const KernelSpace space = space_of({.arguments = {"a=[n]"}});
  FuzzInput input = space.start();
  input.numbers = {7, 640, 3000, 2.75};
  input.arrays[0] = {.kind = FuzzContents::kRandom, .first = 0, .second = 5000, .seed = 3, .changed = {{12, 4660}}};
  input.seed = 77;
  ASSERT_TRUE(space.repair(input));
  const auto shows = [](const FuzzInput& each) {
    return each.numbers[2] >= 33 && static_cast<int>(each.numbers[1]) % 32 != 0 && each.arrays[0].changed.contains(12);
  };
  ASSERT_FALSE(shows(input));
  input.numbers[1] = 650;
  ASSERT_TRUE(shows(input));
  const FuzzInput end = smallest(input, space, shows);
  EXPECT_EQ(end.numbers, (std::vector<double>{1, 1, 33, 0}));
  EXPECT_EQ(end.arrays[0].kind, FuzzContents::kConstant);
  EXPECT_EQ(end.arrays[0].changed.size(), 1U);
  EXPECT_EQ(end.seed, 0U);
}

TEST(FuzzShrinking, TellsTheFewThreadsThatMatterOfAnOrder) {
  const KernelSpace space = space_of({});
  FuzzInput input = space.start();
  input.seed = 500;
  // Thread 3 before thread 2, and both before 0 and 1, in a block of at least four threads.
  const auto shows = [&](const FuzzInput& each) {
    if (space.threads(each) < 4) return false;
    return each.seed > 10 || (each.first.size() >= 2 && each.first[0] == 3 && each.first[1] == 2);
  };
  ASSERT_TRUE(shows(input));
  FuzzInput end = smallest(input, space, shows);
  EXPECT_EQ(end.seed, 0U);
  EXPECT_EQ(end.first, (std::vector<std::uint32_t>{3, 2}));
  EXPECT_EQ(space.threads(end), 4U);
  EXPECT_EQ(order_options(end), " --first 3,2");
  EXPECT_EQ(parse_input(text_of(end)), end);
  // Of a list what does not matter goes, and numbers become smaller.
  input.seed = 0;
  input.first = {40, 100, 9};
  end = smallest(input, space, [](const FuzzInput& each) { return !each.first.empty() && each.first.back() >= 5; });
  EXPECT_EQ(end.first, (std::vector<std::uint32_t>{7}));
}

TEST(FuzzShrinking, TakesTheElementThatMattersOutOfRandomOnes) {
  const KernelSpace space = space_of({});
  FuzzInput input = space.start();
  input.arrays[0] = {.kind = FuzzContents::kRandom, .first = 0, .second = 5000, .seed = 3};
  const double value = elements_of(input.arrays[0], 6, true)[5];
  const auto shows = [&](const FuzzInput& each) { return elements_of(each.arrays[0], 6, true)[5] == value; };
  const FuzzInput end = smallest(input, space, shows);
  EXPECT_EQ(end.arrays[0].changed, (std::map<std::uint64_t, double>{{5, value}}));
}

}  // namespace
}  // namespace fencepost::cli
