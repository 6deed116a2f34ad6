#include "detector/policy/suppressions.h"

#include <gtest/gtest.h>

#include "detector/text/name_patterns.h"
#include "tests/unit/example_findings.h"

namespace fencepost::detector {
namespace {

std::vector<SuppressionRule> rules_of(const std::string& text) {
  std::vector<SuppressionRule> rules;
  const auto mistake = parse_suppressions(text, "rules.txt", rules);
  EXPECT_FALSE(mistake) << text << ": " << *mistake;
  return rules;
}

bool suppresses(const std::string& rule, const Finding& finding = race_finding("src/scan.cu")) {
  const auto rules = rules_of(rule);
  EXPECT_EQ(rules.size(), 1U) << rule;
  return rules.size() == 1 && matches(rules.front(), finding);
}

std::string mistake_in(const std::string& text) {
  std::vector<SuppressionRule> rules;
  return parse_suppressions(text, "rules.txt", rules).value_or("none");
}

TEST(Suppressions, AreReadWithTheirPlacesTextsAndReasons) {
  const auto rules = rules_of(
      "\xEF\xBB\xBF# a comment\n\n  race,deadlock kernel=scan*\tat=./a.cu:3-5 # why ; so\r\n* object='my tile'");
  ASSERT_EQ(rules.size(), 2U);
  EXPECT_EQ(rules[0].kinds, (std::vector<Kind>{Kind::kRace, Kind::kDeadlock}));
  EXPECT_EQ(rules[0].kernels, std::vector<std::string>{"scan*"});
  ASSERT_EQ(rules[0].places.size(), 1U);
  EXPECT_EQ(rules[0].places[0].file, "a.cu");
  EXPECT_EQ(rules[0].places[0].first, 3U);
  EXPECT_EQ(rules[0].places[0].last, 5U);
  EXPECT_EQ(rules[0].text, "race,deadlock kernel=scan*\tat=./a.cu:3-5");
  EXPECT_EQ(rules[0].reason, "why ; so");
  EXPECT_EQ(rules[0].source, "rules.txt:3");
  EXPECT_TRUE(rules[1].kinds.empty());
  EXPECT_EQ(rules[1].objects, std::vector<std::string>{"my tile"});
  EXPECT_EQ(rules[1].reason, "");
}

TEST(Suppressions, MatchByKind) {
  EXPECT_TRUE(suppresses("race"));
  EXPECT_TRUE(suppresses("deadlock,race"));
  EXPECT_FALSE(suppresses("deadlock"));
  EXPECT_TRUE(suppresses("* kernel=*"));
}

TEST(Suppressions, MatchByKernel) {
  EXPECT_TRUE(suppresses("race kernel=scan"));
  EXPECT_TRUE(suppresses("race kernel=s?an"));
  EXPECT_TRUE(suppresses("race 'kernel=scan(int const[*], int[*], int)'"));
  EXPECT_FALSE(suppresses("race kernel=sca"));
  Finding outside = race_finding("scan.cu");
  outside.kernel.clear();
  EXPECT_FALSE(suppresses("race kernel=*", outside));
}

TEST(Suppressions, MatchByObject) {
  EXPECT_TRUE(suppresses("race object=tile"));
  EXPECT_TRUE(suppresses("race object=t*"));
  EXPECT_FALSE(suppresses("race object=til"));
  EXPECT_FALSE(suppresses("barrier-divergence object=*", divergence_finding("scan.cu")));
}

TEST(Suppressions, MatchByScope) {
  EXPECT_TRUE(suppresses("race scope=intra-block"));
  EXPECT_TRUE(suppresses("race scope=intra-*"));
  EXPECT_FALSE(suppresses("race scope=inter-block"));
}

TEST(Suppressions, MatchByPlace) {
  EXPECT_TRUE(suppresses("race at=scan.cu"));
  EXPECT_TRUE(suppresses("race at=src/scan.cu:5"));
  EXPECT_TRUE(suppresses("race at=*.cu:4"));
  EXPECT_TRUE(suppresses("race at=scan.cu:1-4"));
  EXPECT_FALSE(suppresses("race at=can.cu:5")) << "a part of a file's name";
  EXPECT_FALSE(suppresses("race at=scan.cu:6"));
  EXPECT_FALSE(suppresses("race at=scan.cu:6-99"));
  EXPECT_FALSE(suppresses("race at=other/scan.cu:5"));
}

TEST(Suppressions, MatchByTheLineOfAnInlinedCall) {
  Finding finding = race_finding("scan.cu");
  finding.accesses[0].stack.push_back({"scan.cu", 50, "scan"});
  EXPECT_TRUE(suppresses("race at=scan.cu:50", finding));
}

TEST(Suppressions, MatchAFindingWithoutAccessesByTheLineOfItsObject) {
  Finding leak = race_finding("scan.cu");
  leak.kind = Kind::kLeak;
  EXPECT_FALSE(suppresses("leak at=scan.cu:2", leak)) << "its accesses are elsewhere";
  leak.accesses.clear();
  EXPECT_TRUE(suppresses("leak at=scan.cu:2", leak));
}

TEST(Suppressions, AllConditionsMustHold) {
  EXPECT_TRUE(suppresses("race kernel=scan object=tile scope=intra-block at=scan.cu:4 at=scan.cu:5"));
  EXPECT_FALSE(suppresses("race kernel=scan object=other at=scan.cu:4"));
  EXPECT_FALSE(suppresses("race at=scan.cu:4 at=scan.cu:7"));
  EXPECT_FALSE(suppresses("race kernel=scan kernel=other"));
}

TEST(Suppressions, AMistakeIsToldWithItsPlaceAndTheRemedy) {
  const std::string kinds =
      "; there are race, barrier-divergence, deadlock, invalid-address, crash, timeout, api-error, out-of-bounds, "
      "use-after-free, misaligned, uninitialized-read, leak, permission, unsupported, and * for any";
  EXPECT_EQ(mistake_in("# fine\nrcae kernel=x"), "rules.txt:2:1: no kind of finding is called 'rcae'" + kinds);
  EXPECT_EQ(mistake_in("race,deadlok at=x"), "rules.txt:1:6: no kind of finding is called 'deadlok'" + kinds);
  EXPECT_EQ(mistake_in("kernel=x"), "rules.txt:1:1: a rule begins with the kind of finding, or * for any");
  EXPECT_EQ(mistake_in(" *"), "rules.txt:1:2: this rule would suppress every finding; add a condition");
  EXPECT_EQ(mistake_in("race kernal=x"),
            "rules.txt:1:6: no condition is called 'kernal'; there are kernel, object, at, scope");
  EXPECT_EQ(mistake_in("race benign"),
            "rules.txt:1:6: 'benign' is no condition such as kernel=scan* (a reason follows #)");
  EXPECT_EQ(mistake_in("race kernel="), "rules.txt:1:13: kernel= needs a value");
  EXPECT_EQ(mistake_in("race kernel=''"), "rules.txt:1:13: kernel= needs a value");
  EXPECT_EQ(mistake_in("race scope=block"),
            "rules.txt:1:12: no scope is called 'block'; there are intra-warp, intra-block, inter-block, stream, "
            "host-device");
  EXPECT_EQ(mistake_in("race at=:3"), "rules.txt:1:9: at= needs a file: at=scan.cu:13");
  for (const char* lines : {"", "x", "0", "-3", "3-", "3-x", "3-0", "1.5", "99999999999"}) {
    EXPECT_EQ(mistake_in(std::string("race at=a.cu:") + lines),
              "rules.txt:1:9: '" + std::string(lines) + "' is neither a line (13) nor lines (13-20)");
  }
  EXPECT_EQ(mistake_in("race at=a.cu:9-3"), "rules.txt:1:9: the lines 9-3 end before they begin");
  EXPECT_EQ(mistake_in("race 'kernel=a"), "rules.txt:1:6: a quotation is not closed");
}

TEST(Suppressions, TheRuleOfAFindingSuppressesIt) {
  const Finding race = race_finding("src/scan.cu");
  EXPECT_EQ(rule_for(race), "race kernel=scan at=src/scan.cu:5 at=src/scan.cu:4");
  EXPECT_TRUE(suppresses(rule_for(race), race));
  Finding odd = race_finding("my [old] dir/it's.cu");
  odd.kernel = "(anonymous namespace)::apply<(Op)1, int>(int*)";
  EXPECT_EQ(
      rule_for(odd),
      "race \"kernel=(anonymous namespace)::apply\" \"at=my \\[old] dir/it's.cu:5\" \"at=my \\[old] dir/it's.cu:4\"");
  EXPECT_TRUE(suppresses(rule_for(odd), odd));
  Finding unknown = race_finding("scan.cu");
  for (FindingAccess& access : unknown.accesses) access = access_of(AccessKind::kWrite, 1, 0, "");
  unknown.object->declared = {};
  EXPECT_EQ(rule_for(unknown), "race kernel=scan object=tile");
  EXPECT_TRUE(suppresses(rule_for(divergence_finding("scan.cu")), divergence_finding("scan.cu")));
}

TEST(NamePatterns, MatchAKernelWithAndWithoutItsParts) {
  const std::string kernel = "ns::(anonymous namespace)::scan<int, (Op)1>(int const*, void (*)(int))";
  for (const char* pattern :
       {"scan", "s*n", "ns::*::scan", "ns::(anonymous namespace)::scan<int, (Op)1>", "*<int,*", "*(int const*",
        "ns::(anonymous namespace)::scan<int, (Op)1>(int const[*], void ([*])(int))"}) {
    EXPECT_TRUE(kernel_matches(pattern, kernel)) << pattern;
  }
  for (const char* pattern : {"can", "sca", "ns", "scan<float*", "scan(int)"}) {
    EXPECT_FALSE(kernel_matches(pattern, kernel)) << pattern;
  }
  EXPECT_EQ(plain_kernel_name(kernel), "ns::(anonymous namespace)::scan");
  EXPECT_TRUE(kernel_matches("c_kernel", "c_kernel"));
}

}  // namespace
}  // namespace fencepost::detector
