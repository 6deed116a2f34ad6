// fencepost-nvcc up to the object: what needs our headers and a compiler, but not the runtime.
#include "cli/nvcc_pipeline.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "cli/nvcc_symbols.h"
#include "cli/nvcc_temporary.h"

namespace fencepost::cli {
namespace {

class NvccPipelineTest : public testing::TestWithParam<const char*> {
 protected:
  struct Outcome {
    int status;
    std::string messages;
  };

  Outcome run(std::vector<std::string> arguments, const std::string& compiler = GetParam()) {
    arguments.insert(arguments.end(), {"-ccbin", compiler});
    testing::internal::CaptureStderr();
    const auto options = parse_nvcc_options(arguments);
    const int status = run_pipeline(std::get<NvccOptions>(options));
    return {status, testing::internal::GetCapturedStderr()};
  }

  std::string source(const std::string& name, const std::string& text) {
    write_file(directory_.file(name), text);
    return directory_.file(name);
  }

  TemporaryDirectory directory_;
};

constexpr const char* kProgram = R"(
#include <cstring>
__device__ int twice(int x) { return 2 * x; }
template <class T, int N> __global__ void k(T* a, T (*)(T)) {
  extern __shared__ T dynamic[];
  __shared__ T tile[N];
  tile[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  dynamic[threadIdx.x] = twice(tile[N - 1 - threadIdx.x]);
  memset(a, 0, sizeof(T));
}
int main() {
  k<int, 32><<<1, 32, 128>>>(nullptr, 0);
  k<long, 32><<<dim3(1, 2), 32>>>(NULL, {});
  return 0;
}
)";

TEST_P(NvccPipelineTest, AnObjectCallsTheRuntime) {
  const std::string object = directory_.file("k.o");
  const Outcome outcome = run({"-c", source("k.cu", kProgram), "-o", object});
  ASSERT_EQ(outcome.status, 0) << outcome.messages;
  const ObjectSymbols symbols = read_symbols(read_file(object));
  for (const char* name :
       {"fencepost_on_host", "fencepost_launch", "fencepost_memset", "__tsan_read4", "__tsan_write8"}) {
    EXPECT_TRUE(symbols.undefined.contains(name)) << name;
  }
  EXPECT_FALSE(symbols.undefined.contains("memset"));
  EXPECT_TRUE(symbols.undefined.contains("fencepost_dynamic_shared"));
}

TEST_P(NvccPipelineTest, WithoutChecksNothingCallsBack) {
  const std::string object = directory_.file("k.o");
  ASSERT_EQ(run({"-c", "--no-check", source("k.cu", kProgram), "-o", object}).status, 0);
  for (const std::string& name : read_symbols(read_file(object)).undefined)
    EXPECT_NE(name.rfind("__tsan_", 0), 0U) << name;
}

TEST_P(NvccPipelineTest, DiagnosticsPointAtTheUsersLine) {
  const std::string path = source("bad.cu", "__global__ void k(int n) {\n  if (n) {}\n  undeclared = n;\n}\n");
  const Outcome outcome = run({"-c", path, "-o", directory_.file("x.o")});
  EXPECT_EQ(outcome.status, kExitCompile);
  EXPECT_NE(outcome.messages.find(path + ":3:3: error:"), std::string::npos) << outcome.messages;
}

TEST_P(NvccPipelineTest, LaunchesKeepTheirColumns) {
  const std::string path = source("bad.cu", "__global__ void k(int n) {}\nint main() { k<<<1, 2>>>(undeclared); }\n");
  const Outcome outcome = run({"-c", path, "-o", directory_.file("x.o")});
  EXPECT_NE(outcome.messages.find(path + ":2:26: error:"), std::string::npos) << outcome.messages;
}

TEST_P(NvccPipelineTest, UnsupportedFeaturesAreNamed) {
  const std::string path = source("ptx.cu", "__global__ void k() {\n  asm(\"brkpt;\");\n}\n");
  const Outcome outcome = run({"-c", path, "-o", directory_.file("x.o")});
  EXPECT_EQ(outcome.status, kExitCompile);
  EXPECT_NE(outcome.messages.find(path + ":2: error: inline PTX (brkpt) is not supported by Fencepost"),
            std::string::npos);
}

TEST_P(NvccPipelineTest, UnsupportedHeadersAreNamedEvenBesideAToolkit) {
  const std::string toolkit = std::filesystem::path(source("cublas_v2.h", "")).parent_path().string();
  for (const std::string header : {"cublas_v2.h", "cudnn.h", "cuda/std/mdspan"}) {
    const std::string path = source("header.cu", "\n#include <" + header + ">\n");
    const Outcome outcome = run({"-c", "-I" + toolkit, path, "-o", directory_.file("x.o")});
    EXPECT_EQ(outcome.status, kExitCompile);
    EXPECT_NE(outcome.messages.find(path + ":2:"), std::string::npos) << outcome.messages;
    EXPECT_NE(outcome.messages.find(header + " is not supported by Fencepost yet"), std::string::npos);
  }
}

TEST_P(NvccPipelineTest, AMissingPackageIsNamed) {
  const std::string path = source("header.cu", "\n#include <thrust/device_vector.h>\n");
  // A copy in front of the system's headers, as if it had none of the package.
  std::filesystem::create_directory(directory_.file("thrust"));
  std::filesystem::copy(FENCEPOST_BIN_DIR "/../include/fencepost-missing/thrust/device_vector.h",
                        directory_.file("thrust"));
  const Outcome outcome = run({"-c", "-I" + directory_.file(""), path, "-o", directory_.file("x.o")});
  EXPECT_EQ(outcome.status, kExitCompile);
  EXPECT_NE(outcome.messages.find(path + ":2:"), std::string::npos) << outcome.messages;
  EXPECT_NE(outcome.messages.find("thrust/device_vector.h was not found: install libthrust-dev"), std::string::npos);
}

TEST_P(NvccPipelineTest, DependenciesNameTheObject) {
  const std::string path = source("k.cu", "__global__ void k() {}\n");
  const std::string object = directory_.file("k.o");
  ASSERT_EQ(run({"-c", path, "-o", object, "-MD"}).status, 0);
  EXPECT_TRUE(read_file(directory_.file("k.d")).starts_with(object + ": " + path));
  ASSERT_EQ(run({"-c", path, "-o", object, "-MMD", "-MF", directory_.file("f"), "-MT", "target"}).status, 0);
  EXPECT_TRUE(read_file(directory_.file("f")).starts_with("target: " + path));
}

TEST_P(NvccPipelineTest, AMissingFileIsAMistakeOfUsage) {
  const Outcome outcome = run({"-c", directory_.file("none.cu")});
  EXPECT_EQ(outcome.status, kExitUsage);
  EXPECT_NE(outcome.messages.find("no such file"), std::string::npos);
  std::filesystem::create_directory(directory_.file("folder.cu"));
  EXPECT_EQ(run({"-c", directory_.file("folder.cu")}).status, kExitUsage);
}

TEST_P(NvccPipelineTest, ADryRunWritesNothing) {
  const std::string object = directory_.file("k.o");
  const Outcome outcome = run({"--dryrun", "-c", source("k.cu", "syntax error"), "-o", object});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.messages.find("-fsanitize=thread"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(object));
}

TEST_P(NvccPipelineTest, NoTemporaryFilesStay) {
  const std::string parent = directory_.file("tmp");
  std::filesystem::create_directory(parent);
  setenv("TMPDIR", parent.c_str(), 1);
  run({"-c", source("k.cu", kProgram), "-o", directory_.file("k.o")});
  run({"-c", source("bad.cu", "syntax error"), "-o", directory_.file("k.o")});
  unsetenv("TMPDIR");
  EXPECT_TRUE(std::filesystem::is_empty(parent));
}

TEST_P(NvccPipelineTest, OfAnotherVersionOfGccTheDriverSaysWhatIsNotSeen) {
  const std::string compiler = GetParam();
  const std::string other = directory_.file(compiler + "-other");
  write_file(other, "#!/bin/sh\ncase $1 in -dumpfullversion) echo 99.1.0;; *) exec " + compiler + " \"$@\";; esac\n");
  std::filesystem::permissions(other, std::filesystem::perms::owner_all);
  const std::string path = source("k.cu", "__global__ void k(int* a) { *a = 1; }\n");
  const Outcome checked = run({"-c", path, "-o", directory_.file("k.o")}, other);
  EXPECT_EQ(checked.status, 0);
  EXPECT_EQ(checked.messages.find("no plugin for " + other + " 99.1.0") != std::string::npos, compiler == "g++")
      << checked.messages;
  EXPECT_EQ(run({"-c", "--no-check", path, "-o", directory_.file("k.o")}, other).messages, "");
}

INSTANTIATE_TEST_SUITE_P(Compilers, NvccPipelineTest, testing::Values("g++", "clang++"), [](const auto& instance) {
  return std::string(instance.param).substr(0, 1) == "g" ? "gnu" : "clang";
});

}  // namespace
}  // namespace fencepost::cli
