// Contracts in sources: what each annotation is for, and what is put there.
#include <gtest/gtest.h>

#include <string>

#include "cli/contracts/listing.h"
#include "compiler/annotate/annotate.h"
#include "tests/compiler/mapped_source.h"

namespace fencepost::cli {
namespace {

TEST(ContractListing, NamesWhatAnAnnotationIsFor) {
  const ListedFile file = list_contracts("a.cu", *compiler::mapped(R"(
//@ pure int two() = 2;
//@ requires n == two();
//@ loop_invariant n;
__global__ void k(int n) {
  //@ assert n;
  /*@ loop_invariant n; @*/
  for (int i = 0; i < n; ++i) {
    //@ requires n;
    __syncthreads();
  }
  //@ requires n;
  n = 2;
}
//@ ensures \result == 1;
__device__ int d() { return 1; }
//@ requires x;
int main() {
  //@ assert x;
  k<<<1, 1>>>(0);
}
)",
                                                                   "a.cu"));
  std::string text;
  for (const ListedAnnotation& annotation : file.annotations) {
    text += std::to_string(annotation.place.line) + ' ' + annotation.target + ' ' + annotation.name + ':';
    for (const ListedClause& clause : annotation.clauses) {
      text += ' ' + clause.kind + (clause.reason.empty() ? "" : " (" + clause.reason + ')');
    }
    text += '\n';
  }
  EXPECT_EQ(text,
            "2 pure function two: pure\n"
            "3 kernel k: requires loop_invariant (no loop follows)\n"
            "6 statement k: assert\n"
            "7 loop k: loop_invariant\n"
            "9 barrier k: requires\n"
            "12 statement k: requires (no barrier of the block follows)\n"
            "15 function d: ensures\n"
            "17 host code : requires (host code)\n"
            "19 host code : assert (host code)\n");
  EXPECT_EQ(count(file).of(compiler::contract::Status::kChecked), 6U);
  EXPECT_EQ(count(file).of(compiler::contract::Status::kUnsupported), 4U);
}

compiler::Annotated annotated(const std::string& source) {
  return compiler::annotate(*compiler::mapped(source, "a.cu"), {.contracts = true});
}

TEST(ContractRewrite, LeavesEveryLineOfTheSourceWhereItWas) {
  const std::string source =
      "//@ requires n > 0;\n__global__ void k(int* a, int n) {\n  int i = 0;\n  //@ loop_invariant i <= n;\n"
      "  while (i < n)\n    ++i;\n  //@ context a[i] == 0;\n  __syncthreads(); a[i] = 1;\n}\nint last;\n";
  const compiler::Annotated result = annotated(source);
  EXPECT_TRUE(result.warnings.empty());
  const compiler::TokenStream tokens(result.text);
  std::size_t found = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::uint32_t line = tokens.place(i).line;
    if (tokens.is(i, "while")) found += line == 5;
    if (tokens.is(i, "++") || (tokens.is(i, "+") && tokens.is(i + 1, "+") && tokens.is(i + 2, "i"))) found += line == 6;
    if (tokens.is(i, "__syncthreads")) found += line == 8;
    if (tokens.is(i, "1") && tokens.is(i - 1, "=") && tokens.is(i - 2, "]")) found += line == 8;
    if (tokens.is(i, "last")) found += line == 10;
  }
  EXPECT_EQ(found, 5U);
}

TEST(ContractRewrite, TellsWhatIsNotCheckedAndWhere) {
  const compiler::Annotated result = annotated(
      "__global__ void k(int* a) {\n  //@ requires a[0] == 1;\n  a[0] = 1;\n  //@ loop_invariant true;\n  "
      "__syncthreads();\n  //@ assert ;\n  a[1] = 2;\n}\n");
  ASSERT_EQ(result.warnings.size(), 3U);
  EXPECT_EQ(result.warnings[0].line, 2U);
  EXPECT_EQ(result.warnings[0].message, "not checked: no barrier of the block follows");
  EXPECT_EQ(result.warnings[1].line, 4U);
  EXPECT_EQ(result.warnings[1].message, "not checked: no loop follows");
  EXPECT_EQ(result.warnings[2].line, 6U);
  EXPECT_EQ(result.warnings[2].message, "not checked: expected an expression, found ';'");
}

TEST(ContractRewrite, ChecksNoPermissionsIfAClauseThatMayGrantOneIsNotUnderstood) {
  const std::string kernel = "__global__ void k(int* a) { a[0] = 1; }\n";
  const auto checks = [&](const std::string& annotation) {
    return annotated(annotation + kernel).text.find("kernel(true, ") != std::string::npos;
  };
  EXPECT_TRUE(checks("//@ requires Perm(a[0], write);\n"));
  EXPECT_TRUE(checks("//@ requires Perm(a[0], write);\n//@ requires \\pointer_length(a) == 1;\n"));
  EXPECT_FALSE(checks("//@ requires Perm(a[0], write);\n//@ requires \\matrix(a, 1, 1);\n"));
  EXPECT_FALSE(checks("//@ requires Perm(a[0], write);\n//@ requires Perm(a[1] write);\n"));
}

TEST(ContractRewrite, LeavesAnnotationsCommentsWithoutTheOption) {
  const std::string source = "//@ requires n > 0;\n__global__ void k(int n) { f(n); }\n";
  EXPECT_EQ(compiler::annotate(*compiler::mapped(source, "a.cu"), {}).text.find("contract"), std::string::npos);
}

}  // namespace
}  // namespace fencepost::cli
