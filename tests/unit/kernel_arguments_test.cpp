// What is written behind `fencepost kernel --arg`.
#include <gtest/gtest.h>

#include <string>

#include "cli/kernel/argument.h"
#include "cli/kernel/arithmetic.h"
#include "cli/kernel/choose.h"
#include "cli/kernel/scalar.h"

namespace fencepost::cli {
namespace {

std::int64_t value_of(const std::string& text) {
  return evaluate(text, "n", [](const std::string& name) -> std::int64_t {
    if (name == "n") return 33;
    if (name == "grid.x") return 4;
    if (name == "len(a)") return 7;
    throw ArgumentError("nothing is called " + name);
  });
}

TEST(KernelArguments, AreArithmetic) {
  EXPECT_EQ(value_of("2 + 3 * 4 - 1"), 13);
  EXPECT_EQ(value_of("(n + 31) / 32 * grid.x"), 8);
  EXPECT_EQ(value_of("-n % 10"), -3);
  EXPECT_EQ(value_of("- -5"), 5);
  EXPECT_EQ(value_of("10 - 2 - 3"), 5);
  EXPECT_EQ(value_of("max(n, 64, len( a )) + min(1, 2)"), 65);
  EXPECT_EQ(value_of("1 << 10 >> 3"), 128);
  EXPECT_EQ(value_of("0x20"), 32);
  EXPECT_EQ(value_of("9223372036854775807"), INT64_MAX);
}

TEST(KernelArguments, AreRefused) {
  for (const char* text : {"",
                           " ",
                           "1 +",
                           "1 2",
                           "(1",
                           "1)",
                           "x",
                           "1/0",
                           "1%(n-33)",
                           "9223372036854775808",
                           "9223372036854775807 + 1",
                           "4611686018427387904 * 2",
                           "1 << 63",
                           "1 << -1",
                           "2 << 62",
                           "1.5",
                           "1e3",
                           "sin(1)",
                           "0x",
                           "n n",
                           "min()",
                           "(0 - 9223372036854775807 - 1) / -1",
                           "len(b)"}) {
    EXPECT_THROW(value_of(text), ArgumentError) << text;
  }
  EXPECT_THROW(value_of(std::string(1000000, '(')), ArgumentError);
  EXPECT_THROW(value_of(std::string(1000000, '-')), ArgumentError);
}

TEST(KernelArguments, AreTakenApart) {
  const Argument array = parse_argument("a = unsigned int[n, 2]:random(seed=1, max=min(n, 3))");
  EXPECT_EQ(array.name, "a");
  EXPECT_EQ(array.value.element, "unsigned int");
  EXPECT_EQ(array.value.sizes, (std::vector<std::string>{"n", "2"}));
  EXPECT_EQ(array.value.contents.settings.at("max"), "min(n, 3)");
  const Argument structure = parse_argument("p={x=1, data=float[4]:x.npy, v={1, {2}}}");
  ASSERT_EQ(structure.value.members.size(), 3U);
  EXPECT_EQ(structure.value.members[1].value.contents.kind, ArrayContents::kNpy);
  EXPECT_EQ(structure.value.members[2].value.members[1].value.kind, ArgumentValue::kStruct);
  EXPECT_EQ(parse_argument("a=null").value.kind, ArgumentValue::kNull);
  EXPECT_EQ(parse_argument("a=x.csv").value.contents.kind, ArrayContents::kCsv);
  for (const char* text : {"", "a", "=1", "1=2", "a=", "a={", "a={1}}", "a=[1", "a=[1]x", "a=[1]:", "a=[]", "a=[1,]",
                           "a=[1]:random(x=1)", "a=[1]:random(seed)", "a=[1]:iota(start=)", "a=(]"}) {
    EXPECT_THROW(parse_argument(text), ArgumentError) << text;
  }
  EXPECT_THROW(parse_argument("a=" + std::string(1000, '{') + std::string(1000, '}')), ArgumentError);
}

TEST(KernelArguments, NameKernels) {
  const KernelTarget target = parse_target("dir/a.cu:ns::scan<float, X<2>>");
  EXPECT_EQ(target.file, "dir/a.cu");
  EXPECT_EQ(target.name, "ns::scan");
  EXPECT_EQ(target.arguments, "float, X<2>");
  EXPECT_EQ(parse_target("a.cu:f(int *, float)").types, "int *, float");
  EXPECT_EQ(parse_target("a.cu").name, "");
  for (const char* text : {"a.cu:", ":f", "a.cu:f<int", "a.cu:f<int>x", "a.cu:f(int"}) {
    EXPECT_THROW(parse_target(text), ArgumentError) << text;
  }
}

TEST(KernelArguments, AreNumbersOfTheParametersType) {
  using compiler::ListedType;
  const Lookup nothing = [](const std::string& name) -> std::int64_t { throw ArgumentError(name); };
  const ListedType small{.name = "signed char", .kind = ListedType::kNumber, .number = ListedType::kSigned, .bytes = 1};
  EXPECT_EQ(scalar_text(small, "-128", "x", nothing), "-128");
  EXPECT_THROW(scalar_text(small, "128", "x", nothing), ArgumentError);
  const ListedType single{.name = "float", .kind = ListedType::kNumber, .number = ListedType::kFloat, .bytes = 4};
  EXPECT_EQ(scalar_text(single, "1", "x", nothing), "1.0F");
  EXPECT_EQ(scalar_text(single, "0.1f", "x", nothing), "0.1F");
  EXPECT_EQ(scalar_text(single, "-inf", "x", nothing), "-INFINITY");
  EXPECT_THROW(scalar_text(single, "1e39", "x", nothing), ArgumentError);
  EXPECT_TRUE(means_type(
      "unsigned", {.name = "uint32_t", .kind = ListedType::kNumber, .number = ListedType::kUnsigned, .bytes = 4}));
  EXPECT_TRUE(means_type("Point", {.name = "ns::Point", .kind = ListedType::kStruct}));
  EXPECT_FALSE(
      means_type("float", {.name = "double", .kind = ListedType::kNumber, .number = ListedType::kFloat, .bytes = 8}));
}

}  // namespace
}  // namespace fencepost::cli
