#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "cli/formats/patched_lines.h"
#include "cli/propose/proposal.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;

class ProposalPatches : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/fencepost-patch-XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& text) {
    const fs::path path = folder_ / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
    return path.string();
  }
  static ProposedChange change(const std::string& file, std::uint32_t line, std::uint32_t column, std::uint32_t length,
                               const std::string& text) {
    return {.edit = {file, line, column, length, text}};
  }

  fs::path folder_;
};

TEST_F(ProposalPatches, HoldThreeLinesAroundAndJoinWhatIsNear) {
  const std::string path = file("a.cu", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n");
  const ProposalPatch patch =
      proposal_patch({change(path, 5, 1, 0, "new\n"), change(path, 7, 1, 1, "x"), change(path, 16, 1, 0, "end\n")});
  EXPECT_EQ(patch.folder, folder_.string());
  EXPECT_EQ(patch.text,
            "--- a/a.cu\n+++ b/a.cu\n"
            "@@ -2,9 +2,10 @@\n 2\n 3\n 4\n+new\n 5\n 6\n-7\n+x\n 8\n 9\n 10\n"
            "@@ -13,4 +14,5 @@\n 13\n 14\n 15\n+end\n 16\n");
}

TEST_F(ProposalPatches, OfSeveralFilesAreRelativeToWhatTheyHaveInCommon) {
  const std::string first = file("x/a.cu", "a\n"), second = file("x/y/b c.cuh", "b\n");
  const ProposalPatch patch = proposal_patch({change(second, 1, 1, 1, "B"), change(first, 1, 1, 1, "A")});
  EXPECT_EQ(patch.folder, (folder_ / "x").string());
  EXPECT_EQ(patch.text,
            "--- a/a.cu\n+++ b/a.cu\n@@ -1,1 +1,1 @@\n-a\n+A\n"
            "--- a/y/b c.cuh\t\n+++ b/y/b c.cuh\t\n@@ -1,1 +1,1 @@\n-b\n+B\n");
}

TEST_F(ProposalPatches, KeepALastLineWithoutAnEnd) {
  const std::string path = file("a.cu", "1\n2");
  EXPECT_EQ(proposal_patch({change(path, 2, 1, 1, "x")}).text,
            "--- a/a.cu\n+++ b/a.cu\n@@ -1,2 +1,2 @@\n 1\n-2\n\\ No newline at end of file\n+x\n"
            "\\ No newline at end of file\n");
}

TEST_F(ProposalPatches, InsertInFrontOfPragmasAndWithTheFilesLineEnds) {
  const std::string path = file("a.cu", "f();\r\n#pragma unroll\r\nfor (;;) {}\r\n");
  EXPECT_NE(proposal_patch({change(path, 3, 1, 0, "g();\n")}).text.find(" f();\r\n+g();\r\n #pragma"),
            std::string::npos);
}

TEST_F(ProposalPatches, AreReadBackLineByLine) {
  const std::string path = file("a.cu", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n");
  const auto files = patched_files(proposal_patch({change(path, 3, 1, 0, "x\ny\n"), change(path, 12, 1, 2, "z")}).text);
  ASSERT_EQ(files.size(), 1U);
  EXPECT_EQ(files[0].name, "a.cu");
  ASSERT_EQ(files[0].changes.size(), 2U);
  EXPECT_EQ(files[0].changes[0].first, 3U);
  EXPECT_EQ(files[0].changes[0].removed, 0U);
  EXPECT_EQ(files[0].changes[0].added, "x\ny\n");
  EXPECT_EQ(files[0].changes[1].first, 12U);
  EXPECT_EQ(files[0].changes[1].removed, 1U);
  EXPECT_EQ(files[0].changes[1].added, "z\n");
}

TEST(PatchedLines, OfTextThatIsNoDiffAreWhatCanBeRead) {
  for (const char* text :
       {"", "+x", "@@ -1 @@\n+x", "--- a/f\n+++ b/f\n@@ -", "--- a/\n+++ \n@@ -99999999999999 @@\n-\n"}) {
    for (const auto& file : patched_files(text)) EXPECT_LE(file.changes.size(), 1U) << text;
  }
}

}  // namespace
}  // namespace fencepost::cli
