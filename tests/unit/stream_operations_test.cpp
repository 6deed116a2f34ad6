#include "cli/stream_operations.h"

#include <gtest/gtest.h>

#include <string>

namespace fencepost::cli {
namespace {

/// "LINE STREAM" of the statement around line `line` of the body of a function, whose lines count from 2.
std::string at(const std::string& body, std::uint32_t line) {
  const HostSource source("# 1 \"app.cu\"\nvoid host() {\n" + body + "}\n");
  const auto statement = source.statement_at("app.cu", line);
  return statement ? std::to_string(statement->place.line) + " " + statement->stream : "none";
}

TEST(StreamOperations, OfALaunchAreItsFourthArgument) {
  EXPECT_EQ(at("k<<<1, 2, 0, s[i + 1]>>>(a);\n", 2), "2 s[i + 1]");
  EXPECT_EQ(at("k<<<1, 2>>>(a);\n", 2), "2 0");
  EXPECT_EQ(at("k<int, 4><<<dim3(1, 2), 2, 0, pick(a, b)>>>(a);\n", 2), "2 pick(a, b)");
}

TEST(StreamOperations, OfCopiesAreTheirLastArgument) {
  EXPECT_EQ(at("cudaMemcpyAsync(a, b, n, cudaMemcpyDefault, s);\n", 2), "2 s");
  EXPECT_EQ(at("cudaMemcpyAsync(a, b, n, cudaMemcpyDefault);\n", 2), "2 0");
  EXPECT_EQ(at("cudaMemset(a, 0, n);\n", 2), "2 0");
  EXPECT_EQ(at("cudaLaunchHostFunc(s, f, 0);\n", 2), "2 s");
}

TEST(StreamOperations, StandInStatements) {
  EXPECT_EQ(at("f();\nCHECK(\n  cudaMemsetAsync(a, 0, n, s));\n", 4), "3 s");
  EXPECT_EQ(at("f();\nfor (int i = 0; i < n; ++i)\n  k<<<1, 2, 0, s>>>(a);\n", 4), "3 s");
  EXPECT_EQ(at("f();\nsum += data[0];\n", 3), "3 ");
  EXPECT_EQ(at("f(); k<<<1, 2>>>(a);\n", 2), "none");  // Something stands in front of it.
  EXPECT_EQ(at("f();\n", 99), "none");
}

}  // namespace
}  // namespace fencepost::cli
