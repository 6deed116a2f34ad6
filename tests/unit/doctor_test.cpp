#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "cli/doctor/system.h"
#include "compiler/driver/temporary.h"

namespace fencepost::cli {
namespace {

Distribution distribution_with(const std::string& text) {
  const compiler::TemporaryDirectory folder;
  std::ofstream(folder.file("os-release")) << text;
  return distribution_of(folder.file("os-release"));
}

TEST(Doctor, KnowsDistributionsByTheirOwnOrTheirParentsName) {
  EXPECT_EQ(distribution_with("NAME=x\nID=debian\n"), Distribution::kDebian);
  EXPECT_EQ(distribution_with("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n"), Distribution::kDebian);
  EXPECT_EQ(distribution_with("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n"), Distribution::kFedora);
  EXPECT_EQ(distribution_with("ID=arch\nVERSION_ID=debian\n"), Distribution::kOther);
  EXPECT_EQ(distribution_of("/nowhere/os-release"), Distribution::kOther);
}

TEST(Doctor, ListsPackagesOnceAndOnlyWhereTheyExist) {
  const std::vector<Package> packages = {
      {.debian = "g++", .fedora = "gcc-c++"}, {.debian = "g++", .fedora = "gcc-c++"}, {.debian = "libcub-dev"}};
  using Commands = std::vector<std::string>;
  const std::string apt = "apt-get install -y --no-install-recommends g++ libcub-dev", dnf = "dnf install -y gcc-c++";
  EXPECT_EQ(install_commands(Distribution::kDebian, packages), Commands{apt});
  EXPECT_EQ(install_commands(Distribution::kFedora, packages), Commands{dnf});
  EXPECT_EQ(install_commands(Distribution::kOther, packages), (Commands{apt, dnf}));
  EXPECT_EQ(install_commands(Distribution::kFedora, {{.debian = "libcub-dev"}}), Commands{});
}

TEST(Doctor, TakesWhatACommandSaysOnBothStreams) {
  const CommandOutput output = output_of({"sh", "-c", "echo one; echo two >&2; exit 3"});
  EXPECT_EQ(output.status, 3);
  EXPECT_EQ(output.text, "one\ntwo\n");
  EXPECT_EQ(output.first_line(), "one");
  EXPECT_EQ(output_of({"/nowhere/g++", "it's"}).status, 127);
}

}  // namespace
}  // namespace fencepost::cli
