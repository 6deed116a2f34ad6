#include "detector/text/source_lines.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace fencepost::detector {
namespace {

class SourceLinesTest : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/fencepost-lines-XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    directory_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  std::string directory_;
  SourceLines lines_;
};

TEST_F(SourceLinesTest, GivesALineWithoutItsBlanksAtTheEnd) {
  std::ofstream(directory_ + "/a.cu") << "first \t\r\n second";
  EXPECT_EQ(lines_.text(directory_ + "/a.cu", 1), "first");
  EXPECT_EQ(lines_.text(directory_ + "/a.cu", 2), " second");
  EXPECT_EQ(lines_.text(directory_ + "/a.cu", 3), std::nullopt);
  EXPECT_EQ(lines_.text(directory_ + "/a.cu", 0), std::nullopt);
}

TEST_F(SourceLinesTest, WhatIsNoRegularFileHasNone) {
  const std::string pipe = directory_ + "/pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& path : {pipe, directory_, std::string("/dev/zero"), directory_ + "/none", std::string()}) {
    EXPECT_EQ(lines_.text(path, 1), std::nullopt) << path;
  }
}

}  // namespace
}  // namespace fencepost::detector
