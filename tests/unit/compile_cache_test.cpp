#include "cli/compile_cache.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "cli/checked_program.h"
#include "cli/child_process.h"
#include "cli/content_hash.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;

class CompileCacheTest : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/fencepost-cache-XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    directory_ = name;
    setenv("XDG_CACHE_HOME", (directory_ + "/cache").c_str(), 1);
    source_ = directory_ + "/app.cu";
    header_ = directory_ + "/my header.h";
    std::ofstream(source_) << "source";
    std::ofstream(header_) << "header";
  }
  void TearDown() override { fs::remove_all(directory_); }

  [[nodiscard]] CompileRequest request(std::vector<std::string> arguments = {}) const {
    return {"/usr/bin/env", source_, std::move(arguments)};
  }

  /// What a compiler leaves behind.
  void compile(const CompileCache& cache) const {
    std::ofstream(cache.new_executable()) << "executable";
    ::chmod(cache.new_executable().c_str(), 0755);
    std::ofstream(cache.new_dependencies()) << "app.o: " << source_ << " \\\n " << directory_ << "/my\\ header.h\n";
  }

  std::string directory_, source_, header_;
};

TEST_F(CompileCacheTest, FindsWhatWasStored) {
  EXPECT_EQ(CompileCache(request()).find(), std::nullopt);
  std::string stored;
  {
    const CompileCache cache(request());
    compile(cache);
    stored = cache.store();
  }
  EXPECT_TRUE(fs::exists(stored));
  EXPECT_EQ(CompileCache(request()).find(), stored);
  EXPECT_EQ(CompileCache(request({"-DX"})).find(), std::nullopt);
}

TEST_F(CompileCacheTest, NoticesAChangedHeader) {
  {
    const CompileCache cache(request());
    compile(cache);
    cache.store();
  }
  EXPECT_TRUE(CompileCache(request()).find());
  std::ofstream(header_) << "HEADER";
  EXPECT_EQ(CompileCache(request()).find(), std::nullopt);
  fs::remove(header_);
  EXPECT_EQ(CompileCache(request()).find(), std::nullopt);
}

TEST_F(CompileCacheTest, WithoutAListOfHeadersNothingIsKept) {
  {
    const CompileCache cache(request());
    compile(cache);
    fs::remove(cache.new_dependencies());
    EXPECT_EQ(cache.store(), cache.new_executable());
  }
  EXPECT_EQ(CompileCache(request()).find(), std::nullopt);
}

TEST_F(CompileCacheTest, UsesATemporaryDirectoryWhereTheCacheCannotBe) {
  std::ofstream(directory_ + "/cache") << "a file is in the way";
  setenv("TMPDIR", directory_.c_str(), 1);
  std::string path;
  {
    const CompileCache cache(request());
    path = cache.new_executable();
    EXPECT_TRUE(path.starts_with(directory_ + "/fencepost-"));
    compile(cache);
    EXPECT_EQ(cache.store(), path);
    EXPECT_TRUE(fs::exists(path));
  }
  unsetenv("TMPDIR");
  EXPECT_FALSE(fs::exists(fs::path(path).parent_path()));
}

TEST(Dependencies, AreReadFromMakeNotation) {
  EXPECT_EQ(parse_dependencies("a.o b.d: a.cu \\\n  dir/b\\ c.h x$$y.h\nb.h:\n a.cu\n"),
            (std::vector<std::string>{"a.cu", "dir/b c.h", "x$y.h"}));
  EXPECT_TRUE(parse_dependencies("").empty());
}

TEST(ContentHash, TellsTheSamePiecesDividedOtherwiseApart) {
  EXPECT_EQ(ContentHash().add("ab").add("c").hex(), ContentHash().add("ab").add("c").hex());
  EXPECT_NE(ContentHash().add("ab").add("c").hex(), ContentHash().add("a").add("bc").hex());
  EXPECT_EQ(ContentHash().hex(), "6c62272e07bb014262b821756295c58d");
  EXPECT_EQ(hash_of_file("/no/such/file"), std::nullopt);
}

TEST(ChildProcess, TellsHowItEnded) {
  EXPECT_EQ(run_child({"/bin/sh", "-c", "exit 7"}).status, 7);
  EXPECT_EQ(run_child({"/bin/sh", "-c", "kill -TERM $$"}).signal, SIGTERM);
  EXPECT_EQ(run_child({"/bin/sh", "-c", "exit $VALUE"}, {{"VALUE", "5"}}).status, 5);
  EXPECT_EQ(run_child({"/no/such/program"}).error, "No such file or directory");
}

TEST(ChildProcess, GetsTheSignalsSentToItsParent) {
  const ChildEnd end = run_child({"/bin/sh", "-c", "trap 'exit 9' TERM; kill -TERM $PPID; sleep 5 & wait; exit 1"});
  EXPECT_EQ(end.status, 9);
}

TEST(ForeignWords, AreTheCompilersAndTheProgramsArguments) {
  using Words = std::vector<std::string>;
  Words words = {"--jobs",     "2",  "-I", "dir", "-DX=1", "--std=c++17", "a.cu", "--nvcc-args",
                 "-lm '-D Y'", "--", "-x", "--",  "b"};
  ProgramRequest request;
  take_foreign_words(words, request);
  EXPECT_EQ(words, (Words{"--jobs", "2", "a.cu"}));
  EXPECT_EQ(request.compiler_arguments, (Words{"-I", "dir", "-DX=1", "--std=c++17", "-lm", "-D Y"}));
  EXPECT_EQ(request.program_arguments, (Words{"-x", "--", "b"}));
}

}  // namespace
}  // namespace fencepost::cli
