// One text from the passes without and with __CUDA_ARCH__.
#include "cli/nvcc_merge.h"

#include <gtest/gtest.h>

#include "tests/unit/squeezed.h"

namespace fencepost::cli {
namespace {

void expect_merge(std::string_view host, std::string_view device, std::string_view merged) {
  const MergedPasses result = merge_passes(host, device, {});
  EXPECT_TRUE(result.errors.empty()) << result.errors[0].message;
  EXPECT_EQ(squeezed(result.text), squeezed(merged));
}

std::string merge_error(std::string_view host, std::string_view device) {
  const MergedPasses result = merge_passes(host, device, {});
  return result.errors.empty() ? "" : result.errors[0].message;
}

TEST(Merge, DeviceCodeIsTheDevicePass) {
  expect_merge("__global__ void k(int* a) { }", "__global__ void k(int* a) { *a = 700; }",
               "__global__ void k(int* a) { *a = 700; }");
  expect_merge("namespace n { struct S { __device__ int f() const { return 1; } int g() { return 1; } }; }",
               "namespace n { struct S { __device__ int f() const { return 2; } int g() { return 2; } }; }",
               "namespace n { struct S { __device__ int f() const { return 2; } int g() { return 1; } }; }");
  expect_merge("__device__ int a[] = {1};", "__device__ int a[] = {2};", "__device__ int a[] = {2};");
}

TEST(Merge, NamesOfADeviceFunctionsParametersMayDiffer) {
  expect_merge("static __device__ int f(int a, int b) { return a; }",
               "static __device__ int f(int e, int f) { return e; }",
               "static __device__ int f(int e, int f) { return e; }");
  expect_merge("__global__ void k(int* a) { *a = 1; }", "__global__ void k(int* b) { *b = 2; }",
               "__global__ void k(int* b) { *b = 2; }");
}

TEST(Merge, AFunctionOfBothAsksWhereItRuns) {
  expect_merge("__host__ __device__ int f() { return 1; }", "__host__ __device__ int f() { return 2; }",
               "__host__ __device__ int f() { if (::fencepost_rt::on_device()) { return 2; } else { return 1; } }");
  expect_merge("int f() { return 1; }", "__device__ int f() { return 2; }",
               "__host__ __device__ int f() { if (::fencepost_rt::on_device()) { return 2; } else { return 1; } }");
  expect_merge("__host__ __device__ int f() { goto x; x: return 1; }",
               "__host__ __device__ int f() { goto x; x: return 2; }",
               "__host__ __device__ int f() { if (::fencepost_rt::on_device()) { __label__ x; goto x; x: return 2; }"
               " else { __label__ x; goto x; x: return 1; } }");
}

TEST(Merge, ConstructorsChooseTheirValues) {
  expect_merge("struct S { __host__ __device__ S() : a(1, 0), b{3} { } int a, b; };",
               "struct S { __host__ __device__ S() : a(2, 0), b{3} { } int a, b; };",
               "struct S { __host__ __device__ S() : a(::fencepost_rt::on_device() ? (2) : (1), 0), b{3} { }"
               " int a, b; };");
  EXPECT_NE(merge_error("struct S { __host__ __device__ S() : a(1) { } int a; };",
                        "struct S { __host__ __device__ S() : a() { } int a; };"),
            "");
  // What a device has for `= default`, which CUDA wants of classes in shared memory, is the same.
  expect_merge("struct S { S() = default; };", "struct S { __device__ S() {} };", "struct S { S() = default; };");
  EXPECT_NE(merge_error("struct S { S() = default; };", "struct S { __device__ S() { f(); } };"), "");
}

TEST(Merge, ConstantsOfTheDeviceHaveNamesOfTheirOwn) {
  expect_merge("const int n = 1; __global__ void k(int* a) { a[0] = n; } int main() { return n; }",
               "const int n = 2; __global__ void k(int* a) { a[0] = n; } int main() { return n; }",
               "const int n = 1; const int n_fencepost_device = 2;"
               "__global__ void k(int* a) { a[0] = n_fencepost_device; } int main() { return n; }");
  // Also what depends on them, at any number of steps; members of that name are others.
  expect_merge("enum { N = 1 }; typedef int row[N]; __device__ void f(S s) { row r; r[0] = s.N; }",
               "enum { N = 2 }; typedef int row[N]; __device__ void f(S s) { row r; r[0] = s.N; }",
               "enum { N = 1 }; enum { N_fencepost_device = 2 }; typedef int row[N];"
               "typedef int row_fencepost_device[N_fencepost_device];"
               "__device__ void f(S s) { row_fencepost_device r; r[0] = s.N; }");
  expect_merge("constexpr __host__ __device__ int w() { return 1; } __global__ void k() { __shared__ int a[w()]; }",
               "constexpr __host__ __device__ int w() { return 2; } __global__ void k() { __shared__ int a[w()]; }",
               "constexpr __host__ __device__ int w() { return 1; }"
               "constexpr __host__ __device__ int w_fencepost_device() { return 2; }"
               "__global__ void k() { __shared__ int a[w_fencepost_device()]; }");
}

TEST(Merge, AConstexprFunctionThatCannotHaveANameOfItsOwnIsNoConstantAnyMore) {
  expect_merge("struct S { constexpr __host__ __device__ int f() const { return 1; } };",
               "struct S { constexpr __host__ __device__ int f() const { return 2; } };",
               "struct S { inline __host__ __device__ int f() const {"
               " if (::fencepost_rt::on_device()) { return 2; } else { return 1; } } };");
}

TEST(Merge, DeclarationsOfOnePassAreKept) {
  expect_merge("int a; int z;", "int a; static __device__ int f() { return 1; } __global__ void k() {} int z;",
               "int a; static __device__ int f() { return 1; } __global__ void k() {} int z;");
  expect_merge("int a; int f(); int z;", "int a; int z;", "int a; int f(); int z;");
  expect_merge("struct S { int f(); };", "struct S { __device__ int g() { return 1; } };",
               "struct S { int f(); __device__ int g() { return 1; } };");
}

TEST(Merge, AFunctionOfOurHeadersStaysOurs) {
  const std::string ours = "# 1 \"ours.h\" 3\ndouble atomicAdd(double* address, double value);\n# 1 \"user.cu\"\n";
  EXPECT_EQ(
      squeezed(merge_passes(ours + "int z;",
                            ours + "static __device__ double atomicAdd(double *p, double v) { return v; } int z;", {})
                   .text),
      squeezed(ours + "int z;"));
}

TEST(Merge, AKernelOfTheHostPassAloneStopsWhereItIsRun) {
  expect_merge("__global__ void k(int* a) { *a = 1; } int z;", "int z;",
               "__global__ void k(int* a) { ::fencepost_rt::lacks_device_code(); } int z;");
}

TEST(Merge, LambdasAndLocalClassesOfHostCodeAreMergedWithinIt) {
  const std::string on = "::fencepost_rt::on_device()";
  expect_merge("int main() { g(1, [=] __device__ (int i) { return 1; }, [=] __host__ __device__ { return 1; }); }",
               "int main() { g(2, [=] __device__ (int i) { return 2; }, [=] __host__ __device__ { return 2; }); }",
               "int main() { g(1, [=] __device__ (int i) { return 2; }, [=] __host__ __device__ { if (" + on +
                   ") { return 2; } else { return 1; } }); }");
  expect_merge("int main() { struct S : B { __device__ int f() { return 1; } }; return 1; }",
               "int main() { struct S : B { __device__ int f() { return 2; } }; return 2; }",
               "int main() { struct S : B { __device__ int f() { return 2; } }; return 1; }");
  expect_merge("auto f = [] __device__ (int i) { return 1; };", "auto f = [] __device__ (int i) { return 2; };",
               "auto f = [] __device__ (int i) { return 2; };");
}

TEST(Merge, KernelsWhoseParametersDifferAreRefused) {
  EXPECT_NE(merge_error("__global__ void k(int a) {}", "__global__ void k(long a) {}"), "");
  EXPECT_NE(merge_error("typedef int T; __global__ void k(T a) {}", "typedef long T; __global__ void k(T a) {}"), "");
  EXPECT_NE(
      merge_error("struct S { int a; }; __global__ void k(S a) {}", "struct S { int b; }; __global__ void k(S a) {}"),
      "");
}

TEST(Merge, HeadersThatOnePassReadsEarlierAreNotReadTwice) {
  const std::string header = "# 1 \"h.h\" 1\nstruct H {};\ntypedef int I;\n";
  const std::string host = "# 1 \"a.cu\"\nint a;\n" + header + "# 5 \"a.cu\" 2\nint z;\n";
  const std::string device =
      "# 1 \"h.h\" 1\nstruct H {};\ntypedef int I;\n# 1 \"a.cu\" 2\nint a;\n__device__ H f() {}\n# 5 \"a.cu\" 2\nint "
      "z;\n";
  const std::string text = merge_passes(host, device, {}).text;
  EXPECT_LT(text.find("struct H"), text.find("__device__ H f()"));
  EXPECT_EQ(text.find("struct H"), text.rfind("struct H"));
}

TEST(Merge, TokensStayWhereTheyAreInTheSource) {
  const std::string host = "# 1 \"a.cu\"\n__host__ __device__ int f() {\n\n\n\n  return 1;\n\n}\nint z;\n";
  const std::string device = "# 1 \"a.cu\"\n__host__ __device__ int f() {\n\n  return 2;\n\n\n\n}\nint z;\n";
  const MergedPasses merged = merge_passes(host, device, {});
  const TokenStream tokens(merged.text);
  std::vector<std::pair<std::string_view, std::uint32_t>> lines;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens.is(i, "1") || tokens.is(i, "2") || tokens.is(i, "z"))
      lines.emplace_back(tokens.spelling(i), tokens.place(i).line);
  }
  const std::vector<std::pair<std::string_view, std::uint32_t>> expected = {{"2", 3}, {"1", 5}, {"z", 8}};
  EXPECT_EQ(lines, expected);
}

}  // namespace
}  // namespace fencepost::cli
