// Which accesses of a kernel's source become callbacks, with each host compiler. The expectations are in
// probes/trace.cpp.
#include <gtest/gtest.h>

#include <cstdlib>

#include "cli/nvcc_instrumentation.h"
#include "cli/nvcc_process.h"
#include "cli/nvcc_temporary.h"
#include "cli/nvcc_toolchain.h"

namespace fencepost::cli {
namespace {

using Command = std::vector<std::string>;

class InstrumentationTest : public testing::Test {
 protected:
  int run(Command command, const std::vector<std::string>& flags = {}) {
    command.insert(command.begin() + 1, flags.begin(), flags.end());
    return CommandRunner(false, false).run(command);
  }

  // Compiles the probes as a kernel is compiled and runs them.
  int probe(Instrumentation how) {
    const std::string compiler = how.clang ? "clang++" : "g++";
    how.plugin = find_plugin(find_toolchain(compiler));
    const std::string include = std::string("-I") + FENCEPOST_SOURCE_DIR + "/tests/unit";
    const std::string probes = std::string(FENCEPOST_SOURCE_DIR) + "/tests/unit/probes/";
    const std::string object = directory_.file("accesses.o");
    const std::string bitcode = directory_.file("accesses.bc");
    const std::string program = directory_.file("probe");
    EXPECT_EQ(
        run({compiler, include, "-c", probes + "accesses.cpp", "-o", how.clang ? bitcode : object}, front_flags(how)),
        0);
    if (how.clang) {
      EXPECT_EQ(run({compiler, "-x", "ir", "-c", bitcode, "-o", object}, back_flags(how)), 0);
    }
    EXPECT_EQ(run({compiler, "-std=c++17", include, "-fno-pie", "-no-pie", "-Wl,--wrap=memcpy", probes + "trace.cpp",
                   object, "-o", program}),
              0);
    return how.clang || how.strict ? run({program, "without-inlining"}) : run({program});
  }

  static bool has(const char* compiler) {
    return std::system((std::string(compiler) + " --version > /dev/null 2>&1").c_str()) == 0;
  }

  TemporaryDirectory directory_;
};

TEST_F(InstrumentationTest, GnuKeepsEveryAccessOfTheSourceAndNoLocals) {
  if (!has("g++")) GTEST_SKIP() << "g++ is not installed";
  EXPECT_EQ(probe({.clang = false}), 0);
}

TEST_F(InstrumentationTest, GnuStrictKeepsEveryAccessOfTheSource) {
  if (!has("g++")) GTEST_SKIP() << "g++ is not installed";
  EXPECT_EQ(probe({.clang = false, .strict = true}), 0);
}

TEST_F(InstrumentationTest, ClangKeepsEveryAccessOfTheSource) {
  if (!has("clang++")) GTEST_SKIP() << "clang++ is not installed";
  EXPECT_EQ(probe({.clang = true}), 0);
}

TEST_F(InstrumentationTest, ClangStrictKeepsEveryAccessOfTheSource) {
  if (!has("clang++")) GTEST_SKIP() << "clang++ is not installed";
  EXPECT_EQ(probe({.clang = true, .strict = true}), 0);
}

}  // namespace
}  // namespace fencepost::cli
