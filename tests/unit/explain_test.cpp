#include "detector/wording/explain.h"

#include <gtest/gtest.h>

#include <sstream>

#include "detector/model/names.h"
#include "detector/text/text_layout.h"
#include "detector/wording/advice.h"

namespace fencepost::detector {
namespace {

TEST(Explain, EveryKindHasAPageWithExampleAndFix) {
  for (const Kind kind : kAllKinds) {
    EXPECT_EQ(explanation_of(kind).kind, kind);
    const std::string page = explain(kind);
    EXPECT_TRUE(page.starts_with(std::string(name_of(kind)) + ": "));
    EXPECT_NE(page.find("The bug:"), std::string::npos);
    EXPECT_NE(page.find("The fix:"), std::string::npos);
    EXPECT_TRUE(page.ends_with("\n"));
  }
}

TEST(Explain, PagesFitTheScreen) {
  for (const Kind kind : kAllKinds) {
    std::istringstream lines(explain(kind, 80));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(width_of(line), 100U) << line;
  }
}

TEST(Explain, TheListNamesEveryKind) {
  const std::string list = explain_all();
  for (const Kind kind : kAllKinds) EXPECT_NE(list.find("  " + std::string(name_of(kind)) + " "), std::string::npos);
}

TEST(Names, OfKindsAreReadBack) {
  for (const Kind kind : kAllKinds) EXPECT_EQ(kind_named(name_of(kind)), kind);
  EXPECT_EQ(kind_named("no-such-kind"), std::nullopt);
}

TEST(Explain, TakesWhatReportsPrint) {
  EXPECT_EQ(kind_meant("out of bounds"), Kind::kOutOfBounds);
  EXPECT_EQ(kind_meant("Out-Of-Bounds"), Kind::kOutOfBounds);
  EXPECT_EQ(kind_meant("USE_AFTER_FREE"), Kind::kUseAfterFree);
  EXPECT_EQ(kind_meant("a data race"), Kind::kRace);
  EXPECT_EQ(kind_meant("error: race on tile[0] (shared, 4 bytes) in reverse(int*)"), Kind::kRace);
  EXPECT_EQ(kind_meant("warning: barrier divergence in race(int*)"), Kind::kBarrierDivergence);
  EXPECT_EQ(kind_meant("race/leak.cu:3:1: error: deadlock in k(): waits for ever [deadlock]"), Kind::kDeadlock);
  for (const char* text : {"", "-", "terrace", "out of luck"}) EXPECT_EQ(kind_meant(text), std::nullopt) << text;
}

TEST(Advice, EveryKindHasAMessageAndAHint) {
  for (const Kind kind : kAllKinds) {
    Finding finding;
    finding.kind = kind;
    advise(finding);
    EXPECT_FALSE(finding.message.empty());
    EXPECT_FALSE(finding.hint.empty());
  }
}

TEST(Advice, OfARaceFitsItsScope) {
  Finding finding;
  finding.kind = Kind::kRace;
  finding.severity = Severity::kError;
  finding.accesses.resize(2);
  finding.accesses[0].kind = AccessKind::kWrite;
  finding.accesses[0].location = {"a.cu", 3, ""};
  finding.accesses[1].location = {"a.cu", 4, ""};
  finding.scope = Scope::kIntraBlock;
  EXPECT_NE(hint_for(finding).find("__syncthreads()"), std::string::npos);
  finding.scope = Scope::kInterBlock;
  EXPECT_EQ(hint_for(finding).find("__syncthreads()"), std::string::npos);
  finding.accesses[0].kind = AccessKind::kAtomic;
  EXPECT_NE(hint_for(finding).find("atomic"), std::string::npos);
}

}  // namespace
}  // namespace fencepost::detector
