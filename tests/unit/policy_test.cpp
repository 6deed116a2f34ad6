#include "detector/policy/policy.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "detector/policy/allow_comment.h"
#include "tests/unit/example_findings.h"

namespace fencepost::detector {
namespace {

TEST(AllowComment, NamesKindsAndAReason) {
  for (const char* line : {"x = 1;  // fencepost: allow(race, deadlock) it is known",
                           "/*fencepost:allow(race,deadlock)it is known*/ x = 1;",
                           "f(\"//\", '\"');\t//  fencepost: allow ( race , deadlock )  it is known \r"}) {
    const auto found = allow_comments(line);
    ASSERT_EQ(found.size(), 1U) << line;
    EXPECT_EQ(found[0].mistake, "") << line;
    EXPECT_EQ(found[0].kinds, (std::vector<Kind>{Kind::kRace, Kind::kDeadlock})) << line;
    EXPECT_EQ(found[0].reason, "it is known") << line;
  }
}

TEST(AllowComment, SeveralMayStandOnALine) {
  const auto found = allow_comments("/* fencepost: allow(race) a */ x = 1'000; // fencepost: allow(leak) b");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].reason, "a");
  EXPECT_EQ(found[1].reason, "b");
}

TEST(AllowComment, IsNoneInAStringOrInTheMiddleOfAComment) {
  EXPECT_TRUE(allow_comments("print(\"// fencepost: allow(race) no\");").empty());
  EXPECT_TRUE(allow_comments("// as in // fencepost: allow(race) no").empty());
  EXPECT_TRUE(allow_comments("// fencepost:").size() == 1) << "but an incomplete one is noticed";
}

TEST(AllowComment, AMistakeIsTold) {
  const auto mistake_in = [](const char* line) { return allow_comments(line).at(0).mistake; };
  EXPECT_EQ(mistake_in("// fencepost: allow(rcae) why"),
            "no kind of finding is called 'rcae' ('fencepost explain' lists them)");
  EXPECT_EQ(mistake_in("// fencepost: allow() why"),
            "no kind of finding is called '' ('fencepost explain' lists them)");
  EXPECT_EQ(mistake_in("// fencepost: allow(race)"), "it gives no reason");
  EXPECT_EQ(mistake_in("/* fencepost: allow(race) */"), "it gives no reason");
  for (const char* line :
       {"// fencepost: alow(race) why", "// fencepost: allow race why", "// fencepost: allow(race why"}) {
    EXPECT_EQ(mistake_in(line), "it is not of the form 'fencepost: allow(race) reason'");
  }
}

TEST(AllowComment, KnowsLinesThatAreOnlyComments) {
  for (const char* line : {"// a", "  /* a */ // b", "/* a"}) EXPECT_TRUE(is_only_comment(line)) << line;
  for (const char* line : {"", "  ", "x; // a", "/* a */ x;", "}"}) EXPECT_FALSE(is_only_comment(line)) << line;
}

/// In a directory of its own. The example's race is between lines 4 and 5.
class PolicyTest : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/fencepost-policy-XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    directory_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(directory_ / name) << text;
    return directory_ / name;
  }
  /// What suppresses the race in a source: "" if nothing does, else the line.
  std::string line_that_allows(const std::string& text, const Finding* finding = nullptr) {
    static int number = 0;
    const std::string file = write("scan" + std::to_string(++number) + ".cu", text);
    Finding race = finding != nullptr ? *finding : race_finding(file);
    for (FindingAccess& access : race.accesses) access.location.file = access.stack.at(0).file = file;
    const auto suppressed = policy_.decide(race, symboliser_);
    return suppressed ? suppressed->by.substr(file.size() + 1) : "";
  }

  std::filesystem::path directory_;
  Policy policy_;
  Symboliser symboliser_{std::string("/no/executable")};
};

TEST_F(PolicyTest, ACommentCountsOnTheLineOfEitherAccess) {
  EXPECT_EQ(line_that_allows("\n\n\n\nw // fencepost: allow(race) why\n"), "5");
  EXPECT_EQ(line_that_allows("\n\n\nr // fencepost: allow(race) why\nw\n"), "4");
  EXPECT_EQ(line_that_allows("\n\n\nr\nw\n// fencepost: allow(race) why\n"), "") << "below";
  EXPECT_EQ(line_that_allows("\n\n\nr // fencepost: allow(deadlock) why\nw\n"), "") << "of another kind";
}

TEST_F(PolicyTest, ACommentCountsInTheCommentLinesRightAbove) {
  EXPECT_EQ(line_that_allows("\n\n// fencepost: allow(race) why\nr\nw\n"), "3");
  EXPECT_EQ(line_that_allows("// fencepost: allow(race) why\n// and so on\n/* and on */\nr\nw\n"), "1");
  EXPECT_EQ(line_that_allows("\n// fencepost: allow(race) why\n\nr\nw\n"), "") << "a blank line between";
  EXPECT_EQ(line_that_allows("\n\nx; // fencepost: allow(race) why\nr\nw\n"), "") << "behind other code";
}

TEST_F(PolicyTest, ACommentThatMeansNothingIsNoted) {
  EXPECT_EQ(line_that_allows("\n\n\nr // fencepost: allow(race)\nw\n"), "");
  ASSERT_EQ(policy_.notes().size(), 1U);
  EXPECT_EQ(policy_.notes()[0].kind, Note::Kind::kBadComment);
  EXPECT_NE(policy_.notes()[0].text.find(".cu:4: this comment suppresses nothing: it gives no reason"),
            std::string::npos);
}

TEST_F(PolicyTest, RulesComeBeforeCommentsAndUnusedOnesAreNoted) {
  const std::string rules = write("rules.txt", "race kernel=other\n\nrace kernel=scan # known\nrace object=tile\n");
  EXPECT_FALSE(policy_.read(rules));
  EXPECT_TRUE(policy_.names_objects());
  const auto suppressed = policy_.decide(race_finding("nowhere.cu"), symboliser_);
  ASSERT_TRUE(suppressed);
  EXPECT_EQ(suppressed->by, rules + ":3");
  EXPECT_EQ(suppressed->reason, "known");
  ASSERT_EQ(policy_.notes().size(), 2U);
  EXPECT_EQ(policy_.notes()[0].text, rules + ":1: this rule suppressed nothing: race kernel=other");
  EXPECT_EQ(policy_.notes()[1].text, rules + ":4: this rule suppressed nothing: race object=tile");
}

TEST_F(PolicyTest, AFileThatCannotBeReadIsAMistake) {
  EXPECT_EQ(policy_.read("/no/such"), "cannot read suppressions /no/such: No such file or directory");
  EXPECT_EQ(policy_.read("/tmp"), "cannot read suppressions /tmp: Is a directory");
}

}  // namespace
}  // namespace fencepost::detector
