#include "cli/propose/stream_operations.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tests/compiler/mapped_source.h"

namespace fencepost::cli {
namespace {

/// "LINE STREAM" of the statement around line `line` of the body of a function, whose lines count from 2.
std::string at(const std::string& body, std::uint32_t line) {
  const std::string source =
      "template <class T = int, int N = 1> __global__ void k(int*); cudaStream_t pick(int*, int*); "
      "void host(int* a, int* b, cudaStream_t s, cudaStream_t* list, int i, int n, int sum) {\n" +
      body + "}\n";
  const std::unique_ptr<compiler::MappedSource> text = compiler::mapped(source, "app.cu");
  const auto statement = HostSource(*text).statement_at("app.cu", line);
  return statement ? std::to_string(statement->place.line) + " " + statement->stream : "none";
}

TEST(StreamOperations, OfALaunchAreItsFourthArgument) {
  EXPECT_EQ(at("k<<<1, 2, 0, list[i + 1]>>>(a);\n", 2), "2 list[i + 1]");
  EXPECT_EQ(at("k<<<1, 2>>>(a);\n", 2), "2 0");
  EXPECT_EQ(at("k<int, 4><<<dim3(1, 2), 2, 0, pick(a, b)>>>(a);\n", 2), "2 pick(a, b)");
}

TEST(StreamOperations, OfCopiesAreTheirLastArgument) {
  EXPECT_EQ(at("cudaMemcpyAsync(a, b, n, 4, s);\n", 2), "2 s");
  EXPECT_EQ(at("cudaMemcpyAsync(a, b, n, 4);\n", 2), "2 0");
  EXPECT_EQ(at("cudaMemset(a, 0, n);\n", 2), "2 0");
  EXPECT_EQ(at("cudaLaunchHostFunc(s, nullptr, 0);\n", 2), "2 s");
}

TEST(StreamOperations, StandInStatements) {
  EXPECT_EQ(at("f();\nf(\n  cudaMemsetAsync(a, 0, n, s));\n", 4), "3 s");
  EXPECT_EQ(at("f();\nfor (int i = 0; i < n; ++i)\n  k<<<1, 2, 0, s>>>(a);\n", 4), "3 s");
  EXPECT_EQ(at("f();\nsum += a[0];\n", 3), "3 ");
  EXPECT_EQ(at("f(); k<<<1, 2>>>(a);\n", 2), "none");  // Something stands in front of it.
  EXPECT_EQ(at("f();\n", 99), "none");
}

}  // namespace
}  // namespace fencepost::cli
