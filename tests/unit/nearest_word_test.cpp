#include "detector/text/nearest_word.h"

#include <gtest/gtest.h>

namespace fencepost::detector {
namespace {

const std::vector<std::string> kWords = {"--report", "--require-launch", "--jobs", "--json", "--n"};

TEST(NearestWord, ForgivesSlipsOfThePen) {
  EXPECT_EQ(nearest_word("--reprot", kWords), "--report");
  EXPECT_EQ(nearest_word("-report", kWords), "--report");
  EXPECT_EQ(nearest_word("--REPORTS", kWords), "--report");
  EXPECT_EQ(nearest_word("--job", kWords), "--jobs");
  EXPECT_EQ(nearest_word("--require", kWords), "--require-launch");
  EXPECT_EQ(nearest_word("-j", kWords), "--jobs");
}

TEST(NearestWord, IsNoneWhereNobodyMeantIt) {
  for (const char* word : {"", "-", "--frobnicate", "x", "--x", "repository of things"}) {
    EXPECT_EQ(nearest_word(word, kWords), std::nullopt) << word;
  }
  EXPECT_EQ(nearest_word("race", {}), std::nullopt);
  EXPECT_EQ(nearest_word(std::string(1 << 20, 'a'), kWords), std::nullopt);
  EXPECT_EQ(did_you_mean("frobnicate", kWords), "");
}

TEST(NearestWord, IsAsFewLettersAwayAsPossible) {
  EXPECT_EQ(nearest_word("jsons", {"jobs", "json"}), "json");
  EXPECT_EQ(did_you_mean("jbos", {"json", "jobs"}), "; did you mean jobs?");
}

}  // namespace
}  // namespace fencepost::detector
