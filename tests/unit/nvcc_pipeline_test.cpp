// fencepost-nvcc up to the object: what needs our headers and a compiler, but not the runtime.
#include "compiler/pipeline/pipeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <set>
#include <sstream>

#include "compiler/driver/temporary.h"

namespace fencepost::compiler {
namespace {

class NvccPipelineTest : public testing::Test {
 protected:
  struct Outcome {
    int status;
    std::string messages;
  };

  static Outcome run(const std::vector<std::string>& arguments) {
    testing::internal::CaptureStderr();
    const auto options = parse_nvcc_options(arguments);
    const int status = run_pipeline(std::get<NvccOptions>(options));
    return {status, testing::internal::GetCapturedStderr()};
  }

  /// Of an object, by binutils.
  std::set<std::string> undefined_names(const std::string& object) {
    const std::string list = directory_.file("names");
    EXPECT_EQ(std::system(("nm --undefined-only --format=just-symbols '" + object + "' > '" + list + "'").c_str()), 0);
    std::istringstream lines(read_file(list));
    return {std::istream_iterator<std::string>(lines), {}};
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
  k<int, 64><<<dim3(1, 2), 32>>>(NULL, {});
  return 0;
}
)";

TEST_F(NvccPipelineTest, AnObjectCallsTheRuntime) {
  const std::string object = directory_.file("k.o");
  const Outcome outcome = run({"-c", source("k.cu", kProgram), "-o", object});
  ASSERT_EQ(outcome.status, 0) << outcome.messages;
  const std::set<std::string> names = undefined_names(object);
  for (const char* name : {"cudaLaunchKernel", "__cudaPushCallConfiguration", "__cudaRegisterFatBinary",
                           "fencepost_memset", "fencepost_dynamic_shared", "__tsan_read4", "fencepost_place_write4"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
  EXPECT_FALSE(names.contains("memset"));
}

TEST_F(NvccPipelineTest, WithoutChecksNothingCallsBack) {
  const std::string object = directory_.file("k.o");
  ASSERT_EQ(run({"-c", "--no-check", source("k.cu", kProgram), "-o", object}).status, 0);
  for (const std::string& name : undefined_names(object))
    EXPECT_FALSE(name.starts_with("__tsan_") || name.starts_with("fencepost_place_")) << name;
}

TEST_F(NvccPipelineTest, DiagnosticsPointAtTheUsersLine) {
  const std::string path = source("bad.cu", "__global__ void k(int n) {\n  if (n) {}\n  undeclared = n;\n}\n");
  const Outcome outcome = run({"-c", path, "-o", directory_.file("x.o")});
  EXPECT_EQ(outcome.status, kExitCompile);
  EXPECT_NE(outcome.messages.find(path + ":3:3: error:"), std::string::npos) << outcome.messages;
}

TEST_F(NvccPipelineTest, LaunchesKeepTheirColumns) {
  const std::string path = source("bad.cu", "__global__ void k(int n) {}\nint main() { k<<<1, 2>>>(undeclared); }\n");
  const Outcome outcome = run({"-c", path, "-o", directory_.file("x.o")});
  EXPECT_NE(outcome.messages.find(path + ":2:26: error:"), std::string::npos) << outcome.messages;
}

TEST_F(NvccPipelineTest, UnsupportedFeaturesAreNamed) {
  const std::string path = source("ptx.cu", "__global__ void k() {\n  asm(\"brkpt;\");\n}\n");
  const Outcome outcome = run({"-Werror=unsupported", "-c", path, "-o", directory_.file("x.o")});
  EXPECT_EQ(outcome.status, kExitCompile);
  EXPECT_NE(outcome.messages.find(path + ":2: error: inline PTX (brkpt) is not supported by Fencepost"),
            std::string::npos);
}

TEST_F(NvccPipelineTest, FilesOutsideOfTheWorkingFolderAreNamedInFull) {
  const std::string path = source("ptx.cu", "__global__ void k() {\n  asm(\"brkpt;\");\n}\n");
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::create_directory(directory_.file("beside"));
  std::filesystem::current_path(directory_.file("beside"));
  const Outcome outcome = run({"-Werror=unsupported", "-c", path, "-o", "x.o"});
  std::filesystem::current_path(before);
  EXPECT_NE(outcome.messages.find(path + ":2: error: inline PTX"), std::string::npos) << outcome.messages;
}

TEST_F(NvccPipelineTest, AMemberFunctionOfTheHostIsRefusedInAKernel) {
  for (const std::string kind : {"", "virtual "}) {
    const std::string path = source("host.cu", "struct A { " + kind +
                                                   "int f() { return 0; } };\n"
                                                   "__global__ void k(A* a) { a->f(); }\n"
                                                   "int main() { k<<<1, 1>>>(nullptr); }\n");
    const Outcome outcome = run({"-c", path, "-o", directory_.file("x.o")});
    EXPECT_EQ(outcome.status, kExitCompile);
    EXPECT_NE(outcome.messages.find(path + ":2:"), std::string::npos) << outcome.messages;
    EXPECT_NE(outcome.messages.find("reference to __host__ function 'f' in __global__ function"), std::string::npos)
        << outcome.messages;
  }
}

TEST_F(NvccPipelineTest, UnsupportedHeadersAreNamedEvenBesideAToolkit) {
  const std::string toolkit = std::filesystem::path(source("nvvm.h", "")).parent_path().string();
  for (const std::string header : {"nvvm.h", "cuda/std/mdspan"}) {
    const std::string path = source("header.cu", "\n#include <" + header + ">\n");
    const Outcome outcome = run({"-c", "-I" + toolkit, path, "-o", directory_.file("x.o")});
    EXPECT_EQ(outcome.status, kExitCompile);
    EXPECT_NE(outcome.messages.find(path + ":2:"), std::string::npos) << outcome.messages;
    EXPECT_NE(outcome.messages.find(header + " is not supported by Fencepost yet"), std::string::npos);
  }
}

TEST_F(NvccPipelineTest, TheHeaderOfCufftwIsFftws) {
  const std::string folder =
      std::filesystem::path(source("fftw3.h", "#define THE_HEADER_OF_FFTW 1\n")).parent_path().string();
  const std::string path = source("cufftw.cu", "#include <cufftw.h>\n#if !THE_HEADER_OF_FFTW\n#error\n#endif\n");
  EXPECT_EQ(run({"-c", "-I" + folder, path, "-o", directory_.file("x.o")}).status, 0);
}

TEST_F(NvccPipelineTest, AMissingPackageIsNamed) {
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

TEST_F(NvccPipelineTest, DependenciesNameTheObject) {
  const std::string path = source("k.cu", "__global__ void k() {}\n");
  const std::string object = directory_.file("k.o");
  ASSERT_EQ(run({"-c", path, "-o", object, "-MD"}).status, 0);
  EXPECT_TRUE(read_file(directory_.file("k.d")).starts_with(object + ": " + path));
  ASSERT_EQ(run({"-c", path, "-o", object, "-MMD", "-MF", directory_.file("f"), "-MT", "target"}).status, 0);
  EXPECT_TRUE(read_file(directory_.file("f")).starts_with("target: " + path));
}

TEST_F(NvccPipelineTest, TheTimesOfPhasesAreATable) {
  const std::string first = source("first.cu", kProgram), second = source("second.cu", "__global__ void k() {}\n");
  const std::string table = directory_.file("times.csv");
  for (const std::string& path : {first, second}) {
    const Outcome outcome = run({"-c", path, "-o", directory_.file("k.o"), "--time", table});
    ASSERT_EQ(outcome.status, 0) << outcome.messages;
  }
  std::istringstream lines(read_file(table));
  std::string line;
  std::getline(lines, line);
  EXPECT_TRUE(line.starts_with("source file name , phase name , ")) << line;
  std::multiset<std::string> phases;
  while (std::getline(lines, line)) {
    EXPECT_EQ(std::ranges::count(line, ','), 7) << line;
    const std::size_t begin = line.find(" , ") + 3;
    EXPECT_TRUE(line.starts_with(first) || line.starts_with(second)) << line;
    phases.insert(line.substr(begin, line.find(" , ", begin) - begin));
  }
  for (const char* phase : {"clang (host)", "clang (device)", "optimise", "split_kernels", "write_object"}) {
    EXPECT_EQ(phases.count(phase), 2U) << phase;
  }
  const Outcome outcome = run({"-c", first, "-o", directory_.file("k.o"), "--time", directory_.file("no/times.csv")});
  EXPECT_NE(outcome.status, 0);
  EXPECT_NE(outcome.messages.find("cannot write '"), std::string::npos) << outcome.messages;
}

TEST_F(NvccPipelineTest, KernelsHaveASecondCodeUnlessItIsNotWanted) {
  const auto has_second_code = [&](const std::vector<std::string>& options, const std::string& text = kProgram) {
    std::vector<std::string> arguments = {"-c", source("k.cu", text), "-o", directory_.file("k.o")};
    arguments.insert(arguments.end(), options.begin(), options.end());
    EXPECT_EQ(run(arguments).status, 0);
    return read_file(directory_.file("k.o")).find(".unchecked.threads") != std::string::npos;
  };
  EXPECT_TRUE(has_second_code({}));
  EXPECT_TRUE(has_second_code({"--sample"}));
  EXPECT_FALSE(has_second_code({"--no-sample"}));
  const auto kernels = [](int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
      text += "__global__ void k" + std::to_string(i) + "(int* p) { p[0] = 1; __syncthreads(); p[1] = 2; }\n";
    }
    return text;
  };
  EXPECT_TRUE(has_second_code({}, kernels(15)));
  EXPECT_FALSE(has_second_code({}, kernels(16)));
  EXPECT_TRUE(has_second_code({"--sample"}, kernels(16)));
}

TEST_F(NvccPipelineTest, CodeIsMadeQuicklyWhereThatIsWanted) {
  const auto code = [&](const std::vector<std::string>& options) {
    std::vector<std::string> arguments = {"-c", source("k.cu", kProgram), "-o", directory_.file("k.o")};
    arguments.insert(arguments.end(), options.begin(), options.end());
    EXPECT_EQ(run(arguments).status, 0);
    return read_file(directory_.file("k.o"));
  };
  code({});  // Makes what is kept of headers, whose names may be told otherwise the first time.
  const std::string usual = code({});
  EXPECT_EQ(code({"-Ofc=0"}), usual);
  EXPECT_EQ(code({"--Ofast-compile", "min"}), usual);  // It is not very large.
  EXPECT_NE(code({"-Ofc=max"}), usual);
}

TEST_F(NvccPipelineTest, AMissingFileIsAMistakeOfUsage) {
  const Outcome outcome = run({"-c", directory_.file("none.cu")});
  EXPECT_EQ(outcome.status, kExitUsage);
  EXPECT_NE(outcome.messages.find("no such file"), std::string::npos);
  std::filesystem::create_directory(directory_.file("folder.cu"));
  EXPECT_EQ(run({"-c", directory_.file("folder.cu")}).status, kExitUsage);
}

TEST_F(NvccPipelineTest, ADryRunWritesNothing) {
  const std::string object = directory_.file("k.o");
  const Outcome outcome = run({"--dryrun", "-c", source("k.cu", "syntax error"), "-o", object});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.messages.find("clang++ -x cuda"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(object));
}

TEST_F(NvccPipelineTest, ADryRunLooksAtNoFile) {
  const Outcome outcome = run({"--dryrun", "-c", directory_.file("none.cu"), "-o", directory_.file("k.o")});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.messages.find("none.cu"), std::string::npos);
}

TEST_F(NvccPipelineTest, NoTemporaryFilesStay) {
  const std::string parent = directory_.file("tmp");
  std::filesystem::create_directory(parent);
  setenv("TMPDIR", parent.c_str(), 1);
  run({"-c", source("k.cu", kProgram), "-o", directory_.file("k.o")});
  run({"-c", source("bad.cu", "syntax error"), "-o", directory_.file("k.o")});
  unsetenv("TMPDIR");
  EXPECT_TRUE(std::filesystem::is_empty(parent));
}

}  // namespace
}  // namespace fencepost::compiler
