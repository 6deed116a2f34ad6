#include "compiler/source/tokens.h"

#include <gtest/gtest.h>

namespace fencepost::compiler {
namespace {

std::string spellings(std::string_view text) {
  const TokenStream tokens(text);
  std::string result;
  for (std::size_t i = 0; i < tokens.size(); ++i)
    result += std::string(tokens.spelling(i)) + (i + 1 < tokens.size() ? " ~ " : "");
  return result;
}

TEST(NvccTokens, StringsAndCharactersAreSingleTokens) {
  EXPECT_EQ(spellings(R"(f("a<<<b>>>(\"c", '\'', L"x", u8"y"_s))"),
            R"(f ~ ( ~ "a<<<b>>>(\"c" ~ , ~ '\'' ~ , ~ L"x" ~ , ~ u8"y"_s ~ ))");
}

TEST(NvccTokens, RawStringsMayContainAnything) {
  EXPECT_EQ(spellings("R\"x(k<<<1,\n1>>>(\")\")x\";"), "R\"x(k<<<1,\n1>>>(\")\")x\" ~ ;");
  EXPECT_EQ(spellings("u8R\"()\" a"), "u8R\"()\" ~ a");
}

TEST(NvccTokens, NumbersKeepSeparatorsExponentsAndSuffixes) {
  EXPECT_EQ(spellings("1'000'000ull + 0x1p-3f - .5e+3"), "1'000'000ull ~ + ~ 0x1p-3f ~ - ~ .5e+3");
}

TEST(NvccTokens, CommentsAndDirectivesAreNoTokens) {
  EXPECT_EQ(spellings("a // k<<<1,1>>>()\n/* \" */ b\n#pragma unroll\n  # 3 \"f\"\nc"), "a ~ b ~ c");
}

TEST(NvccTokens, AngleBracketsStaySingle) {
  EXPECT_EQ(spellings("k<<<1>>>(a->b)"), "k ~ < ~ < ~ < ~ 1 ~ > ~ > ~ > ~ ( ~ a ~ -> ~ b ~ )");
  const TokenStream tokens("<<< << <");
  EXPECT_TRUE(tokens.is_run(0, '<', 3));
  EXPECT_FALSE(tokens.is_run(3, '<', 3));
}

TEST(NvccTokens, PlacesFollowTheLineMarkers) {
  const TokenStream tokens("# 1 \"a b.cu\"\nx\n\ny\n# 40 \"/usr/include/h.h\" 1 3\nz\n# 9 \"a b.cu\" 2\nw");
  EXPECT_EQ(tokens.place(0).line, 1U);
  EXPECT_EQ(tokens.place(1).line, 3U);
  EXPECT_EQ(tokens.place(1).file, "a b.cu");
  EXPECT_EQ(tokens.place(2).line, 40U);
  EXPECT_TRUE(tokens.in_system_header(2));
  EXPECT_EQ(tokens.place(3).line, 9U);
  EXPECT_FALSE(tokens.in_system_header(3));
}

TEST(NvccTokens, OurOwnHeadersCountAsSystemHeaders) {
  const TokenStream tokens("# 1 \"/p/include/cuda.h\" 1\nx\n# 1 \"/p/includes/mine.h\" 1\ny", "/p/include/");
  EXPECT_TRUE(tokens.in_system_header(0));
  EXPECT_FALSE(tokens.in_system_header(1));
  EXPECT_EQ(tokens.unmarked_system_markers().size(), 1U);
}

TEST(NvccTokens, ResumingNamesLineAndColumn) {
  const TokenStream tokens("# 7 \"a.cu\"\n\tint x;");
  EXPECT_EQ(tokens.resume(1), "\n# 7 \"a.cu\"\n\t    ");
}

TEST(NvccTokens, UnterminatedLiteralsEndSomewhere) {
  for (const char* text : {"\"abc", "'", "R\"(", "R\"", "/*", "\"\\", "1'", "#", "# 1 \""}) {
    EXPECT_LE(TokenStream(text).size(), 3U) << text;
  }
}

}  // namespace
}  // namespace fencepost::compiler
