#include "cli/base/compile_cache.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/base/checked_program.h"
#include "cli/base/child_process.h"
#include "cli/base/content_hash.h"
#include "cli/commands/run_command.h"

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
  void TearDown() override {
    unsetenv("FENCEPOST_CACHE_SIZE");
    unsetenv("FENCEPOST_CACHE_DIR");
    fs::remove_all(directory_);
  }

  [[nodiscard]] CompileRequest request(std::vector<std::string> arguments = {}) const {
    return {"/usr/bin/env", source_, std::move(arguments)};
  }

  /// What a compiler leaves behind.
  void compile(const CompileCache& cache, std::size_t bytes = 10) const {
    std::ofstream(cache.new_executable()) << std::string(bytes, 'x');
    ::chmod(cache.new_executable().c_str(), 0755);
    std::ofstream(cache.new_dependencies()) << "app.o: " << source_ << " \\\n " << directory_ << "/my\\ header.h\n";
  }

  /// Compiles with option `name`, used `age` seconds ago.
  void keep(const std::string& name, std::size_t bytes, int age) const {
    std::string stored;
    {
      CompileCache cache(request({name}));
      compile(cache, bytes);
      stored = cache.store();
    }
    const fs::path manifest = fs::path(stored).parent_path() / "manifest";
    if (fs::exists(manifest)) {
      fs::last_write_time(manifest, fs::file_time_type::clock::now() - std::chrono::seconds(age));
    }
  }
  [[nodiscard]] bool is_kept(const std::string& name) const { return CompileCache(request({name})).find().has_value(); }

  std::string directory_, source_, header_;
};

TEST_F(CompileCacheTest, ForgetsWhatWasUnusedForTheLongestTime) {
  setenv("FENCEPOST_CACHE_SIZE", "100K", 1);
  keep("-Dold", 40000, 300);
  keep("-Dolder", 40000, 400);
  EXPECT_TRUE(is_kept("-Dold"));  // Now it is the younger one.
  keep("-Dnew", 40000, 0);
  EXPECT_FALSE(is_kept("-Dolder"));
  EXPECT_TRUE(is_kept("-Dold"));
  EXPECT_TRUE(is_kept("-Dnew"));
  EXPECT_LE(compiler::contents_of_cache(compiler::cache_folder().path).bytes, 100U * 1024);
}

TEST_F(CompileCacheTest, KeepsWhatIsInUseWhateverItsSize) {
  setenv("FENCEPOST_CACHE_SIZE", "100K", 1);
  keep("-Dused", 40000, 300);
  const CompileCache user(request({"-Dused"}));
  const auto program = user.find();
  keep("-Dlarge", 200000, 0);
  EXPECT_TRUE(program && fs::exists(*program));
  EXPECT_FALSE(is_kept("-Dlarge"));
  compiler::shrink_cache(compiler::cache_folder().path, 0);
  EXPECT_TRUE(program && fs::exists(*program));
}

TEST_F(CompileCacheTest, RemovesOnlyItsOwnFolders) {
  setenv("FENCEPOST_CACHE_DIR", directory_.c_str(), 1);
  keep("-Dx", 1000, 0);
  EXPECT_TRUE(is_kept("-Dx"));
  fs::create_directories(directory_ + "/not a program");
  std::ofstream(directory_ + "/0123456789abcdef0123456789abcdef") << "a file";
  compiler::shrink_cache(directory_, 0);
  EXPECT_FALSE(is_kept("-Dx"));
  for (const std::string path : {"/not a program", "/0123456789abcdef0123456789abcdef", "/app.cu"}) {
    EXPECT_TRUE(fs::exists(directory_ + path)) << path;
  }
}

TEST_F(CompileCacheTest, LeavesNothingBehindWhereNothingCompiled) {
  { const CompileCache cache(request()); }
  EXPECT_EQ(compiler::contents_of_cache(compiler::cache_folder().path).programs, 0U);
}

TEST_F(CompileCacheTest, IsOffWithSizeZero) {
  setenv("FENCEPOST_CACHE_SIZE", "0", 1);
  keep("-Dx", 1000, 0);
  EXPECT_FALSE(is_kept("-Dx"));
  EXPECT_FALSE(fs::exists(directory_ + "/cache"));
}

TEST_F(CompileCacheTest, RefusesWhatIsNoSize) {
  for (const char* size : {"lots", "-1", "5T", "1GB", "99999999999999999999", "17179869185G"}) {
    setenv("FENCEPOST_CACHE_SIZE", size, 1);
    EXPECT_THROW(compiler::cache_folder(), std::runtime_error) << size;
  }
  setenv("FENCEPOST_CACHE_SIZE", "3m", 1);
  EXPECT_EQ(compiler::cache_folder().limit, 3U << 20);
}

// Each process runs what it has found or stored; none may lose it to another that shrinks the cache meanwhile.
TEST_F(CompileCacheTest, IsSharedByProcessesThatShrinkIt) {
  setenv("FENCEPOST_CACHE_SIZE", "100K", 1);
  constexpr int kProcesses = 8, kRounds = 40;
  std::vector<pid_t> children;
  for (int process = 0; process < kProcesses; ++process) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      int lost = 0;
      for (int round = 0; round < kRounds; ++round) {
        CompileCache cache(request({"-D" + std::to_string((process + round * 3) % 5)}));
        std::string program;
        if (const auto known = cache.find()) {
          program = *known;
        } else {
          compile(cache, 40000);
          program = cache.store();
        }
        for (int look = 0; look < 5; ++look) {
          usleep(200);
          lost += fs::exists(program) && fs::file_size(program) == 40000 ? 0 : 1;
        }
      }
      _exit(lost == 0 ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  keep("-Dlast", 40000, 0);
  EXPECT_LE(compiler::contents_of_cache(compiler::cache_folder().path).bytes, 100U * 1024);
}

TEST_F(CompileCacheTest, FindsWhatWasStored) {
  EXPECT_EQ(CompileCache(request()).find(), std::nullopt);
  std::string stored;
  {
    CompileCache cache(request());
    compile(cache);
    stored = cache.store();
  }
  EXPECT_TRUE(fs::exists(stored));
  EXPECT_EQ(CompileCache(request()).find(), stored);
  EXPECT_EQ(CompileCache(request({"-DX"})).find(), std::nullopt);
}

TEST_F(CompileCacheTest, NoticesAChangedHeader) {
  {
    CompileCache cache(request());
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
    CompileCache cache(request());
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
    CompileCache cache(request());
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
  CLI::App app;
  CLI::App* command = add_run_command(app, request);
  take_foreign_words(*command, words, request);
  EXPECT_EQ(words, (Words{"--jobs", "2", "a.cu"}));
  EXPECT_EQ(request.compiler_arguments, (Words{"-I", "dir", "-DX=1", "--std=c++17", "-lm", "-D Y"}));
  EXPECT_EQ(request.program_arguments, (Words{"-x", "--", "b"}));
}

TEST(ForeignWords, AreNotTheValuesOfOptions) {
  using Words = std::vector<std::string>;
  Words words = {"--jobs", "-3", "-maxrregcount", "32", "-jobs", "4", "-O3", "-7"};
  ProgramRequest request;
  CLI::App app;
  take_foreign_words(*add_run_command(app, request), words, request);
  EXPECT_EQ(words, (Words{"--jobs", "-3", "-jobs", "4", "-7"}));
  EXPECT_EQ(request.compiler_arguments, (Words{"-maxrregcount", "32", "-O3"}));
}

}  // namespace
}  // namespace fencepost::cli
